import type { TicketAssignment } from '@guiche/contracts/events/ticket.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { describe, it } from '@jest/globals'
import {
  acceptedFact,
  agentCaller,
  assignmentWith,
  change,
  closedAssignment,
  deletedFact,
  given,
  movedFact,
  openAssignment,
  openedFact,
  otherCaller,
  pendingAssignment,
  resolvedFact,
  strangerCaller,
  ticketIds,
  UUID,
} from '../testing/ticket-facts.js'
import type { TicketCommand } from './commands.js'
import type { TicketFact } from './state.js'

describe('a ticket', () => {
  it('opens once', () => {
    const command: TicketCommand = {
      kind: 'open',
      ...ticketIds,
      uuid: UUID,
      isGroup: false,
      imported: false,
      to: pendingAssignment,
    }
    given([])
      .when(command)
      .then([{ type: 'ticket.opened.v1', data: openedFact.data } as TicketFact])
    given([openedFact]).when(command).thenNothingHappened()
  })

  it('is accepted once; a second user gets the name of the first one', () => {
    const accept = { status: 'open' } as const
    given([openedFact]).when(change(agentCaller, accept)).then([acceptedFact])
    given([openedFact])
      .when(change(agentCaller, { ...accept, userId: 5 }))
      .then([acceptedFact])
    given([openedFact])
      .when(change(agentCaller, { userId: 5, queueId: 1 }))
      .then([acceptedFact])
    given([openedFact, acceptedFact]).when(change(agentCaller, accept)).thenNothingHappened()
    given([openedFact, acceptedFact])
      .when(change(otherCaller, { status: 'open', userId: 6 }))
      .thenError('ERR_TICKET_ALREADY_TAKEN', { userId: 5 })
  })

  it('without a queue is accepted into a queue, and the event names the agent', () => {
    const bare: TicketFact = {
      ...openedFact,
      data: { ...openedFact.data, to: assignmentWith({ queueId: null }) },
    } as TicketFact
    const all: Caller = { ...otherCaller, queueIds: [], allTicket: true }
    const taken = movedFact('ticket.accepted.v1', assignmentWith({ queueId: null }), {
      ...openAssignment,
      queueId: null,
    })
    given([bare])
      .when(change(agentCaller, { status: 'open', queueId: 1 }))
      .then([movedFact('ticket.accepted.v1', assignmentWith({ queueId: null }), openAssignment)])
    const refused = [{ status: 'open' }, { status: 'open', queueId: 2 }, { queueId: 1 }] as const
    for (const wanted of refused)
      given([bare]).when(change(agentCaller, wanted)).thenError('ERR_NO_PERMISSION')
    given([bare])
      .when(change({ ...all, userId: 5 }, { status: 'open', queueId: 1 }))
      .then([movedFact('ticket.accepted.v1', assignmentWith({ queueId: null }), openAssignment)])
    given([bare, taken])
      .when(change(all, { status: 'open' }))
      .thenError('ERR_TICKET_ALREADY_TAKEN', { userId: 5 })
    given([bare, taken])
      .when(change(strangerCaller, { status: 'open' }))
      .thenError('ERR_NO_PERMISSION')
  })

  it('goes back to waiting, and its agent is taken off', () => {
    given([openedFact, acceptedFact])
      .when(change(agentCaller, { status: 'pending', userId: null }))
      .then([movedFact('ticket.returned.v1', openAssignment, pendingAssignment)])
    given([openedFact])
      .when(change(agentCaller, { status: 'pending' }))
      .thenNothingHappened()
  })

  it('is transferred to a queue, to a user, to another connection', () => {
    given([openedFact, acceptedFact])
      .when(change(agentCaller, { status: 'pending', userId: null, queueId: 2 }))
      .then([movedFact('ticket.transferred.v1', openAssignment, assignmentWith({ queueId: 2 }))])
    given([openedFact, acceptedFact])
      .when(change(agentCaller, { userId: 6, queueId: 2 }))
      .then([
        movedFact('ticket.transferred.v1', openAssignment, { ...openAssignment, userId: 6, queueId: 2 }),
      ])
    given([openedFact])
      .when(change(agentCaller, { userId: 6 }))
      .then([movedFact('ticket.transferred.v1', pendingAssignment, { ...openAssignment, userId: 6 })])
    given([openedFact, acceptedFact])
      .when(change(otherCaller, { userId: 7, queueId: 1 }))
      .then([movedFact('ticket.transferred.v1', openAssignment, { ...openAssignment, userId: 7 })])
    given([openedFact, acceptedFact])
      .when(change(otherCaller, { status: 'pending', userId: null, queueId: 2 }))
      .then([movedFact('ticket.transferred.v1', openAssignment, assignmentWith({ queueId: 2 }))])
    given([openedFact, acceptedFact])
      .when(change(agentCaller, { connectionId: 10 }))
      .then([movedFact('ticket.transferred.v1', openAssignment, { ...openAssignment, connectionId: 10 })])
    given([openedFact, acceptedFact])
      .when(change(agentCaller, { userId: 5, queueId: 1 }))
      .thenNothingHappened()
    given([openedFact, acceptedFact]).when(change(agentCaller, {})).thenNothingHappened()
  })

  it('is resolved from waiting and from open, with the position on the screen', () => {
    const seen = '00000000000000000042'
    given([openedFact, acceptedFact])
      .when(change(agentCaller, { status: 'closed' }, seen))
      .then([
        {
          type: 'ticket.closed.v1',
          data: {
            ...ticketIds,
            from: openAssignment,
            to: closedAssignment,
            reason: 'resolved',
            seen,
            undoSeconds: 10,
          },
        },
      ])
    given([openedFact])
      .when(change(agentCaller, { status: 'closed' }))
      .then([
        {
          type: 'ticket.closed.v1',
          data: {
            ...ticketIds,
            from: pendingAssignment,
            to: closedAssignment,
            reason: 'resolved',
            seen: null,
            undoSeconds: 10,
          },
        },
      ])
    given([openedFact, acceptedFact, resolvedFact])
      .when(change(agentCaller, { status: 'closed' }))
      .thenNothingHappened()
  })

  it('is reopened by a person, its queue kept; nothing else is done to a closed one', () => {
    given([openedFact, acceptedFact, resolvedFact])
      .when(change(otherCaller, { status: 'open' }))
      .then([movedFact('ticket.reopened.v1', closedAssignment, { ...openAssignment, userId: 6 })])
    given([openedFact, acceptedFact, resolvedFact])
      .when(change(agentCaller, { status: 'pending' }))
      .thenError('ERR_TICKET_STATE')
    given([openedFact, acceptedFact, resolvedFact])
      .when(change(agentCaller, { queueId: 2 }))
      .thenError('ERR_TICKET_STATE')
    given([openedFact, acceptedFact, resolvedFact]).when(change(agentCaller, {})).thenNothingHappened()
  })

  it('is changed by no user who may not open it', () => {
    given([openedFact])
      .when(change(strangerCaller, { status: 'open' }))
      .thenError('ERR_NO_PERMISSION')
    given([openedFact, acceptedFact])
      .when(change(strangerCaller, { status: 'open' }))
      .thenError('ERR_NO_PERMISSION')
    given([openedFact, acceptedFact, resolvedFact])
      .when(change(strangerCaller, { status: 'open' }))
      .thenError('ERR_NO_PERMISSION')
    given([openedFact])
      .when(change({ ...strangerCaller, profile: 'admin' }, { status: 'closed' }))
      .then([
        {
          type: 'ticket.closed.v1',
          data: {
            ...ticketIds,
            from: pendingAssignment,
            to: { ...closedAssignment, userId: 8 },
            reason: 'resolved',
            seen: null,
            undoSeconds: 10,
          },
        },
      ])
  })

  it('security rule 1: does not exist for another company', () => {
    given([openedFact])
      .when(change({ ...agentCaller, companyId: 2, profile: 'admin' }, { status: 'open' }))
      .thenError('ERR_NO_TICKET_FOUND')
  })

  it('is closed by others only in the state that they saw', () => {
    const all: TicketCommand = { kind: 'close', reason: 'close-all', onlyStatus: 'pending' }
    given([openedFact])
      .when(all)
      .then([
        {
          type: 'ticket.closed.v1',
          data: {
            ...ticketIds,
            from: pendingAssignment,
            to: { ...closedAssignment, userId: null },
            reason: 'close-all',
            seen: null,
          },
        },
      ])
    given([openedFact, acceptedFact]).when(all).thenNothingHappened()
    given([openedFact, acceptedFact, resolvedFact])
      .when({ kind: 'close', reason: 'erased' })
      .thenNothingHappened()
  })

  it('returns on a message of the contact, waiting, in its queue', () => {
    given([openedFact, acceptedFact, resolvedFact])
      .when({ kind: 'resume' })
      .then([movedFact('ticket.resumed.v1', closedAssignment, pendingAssignment)])
    given([openedFact]).when({ kind: 'resume' }).thenNothingHappened()
  })

  it('loses the reference to a deleted thing', () => {
    const unlinked = (
      from: TicketAssignment,
      to: TicketAssignment,
      because: 'user' | 'queue' | 'connection',
    ): TicketFact => ({
      type: 'ticket.unlinked.v1',
      data: { ...ticketIds, from, to, because },
    })
    given([openedFact, acceptedFact])
      .when({ kind: 'unlink', because: 'user', id: 5 })
      .then([unlinked(openAssignment, pendingAssignment, 'user')])
    given([openedFact, acceptedFact]).when({ kind: 'unlink', because: 'user', id: 6 }).thenNothingHappened()
    given([openedFact, acceptedFact, resolvedFact])
      .when({ kind: 'unlink', because: 'user', id: 5 })
      .thenNothingHappened()
    given([openedFact, acceptedFact])
      .when({ kind: 'unlink', because: 'queue', id: 1 })
      .then([unlinked(openAssignment, { ...openAssignment, queueId: null }, 'queue')])
    given([openedFact]).when({ kind: 'unlink', because: 'queue', id: 2 }).thenNothingHappened()
    const gone = unlinked(pendingAssignment, pendingAssignment, 'connection')
    given([openedFact]).when({ kind: 'unlink', because: 'connection', id: 9 }).then([gone])
    given([openedFact, gone]).when({ kind: 'unlink', because: 'connection', id: 9 }).thenNothingHappened()
  })

  it('waiting without a queue moves to a queue, unless it has moved or has an agent by then', () => {
    const bare = assignmentWith({ queueId: null })
    const without = { ...openedFact, data: { ...openedFact.data, to: bare } } as TicketFact
    const enqueue = { kind: 'enqueue', connectionId: 9, queueId: 2 } as const
    const transferred = movedFact('ticket.transferred.v1', bare, assignmentWith({ queueId: 2 }))
    given([without]).when(enqueue).then([transferred])
    given([without, transferred])
      .when({ ...enqueue, queueId: 3 })
      .thenNothingHappened()
    given([without])
      .when({ ...enqueue, connectionId: 8 })
      .thenNothingHappened()
    const taken = movedFact('ticket.accepted.v1', bare, { ...openAssignment, queueId: null })
    given([without, taken]).when(enqueue).thenNothingHappened()
  })

  it('moves to the contact that stayed, and is deleted once', () => {
    given([openedFact])
      .when({ kind: 'move-contact', contactId: 4 })
      .then([{ type: 'ticket.contact-changed.v1', data: { ticketId: 7, contactId: 4, previous: 3 } }])
    given([openedFact]).when({ kind: 'move-contact', contactId: 3 }).thenNothingHappened()
    given([openedFact, acceptedFact, resolvedFact])
      .when({ kind: 'delete' })
      .then([{ ...deletedFact }])
    given([openedFact, acceptedFact, resolvedFact, deletedFact])
      .when({ kind: 'delete' })
      .thenNothingHappened()
    given([openedFact, acceptedFact, resolvedFact, deletedFact])
      .when(change(agentCaller, { status: 'open' }))
      .thenError('ERR_NO_TICKET_FOUND')
    given([]).when({ kind: 'resume' }).thenError('ERR_NO_TICKET_FOUND')
  })

  it('gives its key up only where it is not the active one', () => {
    const key = { companyId: 1, contactId: 3, connectionId: 9 }
    const lose: TicketCommand = { kind: 'lose-claim', key, ticketId: 7, to: 8 }
    const lost: TicketFact = { type: 'ticket.claim-lost.v1', data: { ticketId: 7, to: 8 } }
    given([]).when(lose).then([lost])
    given([openedFact, acceptedFact, resolvedFact]).when(lose).then([lost])
    given([openedFact]).when(lose).thenError('ERR_OTHER_OPEN_TICKET')
    given([openedFact])
      .when({ ...lose, key: { ...key, connectionId: 10 } })
      .then([lost])
  })
})
