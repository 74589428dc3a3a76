import type { Caller } from '@guiche/contracts/users/permissions.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, type Desk, openDesk } from '../testing/desk.js'
import {
  accepted,
  agent,
  change,
  closed,
  given,
  movedFact,
  open,
  opened,
  other,
  pending,
  resolved,
  stranger,
} from '../testing/ticket-facts.js'
import type { TicketFact } from './state.js'

describe('a ticket', () => {
  it('is not changed by a user whose screen misses a colleague’s change', () => {
    const [before, at] = ['00000000000000000039', '00000000000000000040']
    const by = (userId: number, fact: TicketFact): TicketFact =>
      ({ ...fact, position: at, actor: { kind: 'user', id: userId } }) as TicketFact
    const closedBy = [opened, by(6, resolved)] as const
    given([...closedBy])
      .when(change(agent, { status: 'open' }, before))
      .thenError('ERR_TICKET_CHANGED', { what: 'closed', userId: 6 })
    given([...closedBy])
      .when(change(agent, { status: 'open' }, at))
      .then([movedFact('ticket.reopened.v1', closed, open)])
    given([...closedBy])
      .when(change(agent, { status: 'open' }))
      .then([movedFact('ticket.reopened.v1', closed, open)])
    given([opened, by(5, resolved)])
      .when(change(agent, { status: 'open' }, before))
      .then([movedFact('ticket.reopened.v1', closed, open)])
    const away = by(6, movedFact('ticket.transferred.v1', open, { ...open, userId: 7, queueId: 2 }))
    given([opened, accepted, away])
      .when(change(agent, { userId: 6, queueId: 1 }, before))
      .thenError('ERR_TICKET_CHANGED', { what: 'transferred', userId: 6 })
    given([opened, accepted, away])
      .when(change({ ...stranger, queueIds: [3] }, { status: 'closed' }, before))
      .thenError('ERR_NO_PERMISSION')
  })

  it('that a colleague attends is resolved, returned and taken over by admins alone', () => {
    const admin: Caller = { ...other, profile: 'admin' }
    const wishes = [{ status: 'closed' }, { status: 'pending', userId: null }, { userId: 6 }] as const
    for (const wanted of wishes) {
      given([opened, accepted])
        .when(change(other, wanted))
        .thenError('ERR_TICKET_OF_COLLEAGUE', { userId: 5 })
    }
    given([opened, accepted])
      .when(change(admin, { status: 'pending', userId: null }))
      .then([movedFact('ticket.returned.v1', open, pending)])
    given([opened, accepted])
      .when(change(admin, { userId: 6 }))
      .then([movedFact('ticket.transferred.v1', open, { ...open, userId: 6 })])
    given([opened, accepted, resolved])
      .when(change(other, { status: 'closed' }))
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
