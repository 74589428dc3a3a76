import { DEFAULT_TICKET_VALUES, type TicketValues } from '@guiche/contracts/events/ticket-fields.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, COMPANY, type Desk, FOREIGNER, openDesk, STRANGER } from '../testing/desk.js'
import {
  acceptedFact,
  agentCaller,
  deletedFact,
  given,
  openedFact,
  otherCaller,
  resolvedFact,
  strangerCaller,
  ticketIds,
} from '../testing/ticket-facts.js'
import type { TicketCommand } from './commands.js'
import type { TicketFact } from './state.js'

describe('a field of a ticket', () => {
  const set = (caller: Caller, values: Partial<TicketValues>): TicketCommand => ({
    kind: 'set',
    caller,
    values,
  })
  const undo = (priority: TicketValues['priority'], seen: TicketValues['priority']): TicketCommand => ({
    ...{ kind: 'set', caller: agentCaller, values: { priority } },
    seen: { ...DEFAULT_TICKET_VALUES, priority: seen },
  })
  const wasSet = (priority: TicketValues['priority']): TicketFact => ({
    type: 'ticket.priority-set.v1',
    data: { ...ticketIds, priority },
  })
  const snoozed: TicketFact = {
    type: 'ticket.snoozed.v1',
    data: { ...ticketIds, until: '2026-03-03T12:00:00.000Z' },
  }

  it('has its default until it is set, and is set once', () => {
    const begun = given([openedFact])
    expect(begun.state).toMatchObject(DEFAULT_TICKET_VALUES)
    begun.when(set(agentCaller, { priority: 'normal' })).thenNothingHappened()
    begun.when(set(agentCaller, {})).thenNothingHappened()
    begun.when(set(agentCaller, { priority: 'high' })).then([wasSet('high')])
    given([openedFact, wasSet('high')])
      .when(set(agentCaller, { priority: 'high' }))
      .thenNothingHappened()
    given([openedFact, wasSet('high')])
      .when(set(agentCaller, { priority: 'normal' }))
      .then([wasSet('normal')])
  })

  it('is set wherever the ticket stands, and leaves it there', () => {
    for (const facts of [
      [openedFact],
      [openedFact, acceptedFact, snoozed],
      [openedFact, acceptedFact, resolvedFact],
    ]) {
      const before = given(facts)
      before.when(set(agentCaller, { priority: 'urgent' })).then([wasSet('urgent')])
      const { state } = given([...facts, wasSet('urgent')])
      expect(state).toEqual({ ...before.state, priority: 'urgent' })
    }
    given([openedFact, deletedFact])
      .when(set(agentCaller, { priority: 'high' }))
      .thenError('ERR_NO_TICKET_FOUND')
  })

  it('is set back only while it has the value that the person saw', () => {
    given([openedFact, wasSet('high')])
      .when(undo('normal', 'high'))
      .then([wasSet('normal')])
    given([openedFact, wasSet('high'), wasSet('urgent')])
      .when(undo('normal', 'high'))
      .thenNothingHappened()
  })

  it('is set by a process on the ticket as the process saw it, and once', () => {
    const begun = { ...openedFact, position: '05' }
    const seen = (unmovedSince: string): TicketCommand => {
      const values = { priority: 'high' } as const
      return { kind: 'set', caller: null, values, unmovedSince }
    }
    given([begun])
      .when(seen('05'))
      .then([wasSet('high')])
    given([begun, wasSet('high')])
      .when(seen('05'))
      .thenNothingHappened()
    given([begun, { ...acceptedFact, position: '07' }])
      .when(seen('06'))
      .thenNothingHappened()
    given([openedFact, deletedFact]).when(seen('05')).thenError('ERR_NO_TICKET_FOUND')
  })

  it('is set by users who may write in the ticket', () => {
    const attended = given([openedFact, acceptedFact])
    const high = { priority: 'high' } as const
    attended.when(set({ ...otherCaller, profile: 'admin' }, high)).then([wasSet('high')])
    attended.when(set(otherCaller, high)).thenError('ERR_TICKET_OF_COLLEAGUE', { userId: agentCaller.userId })
    attended.when(set(strangerCaller, high)).thenError('ERR_NO_PERMISSION')
    attended.when(set({ ...agentCaller, companyId: 2 }, high)).thenError('ERR_NO_TICKET_FOUND')
    given([openedFact])
      .when(set(otherCaller, high))
      .then([wasSet('high')])
  })
})

