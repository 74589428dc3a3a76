import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, keepPicture, signInByForm } from './browser.js'
import { type Place, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startPlace } from './desk.js'

/** Users: invited by a link, and shown as online or offline. */
describe('users in the browser', () => {
  let place: Place
  let admin: Page
  let guest: Page
  let link = ''

  beforeAll(async () => {
    place = await startPlace()
    admin = await place.open({ colorScheme: 'light' })
    guest = await place.open({ viewport: { width: 360, height: 800 }, colorScheme: 'dark' })
    await guest.clock.install()
    await signInByForm(admin, ADMIN)
  }, START_TIMEOUT_MS)
  afterAll(() => place?.stop())

  it(
    'an admin invites somebody by a link that is shown once',
    async () => {
      await admin.goto('/users')
      await admin.getByRole('button', { name: 'Adicionar usuário' }).first().click()
      const dialog = admin.getByRole('dialog')
      await dialog.getByLabel('Nome').fill('Bia Souza')
      await dialog.getByLabel('E-mail').fill('bia@guiche.test')
      await keepPicture(admin, 'user-new')
      for (const label of ['Início do trabalho', 'Fim do trabalho'])
        await dialog.getByLabel(label).fill('08:00')
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      const apart = dialog.getByText('Preencha o início e o fim, com horários diferentes.')
      await apart.waitFor()
      await dialog.getByLabel('Início do trabalho').fill('07:00')
      await apart.waitFor({ state: 'detached' })
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      const field = admin.getByLabel('Link do convite')
      link = await field.inputValue()
      expect(link).toMatch(/\/invitation#\d+\.[\w-]{43}$/)
      await keepPicture(admin, 'invitation-link')
      expect(await checkAccessibility(admin)).toEqual([])
      await admin.getByRole('button', { name: 'Fechar' }).last().click()
      await admin.getByText(/Convite válido até/).waitFor()
      await keepPicture(admin, 'users-invited')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'who was invited chooses a password and is in; the link is of no use afterwards',
    async () => {
      await guest.goto(link)
      await guest.getByText('bia@guiche.test').waitFor()
      await guest.getByRole('button', { name: 'Salvar e entrar' }).click()
      await guest.getByText('Preencha este campo.').waitFor()
      await keepPicture(guest, 'invitation-dark')
      expect(await checkAccessibility(guest)).toEqual([])
      await guest.getByLabel('Sua senha', { exact: true }).fill('minha-senha')
      await guest.getByRole('button', { name: 'Salvar e entrar' }).click()
      await guest.waitForURL(/tickets/)
      await admin
        .getByRole('row', { name: /Bia Souza/ })
        .getByText('Online')
        .waitFor()

      const late = await place.open()
      await late.goto(link)
      await late.getByText('Este convite já foi usado').waitFor()
      await keepPicture(late, 'invitation-used')
      await late.getByRole('link', { name: 'Ir para a entrada' }).click()
      await late.getByRole('button', { name: 'Entrar' }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'is away after five minutes without doing anything, and back with the first key',
    async () => {
      const row = admin.getByRole('row', { name: /Bia Souza/ })
      await guest.clock.runFor(5 * 60_000 + 1000)
      await row.getByText('Ausente').waitFor()
      await keepPicture(admin, 'users-away')
      await guest.keyboard.press('Shift')
      await row.getByText('Online').waitFor()
      expect(place.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )
})
