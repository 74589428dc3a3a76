import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { cascadeOf } from '../testing/consequences.js'
import { newCustomer as customerOf, messageFrom, startHistoryImport } from '../testing/customer.js'
import { ADMIN, ANA, COMPANY, CONNECTION, type Desk, OTHER_QUEUE, openDesk, QUEUE } from '../testing/desk.js'
import { metaFor } from '../testing/store.js'
import { ticketDecider } from './decide.js'
import { manyTicketsDecider } from './many-tickets.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const newCustomer = () => customerOf(desk)
const ticketState = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state

describe('close all', () => {
  it('closes the tickets of the tab and the chosen queues, for admins, once', async () => {
    const mine = await newCustomer()
    const other = await newCustomer()
    const open = await newCustomer()
    await desk.call(ADMIN, 'PUT', `/tickets/${other.ticketId}`, { queueId: OTHER_QUEUE })
    await desk.call(ANA, 'PUT', `/tickets/${open.ticketId}`, { status: 'open' })
    const body = { status: 'pending', selectedQueueIds: [QUEUE] }
    expect((await desk.call(ANA, 'POST', '/tickets/closeAll', body)).status).toBe(403)
    const key = { 'idempotency-key': newUuid() }
    const done = await desk.call(ADMIN, 'POST', '/tickets/closeAll', body, key)
    expect([done.status, done.body]).toEqual([200, null])
    expect(done.headers.get('x-position')).toMatch(/^0:/)
    expect(await ticketState(mine.ticketId)).toMatchObject({ status: 'closed', closeReason: 'close-all' })
    expect((await ticketState(other.ticketId)).status).toBe('pending')
    expect((await ticketState(open.ticketId)).status).toBe('open')
    await desk.shown()
    const before = (await desk.log('ticket.closed')).length
    await desk.call(ADMIN, 'POST', '/tickets/closeAll', body, key)
    expect(await desk.log('ticket.closed')).toHaveLength(before)
  })

  it('keeps each ticket’s agent, and the event names the closing user', async () => {
    const { ticketId } = await newCustomer()
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
    await desk.shown()
    await desk.call(ADMIN, 'POST', '/tickets/closeAll', { status: 'open' })
    expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', userId: ANA.userId })
    const closed = (await desk.eventStore.read(`ticket-${ticketId}`)).find(
      ({ type }) => type === 'ticket.closed.v1',
    )
    expect(closed?.actor).toEqual({ kind: 'user', id: ADMIN.userId })
  })

  it('leaves imported history as it is: no badge counts it', async () => {
    await startHistoryImport(desk)
    const { ticketId } = await customerOf(desk, { imported: true })
    await desk.call(ADMIN, 'POST', '/tickets/closeAll', { status: 'pending' })
    expect((await ticketState(ticketId)).status).toBe('pending')
  })
  it('asks nothing of a tab of closed ones, and nothing with a queue that is not there', async () => {
    const before = await desk.eventStore.head()
    const closed = await desk.call(ADMIN, 'POST', '/tickets/closeAll', { status: 'closed' })
    expect([closed.status, closed.body]).toEqual([200, null])
    const body = { status: 'pending', selectedQueueIds: [999_999] }
    expect((await desk.call(ADMIN, 'POST', '/tickets/closeAll', body)).status).toBe(404)
    expect(await desk.eventStore.head()).toBe(before)
  })
})

/** The group runs the consequences of "close all" long after the request. */
describe('close all that comes late', () => {
  /** Requests "close all" without its consequences. */
  const ask = async (seen: string | null = null) => {
    const data = { status: 'pending', seen } as const
    const command = { kind: 'ask-close-all', data } as const
    const asked = await desk.kernel.execute(manyTicketsDecider, streams.tickets(COMPANY), command, metaFor())
    const event = asked.ok ? asked.value.events[0] : undefined
    if (event === undefined) throw new Error('it was not asked')
    return event
  }
  const put = (ticketId: number, body: object) => desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, body)

  it('skips tickets that were opened, moved or reopened since', async () => {
    const stands = await newCustomer()
    const moves = await newCustomer()
    const returns = await newCustomer()
    await put(returns.ticketId, { status: 'closed' })
    const event = await ask()
    const opens = await newCustomer()
    await put(moves.ticketId, { queueId: OTHER_QUEUE })
    await desk.report(messageFrom(returns.pn))
    await desk.shown()
    expect((await ticketState(returns.ticketId)).status).toBe('pending')
    const cascade = cascadeOf(desk)
    await cascade.react(event)
    // The batch is delivered again after a crash.
    await cascade.react(event)
    expect((await ticketState(stands.ticketId)).status).toBe('closed')
    for (const { ticketId } of [opens, moves, returns])
      expect((await ticketState(ticketId)).status).toBe('pending')
  })

  it.each([
    ['the asking', null],
    ['what the screen showed', '3'.padStart(20, '0')],
    ['the asking, also where a client claims to have seen more', '9'.repeat(20)],
  ])('knows each ticket up to %s', async (_what, seen) => {
    const { ticketId } = await newCustomer()
    const event = await ask(seen)
    await cascadeOf(desk).react(event)
    const known = seen !== null && seen < event.position ? seen : event.position
    expect(await ticketState(ticketId)).toMatchObject({ status: 'closed', closeSeen: known })
  })

  it('goes on where a handler has ended after its first page, and two admins at once close each ticket once', async () => {
    const ids = Array.from({ length: 210 }, (_, index) => 700_000 + index)
    const to = { status: 'pending', userId: null, queueId: QUEUE, connectionId: CONNECTION } as const
    await Promise.all(
      ids.map((ticketId) =>
        desk.kernel.execute(
          ticketDecider,
          streams.ticket(ticketId),
          {
            kind: 'open',
            ticketId,
            uuid: newUuid(),
            contactId: ticketId,
            isGroup: false,
            imported: false,
            to,
          },
          metaFor(),
        ),
      ),
    )
    await desk.shown()
    const open = async () =>
      (await Promise.all(ids.map(ticketState))).filter(({ status }) => status !== 'closed').length
    const closeAll = () => desk.call(ADMIN, 'POST', '/tickets/closeAll', { status: 'pending' })
    const answer = await closeAll()
    // The answer waits until the views show the closed tickets.
    const closes = (await desk.log('ticket.closed')).map(({ position }) => `0:${position}`)
    expect(closes).toContain(answer.headers.get('x-position'))
    expect(await open()).toBeGreaterThan(0)
    await desk.shown()
    const asked = (await desk.log('ticket.close-all-asked')).slice(-1)
    await Promise.all([closeAll(), ...asked.map((value) => cascadeOf(desk).handle([{ value }]))])
    expect(await open()).toBe(0)
    const ofIds = (await desk.log('ticket.closed')).filter(({ data }) => ids.includes(Number(data.ticketId)))
    expect(ofIds).toHaveLength(ids.length)
  })
})
