import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Standing, TicketEvent } from '@guiche/contracts/events/ticket.js'
import { mayOpenTicket } from '@guiche/contracts/permissions.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { Decider } from '../kernel/kernel.js'
import type { TicketCommand } from './commands.js'
import { evolve, holdsPlace, noTicket, standingOf, type TicketFact, type TicketState } from './state.js'

type Decision = Result<readonly TicketEvent[], DomainError>
type Change = Extract<TicketCommand, { kind: 'change' }>
type ChangeType = 'accepted' | 'returned' | 'transferred' | 'reopened' | 'resumed'

const nothing: Decision = ok([])

const moved = (type: ChangeType, state: TicketState, to: Standing): Decision =>
  ok([
    {
      type: `ticket.${type}.v1`,
      data: { ticketId: state.ticketId, contactId: state.contactId, from: standingOf(state), to },
    },
  ])

const closed = (
  state: TicketState,
  userId: number | null,
  reason: Extract<TicketEvent, { type: 'ticket.closed.v1' }>['data']['reason'],
  seen: string | null,
): Decision =>
  ok([
    {
      type: 'ticket.closed.v1',
      data: {
        ticketId: state.ticketId,
        contactId: state.contactId,
        from: standingOf(state),
        to: { ...standingOf(state), status: 'closed', userId: userId ?? state.userId },
        reason,
        seen,
      },
    },
  ])

const sameStanding = (a: Standing, b: Standing): boolean =>
  a.status === b.status &&
  a.userId === b.userId &&
  a.queueId === b.queueId &&
  a.connectionId === b.connectionId

/** Whether the caller could have seen this ticket while it waited: who comes second is told who was first. */
const couldAccept = (state: TicketState, { caller }: Change): boolean =>
  mayOpenTicket(caller, state) || (state.queueId === null && caller.allTicket)

/** A person's change, told apart by where the ticket stands and what is wanted. */
const change = (state: TicketState, command: Change): Decision => {
  const { caller, wanted, seen } = command
  if (state.companyId !== caller.companyId) return err(domainError('ERR_NO_TICKET_FOUND'))
  const forSelf = wanted.userId === undefined || wanted.userId === null || wanted.userId === caller.userId
  const taken = state.status === 'open' && state.userId !== null && state.userId !== caller.userId
  if (wanted.status === 'open' && forSelf && taken && couldAccept(state, command)) {
    return err(domainError('ERR_TICKET_ALREADY_TAKEN', { userId: state.userId }))
  }
  if (!mayOpenTicket(caller, state)) return err(domainError('ERR_NO_PERMISSION'))

  const queueId = wanted.queueId === undefined ? state.queueId : wanted.queueId
  const connectionId = wanted.connectionId ?? state.connectionId
  if (wanted.status === 'closed') {
    return state.status === 'closed' ? nothing : closed(state, caller.userId, 'resolved', seen)
  }
  if (state.status === 'closed') {
    if (wanted.status !== 'open') {
      const asIs = { ...standingOf(state), queueId, connectionId, userId: wanted.userId ?? state.userId }
      return wanted.status === undefined && sameStanding(standingOf(state), asIs)
        ? nothing
        : err(domainError('ERR_TICKET_STATE'))
    }
    return moved('reopened', state, { status: 'open', userId: caller.userId, queueId, connectionId })
  }
  if (wanted.status === 'open' && forSelf) {
    if (state.status === 'pending' || state.userId === null) {
      return moved('accepted', state, { status: 'open', userId: caller.userId, queueId, connectionId })
    }
  }
  const chosen =
    wanted.userId === undefined || wanted.status === 'open' ? (wanted.userId ?? state.userId) : wanted.userId
  const userId = wanted.status === 'pending' ? null : chosen
  const to: Standing = { status: userId === null ? 'pending' : 'open', userId, queueId, connectionId }
  const from = standingOf(state)
  if (sameStanding(from, to)) return nothing
  const placeChanged = queueId !== from.queueId || connectionId !== from.connectionId
  return moved(to.status === 'pending' && !placeChanged ? 'returned' : 'transferred', state, to)
}

const unlink = (
  state: TicketState,
  { because, id }: Extract<TicketCommand, { kind: 'unlink' }>,
): Decision => {
  const from = standingOf(state)
  // what is closed keeps what it was
  if (state.status === 'closed') return nothing
  if (because === 'user' && state.userId !== id) return nothing
  if (because === 'queue' && state.queueId !== id) return nothing
  if (because === 'connection' && (state.connectionId !== id || state.connectionGone)) return nothing
  const to: Standing =
    because === 'user'
      ? { ...from, status: 'pending', userId: null }
      : because === 'queue'
        ? { ...from, queueId: null }
        : from
  return ok([
    {
      type: 'ticket.unlinked.v1',
      data: { ticketId: state.ticketId, contactId: state.contactId, from, to, because },
    },
  ])
}

const ofExisting = (state: TicketState, command: TicketCommand): Decision => {
  const { ticketId, contactId } = state
  switch (command.kind) {
    case 'change':
      return change(state, command)
    case 'close':
      if (state.status === 'closed') return nothing
      if (command.onlyStatus !== undefined && command.onlyStatus !== state.status) return nothing
      return closed(state, command.userId, command.reason, null)
    case 'resume':
      return state.status === 'closed'
        ? moved('resumed', state, { ...standingOf(state), status: 'pending', userId: null })
        : nothing
    case 'unlink':
      return unlink(state, command)
    case 'relink':
      if (state.status === 'closed' || state.connectionId !== command.from) return nothing
      return moved('transferred', state, { ...standingOf(state), connectionId: command.to })
    case 'move-contact':
      if (command.contactId === contactId) return nothing
      return ok([
        {
          type: 'ticket.contact-changed.v1',
          data: { ticketId, contactId: command.contactId, previous: contactId },
        },
      ])
    case 'delete':
      return ok([{ type: 'ticket.deleted.v1', data: { ticketId, contactId, from: standingOf(state) } }])
    case 'open':
      return nothing
    case 'lose-claim':
      return nothing
  }
}

/**
 * Errors: ERR_NO_TICKET_FOUND, ERR_TICKET_ALREADY_TAKEN (details `{userId}`), ERR_NO_PERMISSION, ERR_TICKET_STATE
 * (not possible from where it stands), ERR_OTHER_OPEN_TICKET (a claim is asked of a ticket that is active there).
 */
const decide = (state: TicketState, command: TicketCommand): Decision => {
  if (command.kind === 'lose-claim') {
    if (holdsPlace(state, command.place)) return err(domainError('ERR_OTHER_OPEN_TICKET'))
    return ok([{ type: 'ticket.claim-lost.v1', data: { ticketId: command.ticketId, to: command.to } }])
  }
  if (command.kind === 'open' && !state.exists) {
    const { kind: _, ...data } = command
    return ok([{ type: 'ticket.opened.v1', data }])
  }
  if (!state.exists || state.deleted) {
    return command.kind === 'delete' && state.deleted ? nothing : err(domainError('ERR_NO_TICKET_FOUND'))
  }
  return ofExisting(state, command)
}

export const ticketDecider: Decider<TicketState, TicketCommand, TicketFact> = {
  initial: noTicket,
  evolve,
  decide,
}
