import type { Caller } from '@guiche/contracts/users/permissions.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, type Desk, openDesk } from '../testing/desk.js'
import {
  acceptedFact,
  agentCaller,
  change,
  closedAssignment,
  given,
  movedFact,
  openAssignment,
  openedFact,
  otherCaller,
  pendingAssignment,
  resolvedFact,
  strangerCaller,
} from '../testing/ticket-facts.js'
import type { TicketFact } from './state.js'

describe('a ticket', () => {
  it('is not changed by a user whose screen misses a colleague’s change', () => {
    const [before, at] = ['00000000000000000039', '00000000000000000040']
    const by = (userId: number, fact: TicketFact): TicketFact =>
      ({ ...fact, position: at, actor: { kind: 'user', id: userId } }) as TicketFact
    const closedBy = [openedFact, by(6, resolvedFact)] as const
    given([...closedBy])
      .when(change(agentCaller, { status: 'open' }, before))
      .thenError('ERR_TICKET_CHANGED', { what: 'closed', userId: 6 })
    given([...closedBy])
      .when(change(agentCaller, { status: 'open' }, at))
      .then([movedFact('ticket.reopened.v1', closedAssignment, openAssignment)])
    given([...closedBy])
      .when(change(agentCaller, { status: 'open' }))
      .then([movedFact('ticket.reopened.v1', closedAssignment, openAssignment)])
    given([openedFact, by(5, resolvedFact)])
      .when(change(agentCaller, { status: 'open' }, before))
      .then([movedFact('ticket.reopened.v1', closedAssignment, openAssignment)])
    const away = by(
      6,
      movedFact('ticket.transferred.v1', openAssignment, { ...openAssignment, userId: 7, queueId: 2 }),
    )
    given([openedFact, acceptedFact, away])
      .when(change(agentCaller, { userId: 6, queueId: 1 }, before))
      .thenError('ERR_TICKET_CHANGED', { what: 'transferred', userId: 6 })
    given([openedFact, acceptedFact, away])
      .when(change({ ...strangerCaller, queueIds: [3] }, { status: 'closed' }, before))
      .thenError('ERR_NO_PERMISSION')
  })

  it('that a colleague attends is resolved, returned and taken over by admins alone', () => {
    const admin: Caller = { ...otherCaller, profile: 'admin' }
    const wishes = [{ status: 'closed' }, { status: 'pending', userId: null }, { userId: 6 }] as const
    for (const wanted of wishes) {
      given([openedFact, acceptedFact])
        .when(change(otherCaller, wanted))
        .thenError('ERR_TICKET_OF_COLLEAGUE', { userId: 5 })
    }
    given([openedFact, acceptedFact])
      .when(change(admin, { status: 'pending', userId: null }))
      .then([movedFact('ticket.returned.v1', openAssignment, pendingAssignment)])
    given([openedFact, acceptedFact])
      .when(change(admin, { userId: 6 }))
      .then([movedFact('ticket.transferred.v1', openAssignment, { ...openAssignment, userId: 6 })])
    given([openedFact, acceptedFact, resolvedFact])
      .when(change(otherCaller, { status: 'closed' }))
      .thenNothingHappened()
  })
})

describe('over HTTP', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk.close())

  it('a command on an old state changes nothing, and the error names the other user and the change', async () => {
    const { ticketId } = await newCustomer(desk)
    const put = (who: Caller, body: object, seen?: string) =>
      desk.call(
        who,
        'PUT',
        `/tickets/${ticketId}`,
        body,
        seen === undefined ? {} : { 'x-seen-position': seen },
      )
    const { position: waiting } = (await put(ANA, { status: 'open' })).body
    const { position } = (await put(ANA, { status: 'pending' }, waiting)).body
    await put(BIA, { status: 'closed' }, position)
    const late = await put(ANA, { status: 'open' }, position)
    expect([late.status, late.body]).toEqual([
      409,
      { error: 'ERR_TICKET_CHANGED', details: { what: 'closed', userId: BIA.userId, name: 'Bia' } },
    ])
    expect((await put(ANA, { status: 'open' })).body).toMatchObject({ status: 'open', userId: ANA.userId })
  })

  it('tags that a colleague put on or took off since they were seen stay as the colleague left them', async () => {
    const { ticketId } = await newCustomer(desk)
    const tagOf = async (name: string): Promise<number> =>
      (await desk.call(ADMIN, 'POST', '/tags', { name, color: '#aabbcc' })).body.id
    const [a, b, c] = [await tagOf('Boleto'), await tagOf('Urgente'), await tagOf('Retorno')]
    const sync = async (ids: readonly number[], seen?: string) => {
      const body = { ticketId, tags: ids.map((id) => ({ id })) }
      const answer = await desk.call(
        ANA,
        'POST',
        '/tags/sync',
        body,
        seen === undefined ? {} : { 'x-seen-position': seen },
      )
      const tags: readonly { readonly id: number }[] = answer.body.tags
      return { ids: tags.map(({ id }) => id), position: answer.body.position as string }
    }
    const { position } = await sync([a, b])
    await sync([a, c])
    // The caller saw a and b. The command removes a; it neither removes c nor adds b again.
    expect((await sync([b], position)).ids).toEqual([c])
    expect((await sync([a, b])).ids.sort()).toEqual([a, b].sort())
  })
})
