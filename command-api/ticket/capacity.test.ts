import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import {
  ADMIN,
  ANA,
  BIA,
  COMPANY,
  type Desk,
  OTHER_QUEUE,
  openDesk,
  QUEUE,
  STRANGER,
} from '../testing/desk.js'
import { userDecider } from '../user/decide.js'
import { createCapacity } from './capacity.js'
import { noTicket } from './state.js'

describe('how many open tickets a user attends', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk.close())

  const allow = async (userId: number, maxOpenTickets: number | null) => {
    const meta = {
      commandId: newUuid(),
      companyId: COMPANY,
      actor: { kind: 'user', id: ADMIN.userId },
      correlationId: newUuid(),
    } as const
    const command = { kind: 'edit', by: ADMIN, wanted: { maxOpenTickets }, passwordRef: null } as const
    const done = await desk.kernel.execute(userDecider, streams.user(userId), command, meta)
    expect(done.ok).toBe(true)
  }
  const waiting = async (count: number): Promise<number[]> => {
    const ids: number[] = []
    for (let n = 0; n < count; n++) ids.push((await newCustomer(desk)).ticketId)
    return ids
  }
  const accept = (ticketId: number) =>
    desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open', userId: ANA.userId })

  it('is kept to, also when they accept ten at once', async () => {
    await allow(ANA.userId, 3)
    const tickets = await waiting(10)
    const answers = await Promise.all(tickets.map(accept))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body]).toEqual([
        409,
        { error: 'ERR_USER_AT_CAPACITY', details: { name: 'Ana', limit: 3 } },
      ])
    }
  })

  it('refuses no repetition of an earlier assignment', async () => {
    const { contactId, ticketId } = await newCustomer(desk)
    await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
    await desk.shown()
    await allow(STRANGER.userId, 1)
    const open = (body: object) =>
      desk.call(STRANGER, 'POST', '/tickets', body, { 'idempotency-key': 'fills-up' })
    const first = await open({ contactId, queueId: OTHER_QUEUE })
    const [waits = 0] = await waiting(1)
    const refused = await desk.call(ADMIN, 'PUT', `/tickets/${waits}`, {
      status: 'open',
      userId: STRANGER.userId,
    })
    const before = await desk.log('ticket.opened')
    const again = await open({ contactId, queueId: OTHER_QUEUE })
    expect([first.status, refused.body.error]).toEqual([200, 'ERR_USER_AT_CAPACITY'])
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers.get('x-position')).toBe(first.headers.get('x-position'))
    expect(await desk.log('ticket.opened')).toEqual(before)
    expect((await open({ contactId, queueId: OTHER_QUEUE, status: 'pending' })).body.error).toBe(
      'ERR_IDEMPOTENCY_KEY_REUSED',
    )
    await allow(STRANGER.userId, null)
  })

  it('counts for assignments by others, and not for tickets that the agent already has', async () => {
    const [ticketId = 0] = await waiting(1)
    const given = await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, {
      status: 'open',
      userId: ANA.userId,
    })
    expect(given.body.error).toBe('ERR_USER_AT_CAPACITY')
    const own = (await desk.log('ticket.accepted')).at(-1)?.data as { ticketId: number }
    // A change of one's own ticket does not count against the limit.
    const moved = await desk.call(ANA, 'PUT', `/tickets/${own.ticketId}`, { queueId: QUEUE })
    expect(moved.status).toBe(200)
    const closed = await desk.call(ANA, 'PUT', `/tickets/${own.ticketId}`, { status: 'closed' })
    expect(closed.status).toBe(200)
    await desk.shown()
    expect((await accept(ticketId)).status).toBe(200)
  })

  it('holds while views are late: no assignment before they show the previous one', async () => {
    const userId = BIA.userId
    await allow(userId, 1)
    const views = { late: true, open: 0 }
    const run = jest.fn(async () => ({
      ...{ ok: true, value: { state: {}, events: [], revision: 0, position: String(++views.open) } },
    }))
    const beside = createCapacity({
      ...desk,
      documents: { ...desk.documents, count: async () => (views.late ? 0 : views.open) },
      records: { ...desk.records, waitFor: async () => !views.late },
    })
    const after = { ...noTicket, exists: true, companyId: COMPANY, status: 'open', userId } as const
    const give = async () => beside({ before: noTicket, after })?.(run as never)
    expect(await give()).toMatchObject({ ok: true })
    expect(await give()).toMatchObject({ error: { code: 'ERR_UNAVAILABLE' } })
    views.late = false
    expect(await give()).toMatchObject({ error: { code: 'ERR_USER_AT_CAPACITY' } })
    expect(run).toHaveBeenCalledTimes(1)
    await allow(userId, null)
  })

  it('counts for a forwarded message to a waiting contact, or to a contact without a ticket', async () => {
    const [source, waits, away] = [await newCustomer(desk), await newCustomer(desk), await newCustomer(desk)]
    const give = { status: 'open', userId: BIA.userId }
    expect((await desk.call(ADMIN, 'PUT', `/tickets/${source.ticketId}`, give)).status).toBe(200)
    await desk.call(ADMIN, 'PUT', `/tickets/${away.ticketId}`, { status: 'closed' })
    await desk.shown()
    const before = await desk.log('ticket.')
    const forward = ({ contactId }: typeof source) =>
      desk.call(BIA, 'POST', '/message/forward', { messageId: source.messageId, contactId })
    await allow(BIA.userId, 1)
    for (const to of [waits, away]) {
      const { status, body } = await forward(to)
      expect([status, body]).toEqual([
        409,
        { error: 'ERR_USER_AT_CAPACITY', details: { name: 'Bia', limit: 1 } },
      ])
    }
    expect(await desk.log('ticket.')).toEqual(before)
    await allow(BIA.userId, 2)
    // both messages go to the conversation that was opened for the first message
    expect([await forward(away), await forward(away)].map(({ status }) => status)).toEqual([200, 200])
    expect((await forward(waits)).body.error).toBe('ERR_USER_AT_CAPACITY')
    await allow(BIA.userId, null)
  })

  it('has no effect for an agent without a limit', async () => {
    const tickets = await waiting(2)
    for (const ticketId of tickets) {
      const given = await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, {
        status: 'open',
        userId: BIA.userId,
      })
      expect(given.status).toBe(200)
    }
  })
})
