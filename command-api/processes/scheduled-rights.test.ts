import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { ADMIN, ANA, BIA, COMPANY, type Desk, OTHER_QUEUE, QUEUE, STRANGER } from '../testing/desk.js'
import { ADMIN_ACTOR } from '../testing/people.js'
import { openPlanningDesk, PLANNED_AT, planningAt } from '../testing/planned.js'
import { userDecider } from '../user/decide.js'

let desk: Desk
beforeAll(async () => {
  desk = await openPlanningDesk()
})
afterAll(() => desk.close())

const { plan, work, shown, said, attended } = planningAt(() => desk)
/** Moves Bia into these queues. */
const setQueuesOfBia = (queueIds: readonly number[]) => {
  const meta = { commandId: newUuid(), companyId: COMPANY, actor: ADMIN_ACTOR, correlationId: 'test' }
  const command = { kind: 'edit', by: ADMIN, wanted: { queueIds }, passwordRef: null } as const
  return desk.kernel.execute(userDecider, streams.user(BIA.userId), command, meta)
}

it('a message is not planned for a contact whose only active ticket its author may not open', async () => {
  const { contactId, ticketId } = await attended()
  expect(await plan({ contactId }, STRANGER)).toEqual({ error: 'ERR_NO_PERMISSION' })
  expect(await plan({ contactId }, ADMIN)).toMatchObject({ status: 'PENDENTE' })
  await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
  expect(await plan({ contactId }, STRANGER)).toMatchObject({ status: 'PENDENTE' })
})

it('a planned message is not sent once its author has lost the queue, has the reason, and can be planned again', async () => {
  const { contactId } = await attended()
  const { id } = await plan({ contactId }, BIA)
  await setQueuesOfBia([OTHER_QUEUE])
  desk.setTime(PLANNED_AT)
  await work()
  expect(await said(contactId)).toEqual([])
  expect(await shown(id)).toMatchObject({ status: 'ERRO', error: 'ERR_SCHEDULE_NOT_ALLOWED' })
  await setQueuesOfBia([QUEUE])
  const later = '2026-03-02T16:00:00.000Z'
  const again = { contactId, body: 'Olá de novo', sendAt: later }
  expect((await desk.call(BIA, 'PUT', `/schedules/${id}`, again)).body).toMatchObject({ status: 'PENDENTE' })
  desk.setTime(later)
  await work()
  expect((await said(contactId)).map(({ body }) => body)).toEqual(['Olá de novo'])
})

it('a planned message does not go into a closed ticket that its author may not open', async () => {
  const { contactId, ticketId } = await attended()
  await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
  await plan({ contactId }, STRANGER)
  desk.setTime(PLANNED_AT)
  await work()
  const [message] = await said(contactId)
  expect(message.ticketId).not.toBe(ticketId)
  expect(await desk.documents.one('tickets', COMPANY, message.ticketId)).toMatchObject({
    ...{ status: 'open', userId: STRANGER.userId },
  })
})

it('a planned message of a ticket that a user may not open does not exist for this user: GET, PUT and DELETE agree', async () => {
  const { contactId, ticketId } = await attended()
  const { id } = await plan({ contactId, ticketId }, ANA)
  const path = `/schedules/${id}`
  const change = { contactId, body: 'Olá de novo', sendAt: PLANNED_AT }
  const asked = (who: typeof ANA) =>
    Promise.all([
      desk.call(who, 'PUT', path, change),
      desk.call(who, 'DELETE', path),
      desk.call(who, 'DELETE', `${path}/media-upload`),
    ])
  const codesOf = (answers: Awaited<ReturnType<typeof asked>>) => answers.map(({ body }) => body.error)
  expect(codesOf(await asked(STRANGER))).toEqual(Array(3).fill('ERR_NO_SCHEDULE_FOUND'))
  await setQueuesOfBia([QUEUE])
  // A colleague who may open the ticket reads the message, but may not change it.
  expect(codesOf(await asked(BIA))).toEqual(Array(3).fill('ERR_NO_PERMISSION'))
})
