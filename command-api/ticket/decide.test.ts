import type { Standing } from '@guiche/contracts/events/ticket.js'
import type { Caller } from '@guiche/contracts/permissions.js'
import { describe, expect, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import type { TicketCommand, WantedStanding } from './commands.js'
import { ticketDecider } from './decide.js'
import { closedUnseen, mayResume, type TicketFact } from './state.js'

const { given } = decisions(ticketDecider)
const UUID = '4f2c6d0a-6b1c-4f0e-9a55-0d9b8c7e6f5a'
const ids = { ticketId: 7, contactId: 3 }
const standing = (change: Partial<Standing> = {}): Standing => ({
  status: 'pending',
  userId: null,
  queueId: 1,
  connectionId: 9,
  ...change,
})
const pending = standing()
const open = standing({ status: 'open', userId: 5 })
const closed = standing({ status: 'closed', userId: 5 })

const opened: TicketFact = {
  type: 'ticket.opened.v1',
  data: { ...ids, uuid: UUID, isGroup: false, imported: false, to: pending },
  companyId: 1,
  time: '2026-03-02T10:00:00.000Z',
}
const accepted: TicketFact = { type: 'ticket.accepted.v1', data: { ...ids, from: pending, to: open } }
const resolved: TicketFact = {
  type: 'ticket.closed.v1',
  data: { ...ids, from: open, to: closed, reason: 'resolved', seen: null },
  time: '2026-03-02T11:00:00.000Z',
  position: '00000000000000000050',
}
const deleted: TicketFact = { type: 'ticket.deleted.v1', data: { ...ids, from: closed } }

const agent: Caller = {
  userId: 5,
  companyId: 1,
  profile: 'user',
  super: false,
  allTicket: false,
  queueIds: [1],
  sessionId: 's',
}
const other: Caller = { ...agent, userId: 6 }
const stranger: Caller = { ...agent, userId: 8, queueIds: [2] }
const change = (caller: Caller, wanted: WantedStanding, seen: string | null = null): TicketCommand => ({
  kind: 'change',
  caller,
  wanted,
  seen,
})
const moved = <T extends TicketFact['type']>(type: T, from: Standing, to: Standing) =>
  ({ type, data: { ...ids, from, to } }) as unknown as TicketFact

describe('a ticket', () => {
  it('opens once', () => {
    const command: TicketCommand = {
      kind: 'open',
      ...ids,
      uuid: UUID,
      isGroup: false,
      imported: false,
      to: pending,
    }
    given([])
      .when(command)
      .then([{ type: 'ticket.opened.v1', data: opened.data } as TicketFact])
    given([opened]).when(command).thenNothingHappened()
  })

  it('is accepted by one; who comes second learns who was first', () => {
    const accept = { status: 'open' } as const
    given([opened]).when(change(agent, accept)).then([accepted])
    given([opened])
      .when(change(agent, { ...accept, userId: 5 }))
      .then([accepted])
    given([opened, accepted]).when(change(agent, accept)).thenNothingHappened()
    given([opened, accepted])
      .when(change(other, { status: 'open', userId: 6 }))
      .thenError('ERR_TICKET_ALREADY_TAKEN', { userId: 5 })
  })

  it('without a queue is accepted into one, and tells who took it to those who could see it', () => {
    const bare: TicketFact = {
      ...opened,
      data: { ...opened.data, to: standing({ queueId: null }) },
    } as TicketFact
    const all: Caller = { ...other, queueIds: [], allTicket: true }
    const taken = moved('ticket.accepted.v1', standing({ queueId: null }), { ...open, queueId: null })
    given([bare])
      .when(change(agent, { status: 'open', queueId: 1 }))
      .thenError('ERR_NO_PERMISSION')
    given([bare])
      .when(change({ ...all, userId: 5 }, { status: 'open', queueId: 1 }))
      .then([moved('ticket.accepted.v1', standing({ queueId: null }), open)])
    given([bare, taken])
      .when(change(all, { status: 'open' }))
      .thenError('ERR_TICKET_ALREADY_TAKEN', { userId: 5 })
    given([bare, taken])
      .when(change(stranger, { status: 'open' }))
      .thenError('ERR_NO_PERMISSION')
  })

  it('goes back to waiting, and its agent is taken off', () => {
    given([opened, accepted])
      .when(change(agent, { status: 'pending', userId: null }))
      .then([moved('ticket.returned.v1', open, pending)])
    given([opened])
      .when(change(agent, { status: 'pending' }))
      .thenNothingHappened()
  })

  it('is transferred to a queue, to a user, to another connection', () => {
    given([opened, accepted])
      .when(change(agent, { status: 'pending', userId: null, queueId: 2 }))
      .then([moved('ticket.transferred.v1', open, standing({ queueId: 2 }))])
    given([opened, accepted])
      .when(change(agent, { userId: 6, queueId: 2 }))
      .then([moved('ticket.transferred.v1', open, { ...open, userId: 6, queueId: 2 })])
    given([opened])
      .when(change(agent, { userId: 6 }))
      .then([moved('ticket.transferred.v1', pending, { ...open, userId: 6 })])
    given([opened, accepted])
      .when(change(agent, { connectionId: 10 }))
      .then([moved('ticket.transferred.v1', open, { ...open, connectionId: 10 })])
    given([opened, accepted])
      .when(change(agent, { userId: 5, queueId: 1 }))
      .thenNothingHappened()
    given([opened, accepted]).when(change(agent, {})).thenNothingHappened()
  })

  it('is resolved from waiting and from open, with what the screen showed', () => {
    const seen = '00000000000000000042'
    given([opened, accepted])
      .when(change(agent, { status: 'closed' }, seen))
      .then([
        { type: 'ticket.closed.v1', data: { ...ids, from: open, to: closed, reason: 'resolved', seen } },
      ])
    given([opened])
      .when(change(agent, { status: 'closed' }))
      .then([
        {
          type: 'ticket.closed.v1',
          data: { ...ids, from: pending, to: closed, reason: 'resolved', seen: null },
        },
      ])
    given([opened, accepted, resolved])
      .when(change(agent, { status: 'closed' }))
      .thenNothingHappened()
  })

  it('is reopened by a person, its queue kept; nothing else is done to a closed one', () => {
    given([opened, accepted, resolved])
      .when(change(other, { status: 'open' }))
      .then([moved('ticket.reopened.v1', closed, { ...open, userId: 6 })])
    given([opened, accepted, resolved])
      .when(change(agent, { status: 'pending' }))
      .thenError('ERR_TICKET_STATE')
    given([opened, accepted, resolved])
      .when(change(agent, { queueId: 2 }))
      .thenError('ERR_TICKET_STATE')
    given([opened, accepted, resolved]).when(change(agent, {})).thenNothingHappened()
  })

  it('is changed by nobody who may not open it', () => {
    given([opened])
      .when(change(stranger, { status: 'open' }))
      .thenError('ERR_NO_PERMISSION')
    given([opened, accepted])
      .when(change(stranger, { status: 'open' }))
      .thenError('ERR_NO_PERMISSION')
    given([opened, accepted, resolved])
      .when(change(stranger, { status: 'open' }))
      .thenError('ERR_NO_PERMISSION')
    given([opened])
      .when(change({ ...stranger, profile: 'admin' }, { status: 'closed' }))
      .then([
        {
          type: 'ticket.closed.v1',
          data: { ...ids, from: pending, to: { ...closed, userId: 8 }, reason: 'resolved', seen: null },
        },
      ])
  })

  it('security rule 1: to another company it does not exist', () => {
    given([opened])
      .when(change({ ...agent, companyId: 2, profile: 'admin' }, { status: 'open' }))
      .thenError('ERR_NO_TICKET_FOUND')
  })

  it('is closed by others only where it stands as they think', () => {
    const all: TicketCommand = { kind: 'close', reason: 'close-all', userId: 6, onlyStatus: 'pending' }
    given([opened])
      .when(all)
      .then([
        {
          type: 'ticket.closed.v1',
          data: { ...ids, from: pending, to: { ...closed, userId: 6 }, reason: 'close-all', seen: null },
        },
      ])
    given([opened, accepted]).when(all).thenNothingHappened()
    given([opened, accepted, resolved])
      .when({ kind: 'close', reason: 'erased', userId: null })
      .thenNothingHappened()
  })

  it('returns on a message of the contact, waiting, in its queue', () => {
    given([opened, accepted, resolved])
      .when({ kind: 'resume' })
      .then([moved('ticket.resumed.v1', closed, pending)])
    given([opened]).when({ kind: 'resume' }).thenNothingHappened()
  })

  it('loses the link to what goes away', () => {
    const unlinked = (
      from: Standing,
      to: Standing,
      because: 'user' | 'queue' | 'connection',
    ): TicketFact => ({
      type: 'ticket.unlinked.v1',
      data: { ...ids, from, to, because },
    })
    given([opened, accepted])
      .when({ kind: 'unlink', because: 'user', id: 5 })
      .then([unlinked(open, pending, 'user')])
    given([opened, accepted]).when({ kind: 'unlink', because: 'user', id: 6 }).thenNothingHappened()
    given([opened, accepted, resolved]).when({ kind: 'unlink', because: 'user', id: 5 }).thenNothingHappened()
    given([opened, accepted])
      .when({ kind: 'unlink', because: 'queue', id: 1 })
      .then([unlinked(open, { ...open, queueId: null }, 'queue')])
    given([opened]).when({ kind: 'unlink', because: 'queue', id: 2 }).thenNothingHappened()
    const gone = unlinked(pending, pending, 'connection')
    given([opened]).when({ kind: 'unlink', because: 'connection', id: 9 }).then([gone])
    given([opened, gone]).when({ kind: 'unlink', because: 'connection', id: 9 }).thenNothingHappened()
  })

  it('moves to the contact that stayed, and is deleted once', () => {
    given([opened])
      .when({ kind: 'move-contact', contactId: 4 })
      .then([{ type: 'ticket.contact-changed.v1', data: { ticketId: 7, contactId: 4, previous: 3 } }])
    given([opened]).when({ kind: 'move-contact', contactId: 3 }).thenNothingHappened()
    given([opened, accepted, resolved])
      .when({ kind: 'delete' })
      .then([{ ...deleted }])
    given([opened, accepted, resolved, deleted]).when({ kind: 'delete' }).thenNothingHappened()
    given([opened, accepted, resolved, deleted])
      .when(change(agent, { status: 'open' }))
      .thenError('ERR_NO_TICKET_FOUND')
    given([]).when({ kind: 'resume' }).thenError('ERR_NO_TICKET_FOUND')
  })

  it('gives its place up only where it is not the active one', () => {
    const place = { companyId: 1, contactId: 3, connectionId: 9 }
    const lose: TicketCommand = { kind: 'lose-claim', place, ticketId: 7, to: 8 }
    const lost: TicketFact = { type: 'ticket.claim-lost.v1', data: { ticketId: 7, to: 8 } }
    given([]).when(lose).then([lost])
    given([opened, accepted, resolved]).when(lose).then([lost])
    given([opened]).when(lose).thenError('ERR_OTHER_OPEN_TICKET')
    given([opened])
      .when({ ...lose, place: { ...place, connectionId: 10 } })
      .then([lost])
  })
})

describe('a closed ticket and a new message', () => {
  const { state } = given([opened, accepted, resolved])
  it('comes back within the window and not after it', () => {
    expect(mayResume(state, '2026-03-02T12:59:59.000Z', 120)).toBe(true)
    expect(mayResume(state, '2026-03-02T13:00:00.000Z', 120)).toBe(false)
    expect(mayResume(state, '2026-03-02T11:00:00.000Z', 0)).toBe(false)
  })
  it('never comes back once merged, erased or deleted', () => {
    const merged = given([
      opened,
      { ...resolved, data: { ...resolved.data, reason: 'merged' } } as TicketFact,
    ]).state
    expect(mayResume(merged, '2026-03-02T11:00:01.000Z', 120)).toBe(false)
    expect(mayResume(given([opened, resolved, deleted]).state, '2026-03-02T11:00:01.000Z', 120)).toBe(false)
  })
  it('was closed unseen when the close came first or its screen was older', () => {
    const at = (place: number) => String(place).padStart(20, '0')
    expect(closedUnseen(state, at(51))).toBe(true)
    expect(closedUnseen(state, at(49))).toBe(false)
    const looked = (seen: number) =>
      given([opened, { ...resolved, data: { ...resolved.data, seen: at(seen) } } as TicketFact]).state
    expect(closedUnseen(looked(48), at(49))).toBe(true)
    expect(closedUnseen(looked(49), at(49))).toBe(false)
    expect(closedUnseen(given([opened]).state, at(99))).toBe(false)
  })
})
