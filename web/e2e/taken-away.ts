import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import type { Desk } from './desk.js'

interface Away {
  readonly desk: Pick<Desk, 'admin'>
  /** whoever attends the ticket, called `name` */
  readonly attends: Page
  readonly name: string
  /** of the ticket */
  readonly uuid: string
  /** of the attendant */
  readonly queueId: number
}

/**
 * A text that is written without a line, while the ticket goes where its writer may not follow, stays with the writer,
 * who writes to the contact and asks for the ticket that waits elsewhere.
 */
export const takenAway = async ({ desk: { admin }, attends, name, uuid, queueId }: Away): Promise<void> => {
  const queue = await admin.post<{ id: number }>('/queue', { name: 'Depósito', color: '#aa3300' })
  const { id } = (await admin.get<{ id: number }>(`/tickets/u/${uuid}`)).body
  const move = async (body: object): Promise<void> => {
    expect((await admin.put(`/tickets/${id}`, body)).status).toBe(200)
  }
  const { users } = (await admin.get<{ users: { id: number; name: string }[] }>('/users')).body
  const userId = users.find((user) => user.name === name)?.id
  await move({ status: 'open', userId, queueId })
  await attends.goto(`/tickets/${uuid}`)
  const composer = attends.getByPlaceholder('Mensagem')
  await composer.waitFor()
  await attends.context().setOffline(true)
  await composer.fill('linha 40')
  await composer.press('Enter')
  await attends.locator('[data-outgoing=waiting]').getByText('linha 40').waitFor()
  await move({ status: 'pending', userId: null, queueId: queue.body.id })
  await attends.context().setOffline(false)
  // for a moment the conversation offers the text, too: the page has not heard yet that the ticket is gone
  const lists = attends.getByRole('region', { name: 'Listas de atendimentos' })
  const kept = lists.getByRole('region', { name: 'Não enviado' })
  await kept.getByText('linha 40').waitFor()

  const dialog = attends.getByRole('dialog')
  await kept.getByRole('button', { name: 'Escrever ao contato' }).click()
  await dialog.getByRole('button', { name: 'Iniciar', exact: true }).click()
  await dialog.getByRole('button', { name: 'Pedir o atendimento' }).click()
  await attends.getByText('Pedido enviado').waitFor()
}
