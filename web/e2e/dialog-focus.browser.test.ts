import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { delayReactWork, noDialog, signInByForm } from './browser.js'
import { type Place, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startPlace } from './desk.js'

describe('dialogs that open and close', () => {
  let place: Place
  let page: Page

  beforeAll(async () => {
    place = await startPlace({ SIMULATOR: 'off' })
    page = await place.open({ viewport: { width: 1280, height: 800 } })
    await signInByForm(page, ADMIN)
  }, START_TIMEOUT_MS)
  afterAll(() => place?.stop())
  beforeEach(async () => {
    await page.goto('/users')
  })
  const dialog = () => page.getByRole('dialog')
  const newUser = async () => {
    await page.getByRole('button', { name: 'Adicionar usuário' }).click()
    await dialog().waitFor()
  }

  it(
    'focus their first field at once, and do not move the focus afterwards',
    async () => {
      await newUser()
      await page.keyboard.type('Bia Souza')
      expect(await page.locator('[id$="_name"]').inputValue()).toBe('Bia Souza')
      const email = await page.locator('[id$="_email"]').getAttribute('id')
      const focused = await page.evaluateHandle(() => {
        const all: string[] = []
        addEventListener('focusin', ({ target }) => all.push((target as Element).id))
        return all
      })
      await page.keyboard.press('Tab')
      await page.keyboard.type('bia@guiche.test')
      // After the animation, the result is the same.
      await page.locator('.ant-zoom-appear, .ant-zoom-enter').waitFor({ state: 'detached' })
      expect({
        name: await page.locator('[id$="_name"]').inputValue(),
        email: await page.locator('[id$="_email"]').inputValue(),
        focused: await focused.jsonValue(),
        now: await page.evaluate(() => document.activeElement?.id),
      }).toEqual({ name: 'Bia Souza', email: 'bia@guiche.test', focused: [email], now: email })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'do not move while they appear, so that an early press hits its button',
    async () => {
      // Playwright waits until an element does not move, so the page records positions frame by frame.
      const places = await page.evaluateHandle(() => {
        const seen = { moving: false, over: false, at: [] as string[] }
        const look = () => {
          const dialog = document.querySelector('[role="dialog"]')
          const box = dialog?.querySelector('[type="submit"]')?.getBoundingClientRect()
          if (dialog !== null && box !== undefined && box.width > 0) {
            seen.at.push([box.x, box.y, box.width, box.height].map(Math.round).join(' '))
            const isMoving = dialog.matches('[class*="ant-zoom"]')
            seen.over = seen.moving && !isMoving
            seen.moving ||= isMoving
          }
          if (!seen.over) requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
        return seen
      })
      await newUser()
      await page.waitForFunction(({ over }) => over, places)
      expect(new Set((await places.jsonValue()).at).size).toBe(1)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the command palette does not move either',
    async () => {
      await page.getByRole('button', { name: 'Adicionar usuário' }).waitFor()
      await page.keyboard.press('Control+k')
      await dialog().waitFor()
      await page.keyboard.type('filas')
      expect(await dialog().getByRole('combobox').inputValue()).toBe('filas')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/queues$/)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'keep the focus that Tab moves at the end of the opening animation',
    async () => {
      const resume = await delayReactWork(page)
      await newUser()
      await resume(() => page.keyboard.press('Tab'))
      await page.keyboard.type('bia@guiche.test')
      expect(await page.locator('[id$="_email"]').inputValue()).toBe('bia@guiche.test')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'give the focus to a field that does not fit or was refused, and back to what had it when nothing was saved',
    async () => {
      const focused = (selector: string) =>
        page.waitForFunction((selector) => document.activeElement?.matches(selector), selector)
      await newUser()
      await dialog().getByRole('button', { name: 'Salvar' }).press('Enter')
      await focused('[id$="_name"]')
      await page.keyboard.type('Outra Dora')
      await page.locator('[id$="_email"]').fill(ADMIN.email)
      await dialog().getByRole('button', { name: 'Salvar' }).press('Enter')
      await dialog().getByText('Já existe um usuário com este e-mail.').waitFor()
      await focused('[id$="_email"]')
      await page.route('**/api/users', (route) => route.abort(), { times: 1 })
      await page.locator('[id$="_email"]').fill('outra@guiche.test')
      await page.locator('[id$="_email"]').press('Enter')
      await dialog().getByText('Sem resposta do servidor.').waitFor()
      await focused('[id$="_email"]')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'return the focus to their opener, however they are closed',
    async () => {
      const add = page.getByRole('button', { name: 'Adicionar usuário' })
      // Ant Design removes the container of a dialog a moment after the dialog.
      const focused = async (which: Locator) => {
        const seen = page.waitForFunction(
          (one) => one === document.activeElement,
          await which.elementHandle(),
        )
        await seen.catch(async (cause: unknown) => {
          const has = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300))
          throw new Error(`${which} has not got the focus, but ${has}`, { cause })
        })
      }
      await newUser()
      await page.keyboard.press('Escape')
      await noDialog(page)
      await focused(add)

      await add.press('Enter')
      await dialog().waitFor()
      await page.keyboard.type('Bia')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Continuar editando' }).click()
      await page.getByText('Descartar o que foi digitado?').waitFor({ state: 'detached' })
      await focused(page.locator('[id$="_name"]'))
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Descartar' }).click()
      await noDialog(page)
      await focused(add)
    },
    STEP_TIMEOUT_MS,
  )
})