describe('the fields of a ticket', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk.close())
  const put = (
    who: typeof ANA,
    ticketId: number,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ) => desk.call(who, 'PUT', `/tickets/${ticketId}/fields`, body, headers)
  const told = async (ticketId: number) =>
    (await desk.log('ticket.priority-set'))
      .filter(({ data }) => data.ticketId === ticketId)
      .map(({ data, actor }) => [data.priority, actor.id])

  it('wake no snoozed ticket, keep its place, and cause no conflict for users who saw it before', async () => {
    const { ticketId } = await newCustomer(desk)
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open', queueId: 21 })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const before = (await desk.call(ANA, 'POST', `/tickets/${ticketId}/snooze`, { until })).body
    expect(before.priority).toBe('normal')
    const { status, body } = await put(ADMIN, ticketId, { priority: 'urgent' })
    expect([status, body]).toEqual([
      200,
      { ...before, priority: 'urgent', position: expect.any(String), updatedAt: before.updatedAt },
    ])
    expect(body.position > before.position).toBe(true)
    const seen = { 'x-seen-position': before.position }
    const closed = await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'closed' }, seen)
    expect([closed.status, closed.body.status, closed.body.priority]).toEqual([200, 'closed', 'urgent'])
    expect((await put(ANA, ticketId, { priority: 'low' })).body).toMatchObject({
      ...{ status: 'closed', priority: 'low', closedAt: closed.body.closedAt },
    })
    expect(await told(ticketId)).toEqual([
      ['urgent', ADMIN.userId],
      ['low', ANA.userId],
    ])
    expect(await desk.log('ticket.transferred')).toEqual([])
  })

  it('are set once, however often the command comes', async () => {
    const { ticketId } = await newCustomer(desk)
    const key = { 'idempotency-key': newUuid() }
    expect((await put(ANA, ticketId, { priority: 'high' }, key)).body.priority).toBe('high')
    await put(BIA, ticketId, { priority: 'low' })
    expect((await put(ANA, ticketId, { priority: 'high' }, key)).status).toBe(200)
    await put(BIA, ticketId, { priority: 'low' })
    expect((await told(ticketId)).map(([priority]) => priority)).toEqual(['high', 'low'])
    expect((await desk.records.ticket(COMPANY, ticketId))?.priority).toBe('low')
  })

  it('are undone by the user who set them, unless another user has set them since', async () => {
    const { ticketId } = await newCustomer(desk)
    const mine = (await put(ANA, ticketId, { priority: 'high' })).body
    const undo = { 'x-seen-position': mine.position }
    await put(BIA, ticketId, { priority: 'urgent' })
    const kept = await put(ANA, ticketId, { priority: 'normal' }, undo)
    expect([kept.status, kept.body.priority]).toEqual([200, 'urgent'])
    await put(BIA, ticketId, { priority: 'high' })
    expect((await put(ANA, ticketId, { priority: 'normal' }, undo)).body.priority).toBe('normal')
  })

  it('are refused with invalid values, and in tickets of others', async () => {
    const { ticketId } = await newCustomer(desk)
    const bodies: readonly object[] = [
      ...[{ priority: 'very high' }, { priority: null }, { priority: 3 }, { priority: ['high'] }],
      ...[{ urgency: 0 }, { priority: 'high', colour: 'red' }],
    ]
    for (const body of bodies) {
      const { status, body: told } = await put(ANA, ticketId, body)
      expect([status, told.error]).toEqual([400, 'ERR_VALIDATION'])
    }
    const high = { priority: 'high' }
    const answers = [
      await put(STRANGER, ticketId, high),
      await put(FOREIGNER, ticketId, high),
      await put(ANA, 999_999, high),
    ]
    expect(answers.map(({ body }) => body.error)).toEqual([
      'ERR_NO_PERMISSION',
      'ERR_NO_TICKET_FOUND',
      'ERR_NO_TICKET_FOUND',
    ])
    await desk.call(BIA, 'PUT', `/tickets/${ticketId}`, { status: 'open', queueId: 21 })
    const refused = await put(ANA, ticketId, high)
    expect([refused.status, refused.body]).toEqual([
      403,
      { error: 'ERR_TICKET_OF_COLLEAGUE', details: { userId: BIA.userId, name: 'Bia' } },
    ])
    expect(await told(ticketId)).toEqual([])
  })
})
