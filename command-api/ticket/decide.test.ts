import type { TicketAssignment } from '@guiche/contracts/events/ticket.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { describe, it } from '@jest/globals'
import {
  accepted,
  agent,
  assignmentWith,
  change,
  closed,
  deleted,
  given,
  ids,
  movedFact,
  open,
  opened,
  other,
  pending,
  resolved,
  stranger,
  UUID,
} from '../testing/ticket-facts.js'
import type { TicketCommand } from './commands.js'
import type { TicketFact } from './state.js'

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

  it('is accepted once; a second user gets the name of the first one', () => {
    const accept = { status: 'open' } as const
    given([opened]).when(change(agent, accept)).then([accepted])
    given([opened])
      .when(change(agent, { ...accept, userId: 5 }))
      .then([accepted])
    given([opened])
      .when(change(agent, { userId: 5, queueId: 1 }))
      .then([accepted])
    given([opened, accepted]).when(change(agent, accept)).thenNothingHappened()
    given([opened, accepted])
      .when(change(other, { status: 'open', userId: 6 }))
      .thenError('ERR_TICKET_ALREADY_TAKEN', { userId: 5 })
  })

  it('without a queue is accepted into a queue, and the event names the agent', () => {
    const bare: TicketFact = {
      ...opened,
      data: { ...opened.data, to: assignmentWith({ queueId: null }) },
    } as TicketFact
    const all: Caller = { ...other, queueIds: [], allTicket: true }
    const taken = movedFact('ticket.accepted.v1', assignmentWith({ queueId: null }), {
      ...open,
      queueId: null,
    })
    given([bare])
      .when(change(agent, { status: 'open', queueId: 1 }))
      .then([movedFact('ticket.accepted.v1', assignmentWith({ queueId: null }), open)])
    const refused = [{ status: 'open' }, { status: 'open', queueId: 2 }, { queueId: 1 }] as const
    for (const wanted of refused) given([bare]).when(change(agent, wanted)).thenError('ERR_NO_PERMISSION')
    given([bare])
      .when(change({ ...all, userId: 5 }, { status: 'open', queueId: 1 }))
      .then([movedFact('ticket.accepted.v1', assignmentWith({ queueId: null }), open)])
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
      .then([movedFact('ticket.returned.v1', open, pending)])
    given([opened])
      .when(change(agent, { status: 'pending' }))
      .thenNothingHappened()
  })

  it('is transferred to a queue, to a user, to another connection', () => {
    given([opened, accepted])
      .when(change(agent, { status: 'pending', userId: null, queueId: 2 }))
      .then([movedFact('ticket.transferred.v1', open, assignmentWith({ queueId: 2 }))])
    given([opened, accepted])
      .when(change(agent, { userId: 6, queueId: 2 }))
      .then([movedFact('ticket.transferred.v1', open, { ...open, userId: 6, queueId: 2 })])
    given([opened])
      .when(change(agent, { userId: 6 }))
      .then([movedFact('ticket.transferred.v1', pending, { ...open, userId: 6 })])
    given([opened, accepted])
      .when(change(other, { userId: 7, queueId: 1 }))
      .then([movedFact('ticket.transferred.v1', open, { ...open, userId: 7 })])
    given([opened, accepted])
      .when(change(other, { status: 'pending', userId: null, queueId: 2 }))
      .then([movedFact('ticket.transferred.v1', open, assignmentWith({ queueId: 2 }))])
    given([opened, accepted])
      .when(change(agent, { connectionId: 10 }))
      .then([movedFact('ticket.transferred.v1', open, { ...open, connectionId: 10 })])
    given([opened, accepted])
      .when(change(agent, { userId: 5, queueId: 1 }))
      .thenNothingHappened()
    given([opened, accepted]).when(change(agent, {})).thenNothingHappened()
  })

  it('is resolved from waiting and from open, with the position on the screen', () => {
    const seen = '00000000000000000042'
    given([opened, accepted])
      .when(change(agent, { status: 'closed' }, seen))
      .then([
        {
          type: 'ticket.closed.v1',
          data: { ...ids, from: open, to: closed, reason: 'resolved', seen, undoSeconds: 10 },
        },
      ])
    given([opened])
      .when(change(agent, { status: 'closed' }))
      .then([
        {
          type: 'ticket.closed.v1',
          data: { ...ids, from: pending, to: closed, reason: 'resolved', seen: null, undoSeconds: 10 },
        },
      ])
    given([opened, accepted, resolved])
      .when(change(agent, { status: 'closed' }))
      .thenNothingHappened()
  })

  it('is reopened by a person, its queue kept; nothing else is done to a closed one', () => {
    given([opened, accepted, resolved])
      .when(change(other, { status: 'open' }))
      .then([movedFact('ticket.reopened.v1', closed, { ...open, userId: 6 })])
    given([opened, accepted, resolved])
      .when(change(agent, { status: 'pending' }))
      .thenError('ERR_TICKET_STATE')
    given([opened, accepted, resolved])
      .when(change(agent, { queueId: 2 }))
      .thenError('ERR_TICKET_STATE')
    given([opened, accepted, resolved]).when(change(agent, {})).thenNothingHappened()
  })

  it('is changed by no user who may not open it', () => {
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
          data: {
            ...ids,
            from: pending,
            to: { ...closed, userId: 8 },
            reason: 'resolved',
            seen: null,
            undoSeconds: 10,
          },
        },
      ])
  })

  it('security rule 1: does not exist for another company', () => {
    given([opened])
      .when(change({ ...agent, companyId: 2, profile: 'admin' }, { status: 'open' }))
      .thenError('ERR_NO_TICKET_FOUND')
  })

  it('is closed by others only in the state that they saw', () => {
    const all: TicketCommand = { kind: 'close', reason: 'close-all', onlyStatus: 'pending' }
    given([opened])
      .when(all)
      .then([
        {
          type: 'ticket.closed.v1',
          data: { ...ids, from: pending, to: { ...closed, userId: null }, reason: 'close-all', seen: null },
        },
      ])
    given([opened, accepted]).when(all).thenNothingHappened()
    given([opened, accepted, resolved]).when({ kind: 'close', reason: 'erased' }).thenNothingHappened()
  })

  it('returns on a message of the contact, waiting, in its queue', () => {
    given([opened, accepted, resolved])
      .when({ kind: 'resume' })
      .then([movedFact('ticket.resumed.v1', closed, pending)])
    given([opened]).when({ kind: 'resume' }).thenNothingHappened()
  })

  it('loses the reference to a deleted thing', () => {
    const unlinked = (
      from: TicketAssignment,
      to: TicketAssignment,
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

  it('waiting without a queue moves to a queue, unless it has moved or has an agent by then', () => {
    const bare = assignmentWith({ queueId: null })
    const without = { ...opened, data: { ...opened.data, to: bare } } as TicketFact
    const enqueue = { kind: 'enqueue', connectionId: 9, queueId: 2 } as const
    const transferred = movedFact('ticket.transferred.v1', bare, assignmentWith({ queueId: 2 }))
    given([without]).when(enqueue).then([transferred])
    given([without, transferred])
      .when({ ...enqueue, queueId: 3 })
      .thenNothingHappened()
    given([without])
      .when({ ...enqueue, connectionId: 8 })
      .thenNothingHappened()
    const taken = movedFact('ticket.accepted.v1', bare, { ...open, queueId: null })
    given([without, taken]).when(enqueue).thenNothingHappened()
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

  it('gives its key up only where it is not the active one', () => {
    const key = { companyId: 1, contactId: 3, connectionId: 9 }
    const lose: TicketCommand = { kind: 'lose-claim', key, ticketId: 7, to: 8 }
    const lost: TicketFact = { type: 'ticket.claim-lost.v1', data: { ticketId: 7, to: 8 } }
    given([]).when(lose).then([lost])
    given([opened, accepted, resolved]).when(lose).then([lost])
    given([opened]).when(lose).thenError('ERR_OTHER_OPEN_TICKET')
    given([opened])
      .when({ ...lose, key: { ...key, connectionId: 10 } })
      .then([lost])
  })
})
