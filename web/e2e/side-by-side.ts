import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { keepPictures } from './browser.js'
import { COMPANY_NUMBER, CUSTOMER_NUMBER, type Desk } from './desk.js'

/** Opens the ticket of this contact at widths around 900 and 1200 px: one pane at a time, and side by side. */
export const setSideBySide = async (page: Page, name: string): Promise<void> => {
  const log = page.getByRole('log')
  const row = page.locator('[data-ticket-id]:visible').filter({ hasText: name })
  const button = (label: string) => page.getByRole('button', { name: label })
  const width = (width: number) => page.setViewportSize({ width, height: 800 })

  await width(1000)
  await row.getByRole('link').click()
  await log.waitFor()
  await row.waitFor({ state: 'hidden' })
  await button('Lista e conversa lado a lado').click()
  await row.waitFor()
  expect(await log.isVisible()).toBe(true)
  await keepPictures(page, 'side-by-side')
  await page.reload()
  await row.waitFor()
  await log.waitFor()

  // A narrower window has no room for two panes, and a wide window needs no button.
  await width(880)
  await row.waitFor({ state: 'hidden' })
  await width(1440)
  await row.waitFor()
  await button('Lista e conversa, uma de cada vez').waitFor({ state: 'detached' })

  // The command palette has the same action.
  await width(1000)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill('uma de cada vez')
  await palette.getByRole('option').first().click()
  await row.waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Switches between list and conversation on a phone: by two tabs, a button and the back arrow of the conversation. */
export const switchPanes = async ({ page, phones, ticketOf }: Desk): Promise<void> => {
  const halves = page.getByRole('navigation', { name: 'Partes da página' })
  const half = (name: string) => halves.getByText(name)
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  const row = page.locator('[data-ticket-id]:visible')
  const log = page.getByRole('log')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/tickets')
  await half('Conversa').click()
  await page.getByText('Escolha um atendimento').waitFor()
  await tab(/Fechados/).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Selecionar atendimento' }).click()
  await phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Mais uma coisa')
  const { uuid } = await ticketOf('Caio Prado', 'pending')
  await tab(/Aguardando/).click()
  await row.getByRole('link').click()
  await log.getByText('Mais uma coisa').waitFor()
  // On a phone the conversation covers the app bar and the tabs.
  await half('Atendimentos').waitFor({ state: 'hidden' })
  expect((await log.boundingBox())?.height).toBeGreaterThan(540)
  await page.getByRole('link', { name: 'Voltar' }).click()
  await row.waitFor()
  await half('Conversa').click()
  await page.waitForURL(`**/tickets/${uuid}`)
  await page.setViewportSize({ width: 1440, height: 900 })
  // Waits for the tab, because a menu opened earlier would move away from the pointer.
  await tab(/Fechados/).waitFor()
}
