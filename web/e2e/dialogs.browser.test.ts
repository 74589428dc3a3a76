import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { BrowserContext, Page } from 'playwright-core'
import { chooseOfAccount, keepPicture, noDialog, signInByForm } from './browser.js'
import { type Place, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startPlace } from './desk.js'

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
  let place: Place
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    place = await startPlace({ SIMULATOR: 'off' })
    page = await place.open({ viewport: { width: 1280, height: 800 } })
    context = page.context()
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
    'close with Esc at once where nothing was typed, and ask before something typed is lost',
    async () => {
      await newUser()
      await page.keyboard.press('Escape')
      await noDialog(page)

      await newUser()
      await page.keyboard.type('Bia')
      await page.keyboard.press('Escape')
      const question = page.getByText('Descartar o que foi digitado?')
      await question.waitFor()
      await keepPicture(page, 'discard')
      // Esc closes the confirmation alone.
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      expect(await page.locator('[id$="_name"]').inputValue()).toBe('Bia')
      const cross = dialog().getByRole('button', { name: 'Fechar' })
      await cross.click()
      await page.getByRole('button', { name: 'Continuar editando' }).click()
      await question.waitFor({ state: 'detached' })
      expect(await page.locator('[id$="_name"]').inputValue()).toBe('Bia')
      await cross.click()
      await page.getByRole('button', { name: 'Descartar' }).click()
      await noDialog(page)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'confirm before a typed phone number is lost, and keep it beside the QR code',
    async () => {
      await page.goto('/connections')
      await page.getByRole('button', { name: 'Adicionar conexão' }).first().click()
      await dialog().getByLabel('Nome').fill('Principal')
      await dialog().getByRole('button', { name: 'Criar e conectar' }).click()
      await dialog().getByText('Código pelo número').click()
      const number = dialog().getByLabel('Número do celular')
      await number.fill('+55 11 98888-7777')
      await dialog().getByText('QR Code', { exact: true }).click()
      await dialog().getByText('Código pelo número').click()
      expect(await number.inputValue()).toBe('+55 11 98888-7777')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Continuar editando' }).click()
      await page.getByText('Descartar o que foi digitado?').waitFor({ state: 'detached' })
      expect(await number.inputValue()).toBe('+55 11 98888-7777')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Descartar' }).click()
      await noDialog(page)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'keep what was typed when the keys for the list of commands are pressed',
    async () => {
      await chooseOfAccount(page, 'Meu perfil')
      await dialog().waitFor()
      const name = page.locator('[id$="_name"]')
      await name.fill('Dora')
      await page.keyboard.press('Control+k')
      await page.keyboard.type(' Reis')
      expect(await name.inputValue()).toBe('Dora Reis')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Descartar' }).click()
      await noDialog(page)
    },
    STEP_TIMEOUT_MS,
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
    STEP_TIMEOUT_MS,
  )

  it(
    'show that their options could not be loaded, and load them again',
    async () => {
      // the first read when the dialog opens, and the second when its list opens
      await page.route('**/api/queue', (route) => route.abort(), { times: 2 })
      const first = page.waitForEvent('requestfailed')
      await newUser()
      await first
      await dialog().getByLabel('Filas').click()
      const failed = page.getByText('Não foi possível carregar a lista de registros.')
      await failed.waitFor()
      await page.getByRole('button', { name: 'Tentar de novo' }).click()
      await failed.waitFor({ state: 'detached' })
      await page.locator('.ant-select-dropdown .ant-empty-description').waitFor()
      await page.keyboard.press('Escape')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'show a refused value once, at its field',
    async () => {
      await newUser()
      await page.keyboard.type('Outra Dora')
      await page.locator('[id$="_email"]').fill(ADMIN.email)
      await dialog().getByText('Definir uma senha').click()
      await page.locator('[id$="_password"]').fill('segredo-1')
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      const said = page.getByText('Já existe um usuário com este e-mail.')
      await said.first().waitFor()
      await keepPicture(page, 'field-error')
      expect(await said.count()).toBe(1)
      const field = dialog()
        .locator('.ant-form-item')
        .filter({ has: page.locator('[id$="_email"]') })
      expect(await field.getByText('Já existe um usuário com este e-mail.').count()).toBe(1)
      await page.locator('[id$="_email"]').fill('outra@guiche.test')
      await page.keyboard.press('Tab')
      await said.waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'create one record if the answer was lost and values were changed, and say that the first was received',
    async () => {
      let isLost = true
      await context.route(/\/api\/users$/, async (route) => {
        if (!isLost || route.request().method() !== 'POST') return route.fallback()
        isLost = false
        await route.fetch()
        return route.abort()
      })
      await newUser()
      await page.locator('[id$="_name"]').fill('Primeira')
      await page.locator('[id$="_email"]').fill('primeira@guiche.test')
      await dialog().getByText('Definir uma senha').click()
      await page.locator('[id$="_password"]').fill('segredo-1')
      const save = dialog().getByRole('button', { name: 'Salvar' })
      await save.click()
      await dialog().getByText('Sem resposta do servidor.').waitFor()
      await page.locator('[id$="_email"]').fill('segunda@guiche.test')
      await save.click()
      await dialog().getByText('Uma tentativa anterior foi recebida').waitFor()
      await page.getByText('primeira@guiche.test').waitFor()
      expect(await page.getByText('segunda@guiche.test').count()).toBe(0)
      // A second click saves although the record has changed.
      await save.click()
      await noDialog(page)
      await page.getByText('segunda@guiche.test').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'say that a contact exists already, and open it',
    async () => {
      await context.route(/\/api\/contacts$/, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ json: { alreadyExists: true, existingContact: EXISTING } })
          : route.fallback(),
      )
      await page.goto('/contacts')
      await page.getByRole('button', { name: 'Adicionar contato' }).first().click()
      await dialog().waitFor()
      await page.keyboard.type('Caio de novo')
      await page.locator('[id$="_number"]').fill(EXISTING.number)
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await dialog()
        .getByText(/já é de um contato/)
        .waitFor()
      await keepPicture(page, 'contact-exists')
      expect(await page.locator('[id$="_name"]').inputValue()).toBe('Caio Prado')
      expect(await page.locator('[id$="_email"]').inputValue()).toBe('caio@cliente.test')
      expect(await page.getByText('Contato salvo com sucesso.').count()).toBe(0)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'say that there is no room for a number and what helps, in the row and in the dialog',
    async () => {
      const waiting = {
        id: 5,
        name: 'Vendas',
        channel: 'whatsapp',
        status: 'OPENING',
        reason: 'ERR_WAPP_NO_ROOM',
        waitingReason: 'no-room',
        importOldMessages: null,
        statusImportMessages: null,
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
      await page.goto('/connections')
      await page.getByRole('button', { name: 'Adicionar conexão' }).first().click()
      await dialog().waitFor()
      await page.keyboard.type('Vendas')
      await dialog().getByRole('button', { name: 'Criar e conectar' }).click()
      await dialog()
        .getByText(/um GATEWAY_SESSIONS maior ou outro gateway/)
        .waitFor()
      await keepPicture(page, 'no-room-dialog')
      await page.keyboard.press('Escape')
      await noDialog(page)
      const row = page.getByRole('row').filter({ hasText: 'Vendas' })
      await row.getByText('À espera de lugar').waitFor()
      await row.getByText(/outro gateway/).waitFor()
      await keepPicture(page, 'no-room-row')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'ask for the current password before the own one is changed, and the session goes on',
    async () => {
      await chooseOfAccount(page, 'Meu perfil')
      await dialog().waitFor()
      expect(await page.locator('[id$="_currentPassword"]').count()).toBe(0)
      await page.locator('[id$="_password"]').fill('outra-senha')
      await dialog()
        .getByText(/as outras sessões desta conta terminam/)
        .waitFor()
      await page.locator('[id$="_currentPassword"]').fill('errada')
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await dialog().getByText('A senha atual não confere.').waitFor()
      await keepPicture(page, 'own-password')
      await page.locator('[id$="_currentPassword"]').fill(ADMIN.password)
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await noDialog(page)
      await page.reload()
      await page.getByRole('button', { name: 'Adicionar usuário' }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )
})
