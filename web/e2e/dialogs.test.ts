import {
  ADMIN,
  type ProductProcess,
  removeData,
  startProductProcess,
} from '@guiche/infra/launcher/testing/product-process.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { enter, keepPicture, launchBrowser } from './browser.js'

const STEP = 60_000
const EXISTING = {
  id: 7,
  name: 'Caio Prado',
  number: '5511988887777',
  email: 'caio@cliente.test',
  profilePicUrl: '',
  isGroup: false,
  active: true,
  extraInfo: [],
}

describe('dialogs', () => {
  let product: ProductProcess
  let browser: Browser
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    product = await startProductProcess({ env: { SIMULATOR: 'off' } })
    browser = await launchBrowser()
    context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'pt-BR' })
    page = await context.newPage()
    page.setDefaultTimeout(10_000)
    await enter(page, product.url, ADMIN)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    if (product !== undefined) await removeData(product.dataDir)
  })
  beforeEach(async () => {
    await page.goto(`${product.url}/users`)
  })
  const dialog = () => page.getByRole('dialog')
  const newUser = async () => {
    await page.getByRole('button', { name: 'Adicionar usuário' }).click()
    await dialog().waitFor()
  }

  it(
    'give the keys that are typed at once to their first field, and leave the focus alone afterwards',
    async () => {
      await newUser()
      await page.keyboard.type('Bia Souza')
      expect(await page.locator('#name').inputValue()).toBe('Bia Souza')
      await page.keyboard.press('Tab')
      await page.keyboard.type('bia@guiche.test')
      // whoever waits for the end of the movement sees the same
      await page.locator('.ant-zoom-appear, .ant-zoom-enter').waitFor({ state: 'detached' })
      expect(await page.locator('#email').inputValue()).toBe('bia@guiche.test')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('email')
    },
    STEP,
  )

  it(
    'and so does the list of commands',
    async () => {
      await page.getByRole('button', { name: 'Adicionar usuário' }).waitFor()
      await page.keyboard.press('Control+k')
      await dialog().waitFor()
      await page.keyboard.type('filas')
      expect(await dialog().getByRole('combobox').inputValue()).toBe('filas')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/queues$/)
    },
    STEP,
  )

  it(
    'close with Esc at once where nothing was typed, and ask before something typed is lost',
    async () => {
      await newUser()
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })

      await newUser()
      await page.keyboard.type('Bia')
      await page.keyboard.press('Escape')
      const question = page.getByText('Descartar o que foi digitado?')
      await question.waitFor()
      await keepPicture(page, 'discard')
      // Esc on the question answers the question alone
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      expect(await page.locator('#name').inputValue()).toBe('Bia')
      const cross = dialog().getByRole('button', { name: 'Fechar' })
      await cross.click()
      await page.getByRole('button', { name: 'Continuar editando' }).click()
      await question.waitFor({ state: 'detached' })
      expect(await page.locator('#name').inputValue()).toBe('Bia')
      await cross.click()
      await page.getByRole('button', { name: 'Descartar' }).click()
      await dialog().waitFor({ state: 'detached' })
    },
    STEP,
  )

  it(
    'stay open when Esc closes a list that is open in them',
    async () => {
      await newUser()
      await dialog().getByLabel('Perfil').click()
      await page.locator('.ant-select-dropdown').waitFor()
      await page.keyboard.press('Escape')
      await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'detached' })
      expect(await dialog().count()).toBe(1)
    },
    STEP,
  )

  it(
    'tell what the server refused once, at its field',
    async () => {
      await newUser()
      await page.keyboard.type('Outra Dora')
      await page.locator('#email').fill(ADMIN.email)
      await page.locator('#password').fill('segredo-1')
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      const said = page.getByText('Já existe um usuário com este e-mail.')
      await said.first().waitFor()
      await keepPicture(page, 'field-error')
      expect(await said.count()).toBe(1)
      const field = dialog()
        .locator('.ant-form-item')
        .filter({ has: page.locator('#email') })
      expect(await field.getByText('Já existe um usuário com este e-mail.').count()).toBe(1)
      await page.locator('#email').fill('outra@guiche.test')
      await page.keyboard.press('Tab')
      await said.waitFor({ state: 'detached' })
    },
    STEP,
  )

  it(
    'say that a contact exists already, and open it',
    async () => {
      await context.route(/\/api\/contacts$/, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ json: { alreadyExists: true, existingContact: EXISTING } })
          : route.fallback(),
      )
      await page.goto(`${product.url}/contacts`)
      await page.getByRole('button', { name: 'Adicionar contato' }).first().click()
      await dialog().waitFor()
      await page.keyboard.type('Caio de novo')
      await page.locator('#number').fill(EXISTING.number)
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await dialog()
        .getByText(/já é de um contato/)
        .waitFor()
      await keepPicture(page, 'contact-exists')
      expect(await page.locator('#name').inputValue()).toBe('Caio Prado')
      expect(await page.locator('#email').inputValue()).toBe('caio@cliente.test')
      expect(await page.getByText('Contato salvo com sucesso.').count()).toBe(0)
    },
    STEP,
  )

  it(
    'say that a number finds no room, and what helps, in its row as in its dialog',
    async () => {
      const waiting = {
        id: 5,
        name: 'Vendas',
        channel: 'whatsapp',
        status: 'OPENING',
        reason: 'ERR_WAPP_NO_ROOM',
        waitingReason: 'no-room',
        number: null,
        isDefault: true,
        queues: [],
        updatedAt: '2026-01-01T10:00:00.000Z',
      }
      let made = false
      await context.route(/\/api\/whatsapp(\?|$)/, (route) => {
        if (route.request().method() === 'POST') made = true
        else if (!made) return route.fulfill({ json: [] })
        return route.fulfill({ json: route.request().method() === 'POST' ? waiting : [waiting] })
      })
      await page.goto(`${product.url}/connections`)
      await page.getByRole('button', { name: 'Adicionar conexão' }).first().click()
      await dialog().waitFor()
      await page.keyboard.type('Vendas')
      await dialog().getByRole('button', { name: 'Criar e conectar' }).click()
      await dialog()
        .getByText(/um GATEWAY_SESSIONS maior ou outro gateway/)
        .waitFor()
      await keepPicture(page, 'no-room-dialog')
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
      const row = page.getByRole('row').filter({ hasText: 'Vendas' })
      await row.getByText('À espera de lugar').waitFor()
      await row.getByText(/outro gateway/).waitFor()
      await keepPicture(page, 'no-room-row')
    },
    STEP,
  )

  it(
    'ask for the current password before the own one is changed, and the session goes on',
    async () => {
      await page.getByRole('button', { name: 'Meu perfil' }).click()
      await dialog().waitFor()
      expect(await page.locator('#currentPassword').count()).toBe(0)
      await page.locator('#password').fill('outra-senha')
      await dialog()
        .getByText(/as outras sessões desta conta terminam/)
        .waitFor()
      await page.locator('#currentPassword').fill('errada')
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await dialog().getByText('A senha atual não confere.').waitFor()
      await keepPicture(page, 'own-password')
      await page.locator('#currentPassword').fill(ADMIN.password)
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await dialog().waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('button', { name: 'Adicionar usuário' }).waitFor()
    },
    STEP,
  )
})
