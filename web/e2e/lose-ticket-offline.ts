import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, keepPictures, noDialog } from './browser.js'
import type { Desk } from './desk.js'

interface OfflineStage {
  readonly desk: Pick<Desk, 'admin' | 'page'>
  /** page of the ticket's agent, whose name is `name` */
  readonly attends: Page
  readonly name: string
  /** the ticket's uuid */
  readonly uuid: string
  /** a queue of the agent */
  readonly queueId: number
}

/**
 * An agent loses access to a ticket while offline, with an unsent text.
 * 1. The text stays with the agent.
 * 2. The agent writes to the contact and asks for the waiting ticket. No agent has its queue, so administrators are notified.
 * 3. The ticket waits without a queue, and the agent accepts it.
 */
export const loseTicketOffline = async ({
  desk,
  attends,
  name,
  uuid,
  queueId,
}: OfflineStage): Promise<void> => {
  const { admin, page: asked } = desk
  const queue = await admin.post<{ id: number }>('/queue', { name: 'Depósito', color: '#aa3300' })
  const { id } = (await admin.get<{ id: number }>(`/tickets/u/${uuid}`)).body
  const move = async (body: object): Promise<void> => {
    expect((await admin.put(`/tickets/${id}`, body)).status).toBe(200)
  }
  const { users } = (await admin.get<{ users: { id: number; name: string; email: string }[] }>('/users')).body
  const user = users.find((one) => one.name === name)
  const userId = user?.id
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
  // The conversation also offers the text until the page learns that the ticket is gone.
  const lists = attends.getByRole('region', { name: 'Listas de atendimentos' })
  const kept = lists.getByRole('region', { name: 'Não enviado' })
  await kept.getByText('linha 40').waitFor()

  const dialog = attends.getByRole('dialog')
  const begin = async (button: string): Promise<void> => {
    await kept.getByRole('button', { name: 'Escrever ao contato' }).click()
    const [wanted, opens] = [button, 'Abrir'].map((name) => dialog.getByRole('button', { name }))
    if (wanted === undefined || opens === undefined) return
    do {
      await dialog.getByRole('button', { name: 'Iniciar', exact: true }).click()
      await wanted.or(opens).waitFor()
      // The server may use the user's former rights for a second.
    } while (await opens.isVisible())
    expect(await checkAccessibility(attends)).toEqual([])
  }
  await begin('Pedir o atendimento')
  await keepPictures(attends, 'ticket-asked-for')
  await dialog.getByRole('button', { name: 'Pedir o atendimento' }).click()
  await attends.getByText('Pedido enviado').waitFor()
  await noDialog(attends)
  await asked.getByRole('button', { name: /^Notificações/ }).click()
  await asked.getByRole('link', { name: `${name} mencionou você` }).waitFor()
  await keepPictures(asked, 'ticket-asked-for-told')
  await asked.keyboard.press('Escape')

  // A user who sees all tickets opens the ticket.
  const narrowed = { name, email: user?.email, profile: 'user', allTicket: 'desabled', queueIds: [queueId] }
  expect((await admin.put(`/users/${userId}`, narrowed)).status).toBe(200)
  await move({ status: 'pending', userId: null, queueId: null })
  await begin('Atender')
  await keepPictures(attends, 'ticket-taken')
  await dialog.getByRole('button', { name: 'Atender' }).click()
  await composer.waitFor()
  await noDialog(attends)
  expect((await admin.get<object>(`/tickets/u/${uuid}`)).body).toMatchObject({
    status: 'open',
    userId,
    queueId,
  })
}
