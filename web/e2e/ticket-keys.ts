import { expect } from '@jest/globals'
import { checkAccessibility, holdNextRequest, keepPicture, noDialog } from './browser.js'
import type { Desk, Ticket } from './desk.js'
import { afterTyping } from './inbox-keys.js'

/** Uses the actions of Caio Prado's ticket by keys alone. Expects open tickets of Caio Prado and Lia Moraes in the inbox. */
export const pressTicketKeys = async (desk: Desk, caio: Ticket, lia: Ticket): Promise<void> => {
  const { page } = desk
  const { keyboard } = page
  const dialog = page.getByRole('dialog')
  const undo = page.getByRole('button', { name: 'Desfazer' })
  const press = async (key: string) => {
    await afterTyping(desk)
    await keyboard.press(key)
  }
  const undone = async () => {
    await press('z')
    await undo.waitFor({ state: 'detached' })
  }
  await page.locator('[data-ticket-id]:visible').filter({ hasText: 'Caio Prado' }).getByRole('link').click()
  await page.waitForURL(`/tickets/${caio.uuid}`)
  await page.locator('#composer:focus').press('Escape')
  await press('?')
  for (const name of ['Esta conversa', 'Ir para', 'Geral'])
    await dialog.getByRole('heading', { name }).waitFor()
  for (const name of ['Assumir atendimento', 'Observações', 'Excluir atendimento', 'Prioridade: Urgente'])
    await dialog.getByText(name, { exact: true }).waitFor()
  await keepPicture(page, 'keys-of-the-ticket')
  expect(await checkAccessibility(page)).toEqual([])
  await keyboard.press('Escape')
  await noDialog(page)

  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Observações' }).getByText('O', { exact: true }).waitFor()
  await keepPicture(page, 'menu-of-the-ticket')
  await keyboard.press('Escape')
  await page.locator('.ant-dropdown:visible').waitFor({ state: 'detached' })

  // A key that sets something confirms it with a toast, which offers undo.
  const urgent = page.locator('header').getByTitle('Prioridade: Urgente')
  await press('4')
  await page.getByText('Caio Prado · Prioridade: Urgente').waitFor()
  await urgent.waitFor()
  await undone()
  await urgent.waitFor({ state: 'detached' })
  await press('m')
  await page.getByText('Atendimento de Caio Prado silenciado.').waitFor()
  await undone()

  // The key opens the notes and focuses their field. Letters typed there are no shortcuts.
  const field = page.getByRole('region', { name: 'Observações' }).locator('textarea:focus')
  const pane = page.getByRole('complementary', { name: 'Dados do contato' })
  for (const has of [false, true]) {
    expect(await pane.count()).toBe(has ? 1 : 0)
    await press('o')
    await field.waitFor()
    await keyboard.type('e d')
    await afterTyping(desk)
    expect(await field.inputValue()).toBe(has ? 'e de d' : 'e d')
    await page.getByRole('heading', { name: 'Atendimentos' }).click()
  }
  await field.or(page.getByRole('region', { name: 'Observações' }).locator('textarea')).fill('')
  await page.getByRole('heading', { name: 'Atendimentos' }).click()
  await press('i')
  await pane.waitFor({ state: 'detached' })
  // The key also works in a window without room beside the conversation.
  await page.setViewportSize({ width: 1000, height: 768 })
  await press('o')
  await field.waitFor()
  await keepPicture(page, 'notes-drawer')
  await keyboard.press('Escape')
  await noDialog(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await press('l')
  await page.getByRole('combobox', { name: 'Etiquetas do atendimento' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('heading', { name: 'Atendimentos' }).click()
  await page.getByRole('button', { name: 'Adicionar etiqueta' }).waitFor()

  // The palette also moves the focus to where the work goes on.
  for (const [typed, goal] of [
    ['observações', field],
    ['responder', page.locator('#composer:focus')],
  ] as const) {
    await keyboard.press('Control+k')
    await dialog.getByRole('combobox').fill(typed)
    await keyboard.press('Enter')
    await noDialog(page)
    await goal.waitFor()
  }
  await keyboard.press('Escape')
  await press('i')
  await pane.waitFor({ state: 'detached' })

  // A colleague moves the ticket while the key's command is running.
  const resolving = await holdNextRequest(page, `**/api/tickets/${caio.id}`)
  await press('e')
  const held = await resolving()
  expect((await desk.admin.put(`/tickets/${caio.id}`, { status: 'pending' })).status).toBe(200)
  await held.continue()
  await page.getByText(/nesse meio-tempo, e isto não foi feito/).waitFor()
  await desk.ticketOf('Caio Prado', 'pending')
  const accept = page.getByRole('button', { name: 'Aceitar', exact: true })
  await accept.first().waitFor()
  // The key of an action that is gone does nothing.
  await press('e')
  await press('a')
  await page.getByText('Atendimento de Caio Prado aceito.').waitFor()
  await accept.first().waitFor({ state: 'detached' })
  await desk.ticketOf('Caio Prado', 'open')
  await page.locator('#composer:focus').press('Escape')

  // One letter finds an open ticket. The palette says how many letters other results need.
  await keyboard.press('Control+k')
  const group = (name: string) => dialog.getByRole('group', { name }).getByRole('option')
  await group('Esta conversa')
    .filter({ hasText: 'Devolver para a espera' })
    .getByText('D', { exact: true })
    .waitFor()
  expect(await group('Esta conversa').filter({ hasText: 'Aceitar' }).count()).toBe(0)
  await keepPicture(page, 'palette-of-the-ticket')
  await keyboard.type('l')
  await group('Ir para')
    .filter({ hasText: `Lia Moraes #${lia.id}` })
    .waitFor()
  await dialog.getByText('pessoas e mensagens, com 3 letras', { exact: false }).waitFor()
  await keepPicture(page, 'palette-one-letter')
  expect(await checkAccessibility(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
  await keepPicture(page, 'palette-narrow-dark')
  expect(await checkAccessibility(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await group('Ir para')
    .filter({ hasText: `Lia Moraes #${lia.id}` })
    .click()
  await page.waitForURL(`/tickets/${lia.uuid}`)
  await noDialog(page)
  expect(desk.problems.filter((text) => !text.includes('409'))).toEqual([])
}
