import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, keepPicture } from './browser.js'
import {
  COMPANY_NUMBER,
  CUSTOMER_NUMBER,
  type Desk,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startDesk,
} from './desk.js'

/** The list of contacts, the details of a contact, and all files exchanged with the contact. */
describe('a contact and what was sent', () => {
  let desk: Desk
  let page: Page

  beforeAll(async () => {
    desk = await startDesk()
    page = desk.page
    const tag = (await desk.admin.post<{ id: number }>('/tags', { name: 'Encomenda', color: '#2f6b4f' })).body
    await desk.phones.text(
      CUSTOMER_NUMBER,
      COMPANY_NUMBER,
      'O cardápio: https://padaria.example/menu e www.mapa.example',
    )
    const ticket = await desk.ticketOf('Caio Prado', 'pending')
    await desk.admin.post('/tags/sync', { ticketId: ticket.id, tags: [{ id: tag.id }] })
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  const row = () => page.getByRole('row').filter({ hasText: 'Caio Prado' })
  const pane = () => page.getByRole('dialog').filter({ hasText: 'Dados do contato' })
  const pictures = async (name: string) => {
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.waitForFunction((now) => document.documentElement.dataset.theme === now, colorScheme)
        await page.evaluate(async () => {
          for (const _ of [1, 2]) await new Promise((painted) => requestAnimationFrame(painted))
        })
        await keepPicture(page, `${name}-${width}-${colorScheme}`)
        expect(await checkAccessibility(page)).toEqual([])
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  it(
    'stands in the list with its tags and its last ticket, which opens',
    async () => {
      await page.goto('/contacts')
      await row().getByText('Encomenda').waitFor()
      await row()
        .getByRole('link', { name: /Aguardando/ })
        .waitFor()
      expect(await row().getByRole('button').count()).toBe(3)
      await pictures('contacts-list')
      await row()
        .getByRole('link', { name: /Aguardando/ })
        .click()
      await page.waitForURL(/\/tickets\/.{36}/)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'opens its pane from anywhere in its row, with counts on the folds',
    async () => {
      await page.goto('/contacts')
      await row().getByText('Encomenda').click()
      await pane().getByText('Atendimentos anteriores').waitFor()
      await pane().locator('summary').filter({ hasText: 'Atendimentos anteriores' }).getByText('1').waitFor()
      await pane().getByText('Encomenda').waitFor()
      await pictures('contact-pane')
      await page.keyboard.press('Escape')
      await pane().waitFor({ state: 'detached' })
      // The same by keyboard.
      await row()
        .getByRole('button', { name: /Caio Prado/ })
        .first()
        .press('Enter')
      await pane().waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'has its links, files and pictures in one gallery',
    async () => {
      await pane().locator('summary').filter({ hasText: 'Mídia e arquivos' }).click()
      await pane().getByRole('button', { name: 'Ver tudo' }).click()
      const gallery = page.getByRole('dialog').filter({ hasText: 'Mídia, arquivos e links' })
      await gallery.getByText('Nada deste tipo ainda.').waitFor()
      await gallery.getByText('Links', { exact: true }).click()
      await gallery.getByRole('link', { name: 'https://padaria.example/menu' }).waitFor()
      await pictures('gallery')
      await page.keyboard.press('Escape')
      await gallery.waitFor({ state: 'detached' })
      await pane().waitFor()
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'is among the new contacts to which the dashboard leads, and its figures change with the dates',
    async () => {
      await page.goto('/')
      await page.getByText('Por data', { exact: true }).click()
      const asked = page.waitForResponse((answer) => answer.url().includes('date_from='))
      const today = new Date().toLocaleDateString('pt-BR')
      await page.getByLabel('Data inicial').fill(today)
      await page.keyboard.press('Enter')
      expect((await asked).status()).toBe(200)
      expect(await page.getByText('Empresas', { exact: true }).count()).toBe(0)
      await keepPicture(page, 'dashboard-dates')
      const leads = page.locator('dl > div').filter({ hasText: 'Novos contatos' })
      await leads.getByRole('link').click()
      await page.waitForURL('/contacts')
      await page.getByText(/^Novos de/).waitFor()
      await row().waitFor()
      await keepPicture(page, 'contacts-came')
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )
})
