import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { keepPictures } from './browser.js'

/** Opens the ticket of this contact at widths around 900 and 1200 px, one pane at a time and side by side. */
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

  // a narrower window has no room, and a wide one needs no button
  await width(880)
  await row.waitFor({ state: 'hidden' })
  await width(1440)
  await row.waitFor()
  await button('Lista e conversa, uma de cada vez').waitFor({ state: 'detached' })

  // the palette has it as well
  await width(1000)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill('uma de cada vez')
  await palette.getByRole('option').first().click()
  await row.waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 1440, height: 900 })
}
