import { expect } from '@jest/globals'
import { clickInList, keepPicture, noDialog } from './browser.js'
import type { Desk } from './desk.js'

/**
 * Starts a conversation with a number that is not a contact yet, then tries a number that is not on WhatsApp. Expects the
 * inbox.
 */
export const writeToNewNumber = async ({ page, phones }: Desk): Promise<void> => {
  await phones.add('5511966001122', 'Zeca')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Novo', exact: true }).click()
  await dialog.getByLabel('Contato').fill('11 96600-1122')
  await clickInList(page, page.getByTitle('Conversar com (11) 96600-1122'))
  await dialog.getByRole('button', { name: 'Iniciar' }).click()
  const shown = page.getByRole('button', { name: '(11) 96600-1122', exact: true })
  await shown.waitFor()

  await page.keyboard.press('Control+k')
  await dialog.getByRole('combobox').fill('+55 11 96600-1122')
  await dialog.getByRole('group', { name: 'Pessoas' }).getByRole('option').waitFor()
  expect(await dialog.getByText('Conversar com').count()).toBe(0)
  await dialog.getByRole('combobox').fill('11966001123')
  await dialog.getByRole('option', { name: 'Conversar com (11) 96600-1123' }).waitFor()
  await dialog.getByRole('combobox').fill('+55 11 96600-1123')
  await dialog.getByRole('option', { name: 'Conversar com +55 (11) 96600-1123' }).click()
  await dialog.getByTitle('+55 (11) 96600-1123', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Iniciar' }).click()
  await dialog.getByRole('alert').waitFor()
  await keepPicture(page, 'new-number')
  await page.keyboard.press('Escape')
  await noDialog(page)
}
