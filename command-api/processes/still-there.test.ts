import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { createConversations } from '../conversations.js'
import { deciders } from '../records/deciders.js'
import { customer, messageFrom } from '../testing/customer.js'
import {
  ADMIN,
  ANA,
  BIA,
  COMPANY,
  CONNECTION,
  type Desk,
  OTHER_QUEUE,
  openDesk,
  QUEUE,
} from '../testing/desk.js'
import { metaFor } from '../testing/store.js'
import { ticketDecider } from '../ticket/decide.js'
import { userDecider } from '../user/decide.js'
import { createCascade } from './cascade.js'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

const state = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state
const cascade = () => {
  const nobody = {} as never
  const others = { refreshTokens: nobody, holdings: nobody, passwords: nobody, activeTickets: nobody }
  return createCascade({ ...desk, ...others }).process
}
/** Deletes a queue with all that follows, in the handler and in the process. */
const dropQueue = async (id: number) => {
  const command = { kind: 'delete', id, caller: ADMIN } as const
  const done = await desk.kernel.execute(
    deciders.queue,
    streams.records('queues', COMPANY),
    command,
    metaFor(),
  )
  const deleted = done.ok ? (done.value.events[0] as StoredEvent | undefined) : undefined
  if (deleted === undefined) throw new Error('it was not deleted')
  await desk.shown()
  await cascade().react(deleted)
  await cascade().react(deleted)
}
/** Lets the process go through what happened to tickets, twice, as after a crash. */
const follow = async () => {
  const events = (await desk.log('ticket.')).map((value) => ({ value }))
  await cascade().handle(events)
  await cascade().handle(events)
}

it('a ticket that opens in a queue during its deletion waits without a queue', async () => {
  const next: Desk['sequences']['next'] = async (name) => {
    if (name === 'ticket') await dropQueue(QUEUE)
    return desk.sequences.next(name)
  }
  const { inbound } = createConversations({ ...desk, sequences: { ...desk.sequences, next } })
  await inbound.handle(desk.deliveries([messageFrom('5511912340001')]))
  const [opened] = await desk.log('ticket.opened')
  expect(opened?.data.to.queueId).toBe(QUEUE)
  await follow()
  expect(await state(opened?.data.ticketId)).toMatchObject({ status: 'pending', queueId: null })
  await desk.shown()
  expect(await desk.documents.one('tickets', COMPANY, opened?.data.ticketId)).toMatchObject({ queueId: null })
  expect(await desk.log('ticket.unlinked')).toHaveLength(1)
})

it('a closed ticket of a deleted queue comes back without it', async () => {
  const { ticketId, pn } = await customer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
  await dropQueue(QUEUE)
  await follow()
  expect(await state(ticketId)).toMatchObject({ status: 'closed', queueId: QUEUE })
  await desk.report(messageFrom(pn))
  await follow()
  expect(await state(ticketId)).toMatchObject({ status: 'pending', queueId: null })
})

it('a ticket that is given to a user and a queue during their deletion waits without both', async () => {
  const { ticketId } = await customer(desk)
  await desk.kernel.execute(userDecider, streams.user(BIA.userId), { kind: 'delete', by: ADMIN }, metaFor())
  await dropQueue(OTHER_QUEUE)
  const wanted = { userId: BIA.userId, queueId: OTHER_QUEUE }
  const transfer = { kind: 'change', caller: ADMIN, wanted, seen: null } as const
  await desk.kernel.execute(ticketDecider, streams.ticket(ticketId), transfer, metaFor())
  expect(await state(ticketId)).toMatchObject({ status: 'open', ...wanted })
  await follow()
  expect(await state(ticketId)).toMatchObject({ status: 'pending', userId: null, queueId: null })
})

it('a ticket keeps a queue and a user that are there', async () => {
  const { ticketId } = await customer(desk, { connectionId: CONNECTION })
  await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
  await dropQueue(OTHER_QUEUE)
  await follow()
  expect(await state(ticketId)).toMatchObject({ status: 'open', userId: ANA.userId, queueId: QUEUE })
  expect(await desk.log('ticket.unlinked')).toEqual([])
})
