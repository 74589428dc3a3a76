import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { checkAccessibility, holdCalls, keepPicture, keepPictures, signInByForm } from './browser.js'
import { COMPANY_NUMBER, type Desk, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startDesk } from './desk.js'

const CUSTOMERS = {
  '5511988887771': 'Ana Lima',
  '5511988887772': 'Bruno Reis',
  '5511988887773': 'Carla Dias',
  '5511988887774': 'Davi Melo',
} as const
type Name = (typeof CUSTOMERS)[keyof typeof CUSTOMERS]

describe('the kanban board', () => {
  let desk: Desk
  let page: Page
  const tickets = new Map<Name, number>()
  const lanes = { quote: 0, won: 0 }

  beforeAll(async () => {
    desk = await startDesk({ customers: CUSTOMERS })
    page = desk.page
    for (const [number, name] of Object.entries(CUSTOMERS) as [string, Name][]) {
      await desk.phones.text(number, COMPANY_NUMBER, `Oi, aqui é ${name}`)
      tickets.set(name, (await desk.ticketOf(name, 'pending')).id)
    }
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  const lane = (name: string, on = page): Locator =>
    on.getByRole('region', { name: `Raia ${name}`, exact: true })
  const card = (name: Name, on = page): Locator => on.locator('[data-card]').filter({ hasText: name })
  const cardIn = (name: Name, of: string, on = page): Locator =>
    lane(of, on).locator('[data-card]').filter({ hasText: name })
  const namesIn = async (of: string): Promise<string[]> => {
    const texts = await lane(of).locator('[data-card] [class*=name]').allTextContents()
    return texts.map((text) => text.trim())
  }
  const said = (text: string | RegExp): Promise<void> =>
    page.locator('[data-said]').filter({ hasText: text }).waitFor({ state: 'attached' })
  const middleOf = async (of: Locator) => {
    const { x, y, width, height } = (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return { x: x + width / 2, y: y + height / 2 }
  }
  const move = (name: Name, tagId: number | null) =>
    desk.admin.put(`/tickets/${tickets.get(name)}/lane`, { tagId })

  it(
    'explains how to add lanes while there are none; tags become lanes with an order and a limit',
    async () => {
      await page.goto('/kanban')
      await page.getByText('Nenhuma raia ainda').waitFor()
      await keepPicture(page, 'kanban-none')
      await page.getByRole('link', { name: 'Abrir etiquetas' }).click()
      await page.getByRole('button', { name: 'Adicionar etiqueta' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Nome').fill('Orçamento')
      expect(await dialog.getByLabel('Ordem da raia').count()).toBe(0)
      await dialog.getByLabel('Raia do kanban').click()
      await dialog.getByLabel('Ordem da raia').fill('1')
      await dialog.getByLabel('Limite de cartões').fill('2')
      await keepPicture(page, 'kanban-tag')
      const made = page.waitForResponse((answer) => answer.url().endsWith('/api/tags'))
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      lanes.quote = (await (await made).json()).id
      const won = { name: 'Ganho', color: '#2f9150', kanban: 1, laneOrder: 2 }
      lanes.won = (await desk.admin.post<{ id: number }>('/tags', won)).body.id
      await page.goto('/kanban')
      await cardIn('Davi Melo', 'Sem raia').waitFor()
      expect(await page.locator('[data-lane] h2').allTextContents()).toEqual([
        'Sem raia',
        'Orçamento',
        'Ganho',
      ])
      expect(await namesIn('Sem raia')).toEqual(['Davi Melo', 'Carla Dias', 'Bruno Reis', 'Ana Lima'])
      await lane('Sem raia').getByText('4 cartões').waitFor({ state: 'attached' })
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'kanban')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'K5: a card that is dropped anywhere in the column of an empty lane is there, and live for others (K1)',
    async () => {
      const [from, to] = [await middleOf(card('Davi Melo')), await lane('Ganho').boundingBox()]
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x + 30, from.y + 30, { steps: 3 })
      // near the lower end of the column, far below the cards
      await page.mouse.move((to?.x ?? 0) + 150, (to?.y ?? 0) + (to?.height ?? 0) - 80, { steps: 8 })
      await keepPicture(page, 'kanban-dragging')
      await page.mouse.up()
      await cardIn('Davi Melo', 'Ganho').waitFor()
      await said(/Davi Melo movido para Ganho, 1 de 1/)
      expect(new URL(page.url()).pathname).toBe('/kanban')
      await desk.phones.until(async () => {
        const { body } = await desk.admin.get<{ laneId: number }>(`/tickets/${tickets.get('Davi Melo')}`)
        return body.laneId === lanes.won || undefined
      })
      // A colleague moves another card meanwhile.
      await move('Carla Dias', lanes.won)
      await cardIn('Carla Dias', 'Ganho').waitFor()
      await lane('Ganho').getByText('2 cartões').waitFor({ state: 'attached' })
      expect(await namesIn('Ganho')).toEqual(['Carla Dias', 'Davi Melo'])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'K3: a card is moved by keys and announced, and Esc puts it back',
    async () => {
      await card('Bruno Reis').getByRole('link').focus()
      await page.keyboard.press('Space')
      await said(/Cartão de Bruno Reis na mão/)
      await page.keyboard.press('ArrowRight')
      await said('Orçamento, 1 de 1')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowDown')
      await cardIn('Bruno Reis', 'Ganho').waitFor()
      await page.keyboard.press('Escape')
      await cardIn('Bruno Reis', 'Sem raia').waitFor()
      await said(/voltou para Sem raia/)
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowDown')
      await said('Ganho, 2 de 3')
      await page.keyboard.press('Space')
      await said('Cartão de Bruno Reis movido para Ganho, 2 de 3')
      expect(await namesIn('Ganho')).toEqual(['Carla Dias', 'Bruno Reis', 'Davi Melo'])
      const focused = page.locator('[data-card]:focus-within')
      expect(await focused.textContent()).toContain('Bruno Reis')
      await page.keyboard.press('ArrowDown')
      expect(await focused.textContent()).toContain('Davi Melo')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'K2: whoever moved a card sees it move away with the name of who, and more cards than the limit are a warning',
    async () => {
      await card('Bruno Reis').getByRole('button').click()
      await page.getByRole('menuitem', { name: 'Orçamento' }).click()
      await cardIn('Bruno Reis', 'Orçamento').waitFor()
      await desk.phones.until(async () => {
        const { body } = await desk.admin.get<{ laneId: number }>(`/tickets/${tickets.get('Bruno Reis')}`)
        return body.laneId === lanes.quote || undefined
      })
      await move('Bruno Reis', lanes.won)
      await page.getByText(`${desk.admin.user.name} moveu o cartão de Bruno Reis para Ganho`).waitFor()
      await cardIn('Bruno Reis', 'Ganho').waitFor()
      for (const name of ['Bruno Reis', 'Carla Dias', 'Davi Melo'] as const) await move(name, lanes.quote)
      await lane('Orçamento').getByRole('img', { name: 'Acima do limite' }).waitFor()
      await lane('Orçamento').getByText('3 de 2 cartões').waitFor({ state: 'attached' })
      await keepPicture(page, 'kanban-over')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'K6: a card of a ticket closed meanwhile returns to its place, with the reason',
    async () => {
      const release = await holdCalls(page, /\/lane$/)
      const sent = page.waitForRequest(/\/lane$/)
      await card('Davi Melo').getByRole('button').click()
      await page.getByRole('menuitem', { name: 'Ganho' }).click()
      await cardIn('Davi Melo', 'Ganho').waitFor()
      await sent
      await desk.admin.put(`/tickets/${tickets.get('Davi Melo')}`, { status: 'closed' })
      release()
      await page
        .getByText(/O cartão de Davi Melo voltou. O atendimento foi fechado/)
        .first()
        .waitFor()
      await card('Davi Melo').waitFor({ state: 'detached' })
      await lane('Orçamento').getByText('2 de 2 cartões').waitFor({ state: 'attached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'K4: on a phone of 360 pixels a card is moved by a finger that is held on it, and by the menu, twenty times in a row',
    async () => {
      const eva = { name: 'Eva Nunes', email: 'eva@guiche.test', password: 'segredo-3' }
      await desk.admin.post('/users', { ...eva, profile: 'user', allTicket: 'enabled' })
      const phone = await desk.open({ hasTouch: true })
      await signInByForm(phone, eva)
      await phone.setViewportSize({ width: 360, height: 740 })
      await phone.goto('/kanban')
      await cardIn('Ana Lima', 'Sem raia', phone).waitFor()
      await keepPicture(phone, 'kanban-phone')
      const touch = await phone.context().newCDPSession(phone)
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
        touch.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
        })
      let [from, to] = ['Sem raia', 'Orçamento']
      for (let turn = 0; turn < 20; turn++) {
        const own = cardIn('Ana Lima', from, phone)
        await own.scrollIntoViewIfNeeded()
        if (turn % 4 === 3) {
          await own.getByRole('button').tap()
          await phone.getByRole('menuitem', { name: to }).waitFor()
          // While a menu opens, the finger may touch an element below it.
          await phone.waitForFunction(
            () => document.querySelector('.ant-dropdown[class*="ant-slide"]') === null,
          )
          await phone.getByRole('menuitem', { name: to }).tap()
        } else {
          const { x, y } = await middleOf(own)
          await send('touchStart', x, y)
          await phone.locator('[class*=ghost]').waitFor()
          // The lane is not visible. Near the edge, the board scrolls until the lane appears.
          await send('touchMove', to === 'Orçamento' ? 350 : 10, y + 4)
          await phone.waitForFunction((name) => {
            const column = document.elementFromPoint(180, 400)?.closest('[data-lane]')
            return column?.getAttribute('aria-label') === `Raia ${name}`
          }, to)
          await send('touchMove', 180, 400)
          await lane(to, phone).locator('[class*=gap]').waitFor()
          await send('touchEnd')
        }
        await cardIn('Ana Lima', to, phone).waitFor()
        ;[from, to] = [to, from]
      }
      expect(await checkAccessibility(phone)).toEqual([])
      expect(desk.problems).toEqual([])
      await phone.context().close()
    },
    STEP_TIMEOUT_MS,
  )
})
