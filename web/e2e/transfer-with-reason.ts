import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, chooseEntry, clickInList, keepPictures, noDialog } from './browser.js'
import { COMPANY_NUMBER, CUSTOMER_NUMBER, type Desk } from './desk.js'

interface TransferStage {
  readonly desk: Pick<Desk, 'admin' | 'phones'>
  /** page of the ticket's agent, whose name is `name` */
  readonly attends: Page
  readonly name: string
  /** page of the colleague, whose name is `to` */
  readonly other: Page
  readonly to: string
  /** the ticket's uuid */
  readonly uuid: string
}
interface ToldTicket {
  readonly id: number
  readonly unreadMessages: number
}

/**
 * Steps of a transfer:
 * 1. Two people open a ticket and see each other.
 * 2. The ticket is transferred with a reason. The other person is notified on another page.
 * 3. The bell shows the notification and marks all as read.
 * 4. A message links to the ticket.
 * 5. The ticket is deleted, and the deleter's name is shown once.
 */
export const transferWithReason = async ({
  desk,
  attends,
  name,
  other,
  to,
  uuid,
}: TransferStage): Promise<void> => {
  for (const page of [attends, other]) await page.goto(`/tickets/${uuid}`)
  const header = attends.locator('header', { hasText: `Atendido por ${name}` })
  await header.getByText(`${to} também está vendo`).waitFor()
  await keepPictures(attends, 'seen-beside')

  await other.goto('/contacts')
  await other.getByRole('heading', { name: 'Contatos' }).waitFor()
  await attends.getByRole('button', { name: 'Mais ações' }).click()
  await chooseEntry(attends, 'Transferir')
  const dialog = attends.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Pessoa ou fila' }).fill(to)
  await clickInList(attends, attends.locator('.ant-select-item-option', { hasText: to }))
  await dialog.getByRole('textbox', { name: 'Por quê (opcional)' }).fill('pede um orçamento')
  expect(await checkAccessibility(attends)).toEqual([])
  await keepPictures(attends, 'transfer-why')
  const told = other.getByRole('status').filter({ hasText: `${name} passou` })
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  await told.getByText(/para você: pede um orçamento$/).waitFor()
  await told.getByRole('button', { name: 'Abrir' }).waitFor()

  const says = (text: string) => desk.phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, text)
  const toast = (text: string) => other.getByRole('status').filter({ hasText: text })
  await says('linha 91')
  await toast(': linha 91').waitFor()
  await keepPictures(other, 'told-elsewhere')
  await other.getByRole('button', { name: /^Notificações: 1 atendimento/ }).click()
  const bell = other.getByRole('region', { name: 'Notificações' })
  await bell.getByRole('link', { name: /para você: pede um orçamento/ }).waitFor()
  expect(await checkAccessibility(other)).toEqual([])
  await keepPictures(other, 'bell-passed-on')
  await bell.getByRole('button', { name: 'Marcar como lidas' }).click()
  await bell.getByText('Nada por ler.').waitFor()
  const ticket = async () => (await desk.admin.get<ToldTicket>(`/tickets/u/${uuid}`)).body
  const { id, unreadMessages } = await ticket()
  expect(unreadMessages).toBe(0)
  await other.keyboard.press('Escape')

  await says('linha 92')
  await toast(': linha 92').getByRole('button', { name: 'Abrir' }).click()
  await other.getByRole('log').getByText('linha 92').waitFor()
  expect(new URL(other.url()).pathname).toBe(`/tickets/${uuid}`)
  await other.getByRole('button', { name: 'Mais ações' }).click()
  await chooseEntry(other, 'Histórico')
  await other.getByRole('dialog').getByText('pede um orçamento').first().waitFor()
  await keepPictures(other, 'history-why')
  await other.keyboard.press('Escape')
  await noDialog(other)

  const gone = other.getByText(/foi excluído por /)
  const failed = other.getByRole('alert')
  expect((await desk.admin.delete(`/tickets/${id}`)).status).toBe(200)
  await gone.waitFor()
  await other.waitForURL(/\/tickets$/)
  expect(await failed.count()).toBe(0)
  await keepPictures(other, 'ticket-deleted-told')
}
