import { streams } from '@guiche/contracts/streams.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { deciders } from '../records/deciders.js'
import { cascadeOf, conversationsOf } from '../testing/consequences.js'
import { messageFrom, newCustomer } from '../testing/customer.js'
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
  SECOND_CONNECTION,
} from '../testing/desk.js'
import { metaFor } from '../testing/store.js'
import { userDecider } from '../user/decide.js'
import { createActiveTickets } from './active-tickets.js'
import { ticketDecider } from './decide.js'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

const ticketState = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state
const createCascade = () => cascadeOf(desk)
/** Runs all consequences of a deletion, in the handler and in the process. */
const runConsequences = async (type: string) => {
  const deleted = (await desk.log(type)).at(-1)
  if (deleted === undefined) throw new Error('it was not deleted')
  await desk.shown()
  await createCascade().react(deleted)
  await createCascade().react(deleted)
}
const dropQueue = async (id: number) => {
  const command = { kind: 'delete', id, caller: ADMIN } as const
  await desk.kernel.execute(deciders.queue, streams.records('queues', COMPANY), command, metaFor())
  await runConsequences('queue.deleted')
}
const dropConnection = async (tickets?: number | 'close') => {
  const command = { kind: 'delete', connectionId: CONNECTION, tickets } as const
  await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), command, metaFor())
  await runConsequences('connection.deleted')
}
/** Sends a message that opens a ticket. `meanwhile` runs just before that. Gives the ticket's id. */
const openTicket = async (meanwhile: () => Promise<void>): Promise<number> => {
  const next: Desk['sequences']['next'] = async (name) => {
    if (name === 'ticket') await meanwhile()
    return desk.sequences.next(name)
  }
  const { inbound } = conversationsOf({ ...desk, sequences: { ...desk.sequences, next } })
  await inbound.handle(desk.deliveries([messageFrom('5511912340001')]))
  return (await desk.log('ticket.opened')).at(-1)?.data.ticketId
}
/** Runs the consequences of all events of tickets, twice, as after a crash. */
const runAllTwice = async () => {
  const events = (await desk.log('ticket.')).map((value) => ({ value }))
  await createCascade().handle(events)
  await createCascade().handle(events)
}

it('a ticket that opens in a queue during its deletion waits without a queue', async () => {
  const ticketId = await openTicket(() => dropQueue(QUEUE))
  expect(await ticketState(ticketId)).toMatchObject({ queueId: QUEUE })
  await runAllTwice()
  expect(await ticketState(ticketId)).toMatchObject({ status: 'pending', queueId: null })
  await desk.shown()
  expect(await desk.documents.one('tickets', COMPANY, ticketId)).toMatchObject({ queueId: null })
  expect(await desk.log('ticket.unlinked')).toHaveLength(1)
})

it('a closed ticket of a deleted queue comes back without it', async () => {
  const { ticketId, pn } = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
  await dropQueue(QUEUE)
  await runAllTwice()
  expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', queueId: QUEUE })
  await desk.report(messageFrom(pn))
  await runAllTwice()
  expect(await ticketState(ticketId)).toMatchObject({ status: 'pending', queueId: null })
})

it('a ticket that is given to a user and a queue during their deletion waits without both', async () => {
  const { ticketId } = await newCustomer(desk)
  await desk.kernel.execute(userDecider, streams.user(BIA.userId), { kind: 'delete', by: ADMIN }, metaFor())
  await dropQueue(OTHER_QUEUE)
  const wanted = { userId: BIA.userId, queueId: OTHER_QUEUE }
  const transfer = { kind: 'change', caller: ADMIN, wanted, seen: null } as const
  await desk.kernel.execute(ticketDecider, streams.ticket(ticketId), transfer, metaFor())
  expect(await ticketState(ticketId)).toMatchObject({ status: 'open', ...wanted })
  await runAllTwice()
  expect(await ticketState(ticketId)).toMatchObject({ status: 'pending', userId: null, queueId: null })
})

it('a ticket keeps a queue and a user that are there', async () => {
  const { ticketId } = await newCustomer(desk, { connectionId: CONNECTION })
  await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
  await dropQueue(OTHER_QUEUE)
  await runAllTwice()
  expect(await ticketState(ticketId)).toMatchObject({ status: 'open', userId: ANA.userId, queueId: QUEUE })
  expect(await desk.log('ticket.unlinked')).toEqual([])
})

describe('a connection that is deleted while a ticket opens on it or comes to it', () => {
  const ends = [
    ['stays without one', undefined, { status: 'pending', connectionId: CONNECTION, connectionGone: true }],
    ['moves', SECOND_CONNECTION, { status: 'pending', connectionId: SECOND_CONNECTION }],
    ['is closed', 'close', { status: 'closed', closeReason: 'close-all', connectionId: CONNECTION }],
  ] as const

  it.each(ends)('has all its tickets treated alike: it %s', async (_, tickets, end) => {
    const arrives = await newCustomer(desk, { connectionId: SECOND_CONNECTION })
    const before = await newCustomer(desk)
    const opened = await openTicket(() => dropConnection(tickets))
    const wanted = { connectionId: CONNECTION }
    const transfer = { kind: 'change', caller: ADMIN, wanted, seen: null } as const
    const { run } = createActiveTickets(desk)
    expect((await run(arrives.ticketId, transfer, metaFor())).ok).toBe(true)
    expect(await ticketState(before.ticketId)).toMatchObject(end)
    for (const ticketId of [opened, arrives.ticketId]) {
      expect(await ticketState(ticketId)).toMatchObject({ status: 'pending', connectionId: CONNECTION })
    }
    await runAllTwice()
    for (const ticketId of [opened, arrives.ticketId]) expect(await ticketState(ticketId)).toMatchObject(end)
  })

  it('skips a ticket that has moved to another connection since', async () => {
    const ticketId = await openTicket(() => dropConnection('close'))
    await desk.shown()
    const moved = await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { whatsappId: SECOND_CONNECTION })
    expect(moved.status).toBe(200)
    await runAllTwice()
    expect(await ticketState(ticketId)).toMatchObject({ status: 'pending', connectionId: SECOND_CONNECTION })
  })

  it('does not close a reopened ticket again', async () => {
    const { ticketId } = await newCustomer(desk)
    await dropConnection('close')
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
    await runAllTwice()
    expect(await ticketState(ticketId)).toMatchObject({ status: 'open', userId: ANA.userId })
  })
})

it('a closed ticket is reopened also without its deleted queue, and then waits without a queue', async () => {
  const { ticketId } = await newCustomer(desk)
  const put = (body: object) => desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, body)
  await put({ status: 'closed' })
  await dropQueue(QUEUE)
  expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', queueId: QUEUE })
  expect((await put({ status: 'open', userId: ADMIN.userId, queueId: QUEUE })).status).toBe(200)
  await runAllTwice()
  expect(await ticketState(ticketId)).toMatchObject({ status: 'open', queueId: null })
  expect((await put({ queueId: QUEUE })).body).toMatchObject({ error: 'ERR_QUEUE_NOT_FOUND' })
})
