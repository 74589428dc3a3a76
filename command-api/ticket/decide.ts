import { BOT_START } from '@guiche/contracts/bot/state.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import {
  assignmentOf,
  isMove,
  type PlainMove,
  sameAssignment,
  type TicketAssignment,
  type TicketEvent,
  type TicketMove,
} from '@guiche/contracts/events/ticket.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { type Caller, mayAttend, mayBringInto, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { Decider } from '../kernel/kernel.js'
import { billsAnswered } from './bills.js'
import { botStep, enqueueTicket, leaveBot } from './bot.js'
import type { TicketCommand } from './commands.js'
import { moveCard } from './lane.js'
import { closedEvent, moveFields, passesTicketOn } from './move-events.js'
import { rateTicket } from './rating.js'
import { setFields } from './set-fields.js'
import { snoozeTicket, wakeTicket } from './snoozing.js'
import {
  closedUnseen,
  evolve,
  isActiveAt,
  isUnmovedSince,
  noTicket,
  type TicketFact,
  type TicketState,
} from './state.js'
import { tagTicket } from './tag.js'

type Decision = Result<readonly TicketEvent[], DomainError>
type Change = Extract<TicketCommand, { kind: 'change' }>

const nothing: Decision = ok([])

const moveTicket = (type: PlainMove, state: TicketState, to: TicketAssignment): Decision =>
  ok([{ type, data: moveFields(state, to) }])

/**
 * True if the caller could see the ticket while the ticket waited. Other callers of a late accept do not learn who took the
 * ticket.
 */
const couldAccept = (state: TicketState, { caller }: Change): boolean =>
  mayOpenTicket(caller, state) || (state.queueId === null && caller.allTicket)

const MOVE_WORDS: { readonly [T in TicketMove['type']]?: string } = {
  'ticket.accepted.v1': 'accepted',
  'ticket.returned.v1': 'returned',
  'ticket.transferred.v1': 'transferred',
  'ticket.closed.v1': 'closed',
  'ticket.reopened.v1': 'reopened',
}

/**
 * The error that names a later move by another user. Null without such a move, or if the caller may not know
 * of it.
 */
const laterMoveError = (state: TicketState, { caller, seen }: Change): DomainError | null => {
  const { lastMove } = state
  if (seen === null || lastMove === null || seen >= lastMove.position) return null
  if (lastMove.userId === caller.userId) return null
  // a caller who could open the ticket neither before nor after the move learns nothing
  const { companyId } = state
  if (!mayOpenTicket(caller, state) && !mayOpenTicket(caller, { ...lastMove.from, companyId })) return null
  const what = MOVE_WORDS[lastMove.type] ?? 'moved'
  return domainError('ERR_TICKET_CHANGED', { what, userId: lastMove.userId })
}

/** A user's change. Refused if it would act on another state of the ticket than the caller saw. */
const changeTicket = (state: TicketState, command: Change): Decision => {
  const decided = withMenu(state, command, wantedChange(state, command))
  if (decided.ok ? decided.value.length === 0 : decided.error.code === 'ERR_TICKET_ALREADY_TAKEN')
    return decided
  const changed = laterMoveError(state, command)
  return changed === null ? decided : err(changed)
}

/** The event of the transfer precedes the start of the new queue's menu. */
const withMenu = (state: TicketState, { menu }: Change, decided: Decision): Decision => {
  const to = decided.ok && menu ? decided.value.find(isMove)?.data.to : undefined
  if (!decided.ok || !menu || to?.status !== 'pending' || to.queueId !== menu.state.queueId) return decided
  const begun = botStep({ ...state, ...to, bot: BOT_START }, { kind: 'bot-step', message: null, step: menu })
  return begun.ok ? ok([...decided.value, ...begun.value]) : begun
}

/** Decides a user's change, by the ticket's status and the requested one. */
const wantedChange = (state: TicketState, command: Change): Decision => {
  const { caller, wanted, seen } = command
  if (state.companyId !== caller.companyId) return err(domainError('ERR_NO_TICKET_FOUND'))
  const forSelf = wanted.userId === undefined || wanted.userId === null || wanted.userId === caller.userId
  const taken = state.status === 'open' && state.userId !== null && state.userId !== caller.userId
  if (wanted.status === 'open' && forSelf && taken && couldAccept(state, command)) {
    return err(domainError('ERR_TICKET_ALREADY_TAKEN', { userId: state.userId }))
  }
  const brings = wanted.status === 'open' && forSelf && mayBringInto(caller, state, wanted.queueId)
  if (!brings && !mayOpenTicket(caller, state)) return err(domainError('ERR_NO_PERMISSION'))
  const attends = mayAttend(caller, state)
  const ofColleague = err(domainError('ERR_TICKET_OF_COLLEAGUE', { userId: state.userId }))

  // status and agent depend on each other; other wanted fields are taken unchanged
  const base: TicketAssignment = {
    ...assignmentOf(state),
    ...wanted,
    status: state.status,
    userId: state.userId,
  }
  if (wanted.status === 'closed') {
    if (!attends) return ofColleague
    return state.status === 'closed' ? nothing : ok([closedEvent(state, caller.userId, 'resolved', seen)])
  }
  if (state.status === 'closed') {
    if (wanted.status !== 'open') {
      const asIs = { ...base, userId: wanted.userId ?? state.userId }
      return wanted.status === undefined && sameAssignment(state, asIs)
        ? nothing
        : err(domainError('ERR_TICKET_STATE'))
    }
    return moveTicket('ticket.reopened.v1', state, { ...base, status: 'open', userId: caller.userId })
  }
  const takes =
    wanted.status === undefined ? wanted.userId === caller.userId : wanted.status === 'open' && forSelf
  if (takes && (state.status === 'pending' || state.userId === null)) {
    const to: TicketAssignment = { ...base, status: 'open', userId: caller.userId }
    const { forwarding } = command
    const data = { ...moveFields(state, to), ...(forwarding && { forwarding }) }
    return ok([{ type: 'ticket.accepted.v1', data }])
  }
  const chosen =
    wanted.userId === undefined || wanted.status === 'open' ? (wanted.userId ?? state.userId) : wanted.userId
  const userId = wanted.status === 'pending' ? null : chosen
  const to: TicketAssignment = { ...base, status: userId === null ? 'pending' : 'open', userId }
  if (sameAssignment(state, to)) return nothing
  // everybody who may open the ticket may transfer it to another user or queue
  const isReturn = userId === null && to.queueId === state.queueId
  if (!attends && (isReturn || userId === caller.userId)) return ofColleague
  const returned =
    to.status === 'pending' &&
    sameAssignment(assignmentOf(state), { ...to, status: state.status, userId: state.userId })
  const type = returned ? 'ticket.returned.v1' : 'ticket.transferred.v1'
  const noteId = passesTicketOn(caller, to) ? command.noteId : null
  return ok([{ type, data: { ...moveFields(state, to), ...(noteId && { noteId }) } }])
}

const unlinkTicket = (
  state: TicketState,
  { because, id }: Extract<TicketCommand, { kind: 'unlink' }>,
): Decision => {
  const from = assignmentOf(state)
  // a closed ticket keeps its assignment
  if (state.status === 'closed') return nothing
  if (because === 'user' && state.userId !== id) return nothing
  if (because === 'queue' && state.queueId !== id) return nothing
  if (because === 'connection' && (state.connectionId !== id || state.connectionGone)) return nothing
  const to: TicketAssignment =
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

/** Undo of a close by its author or an admin: assignment returns, and the limit of open tickets does not count. */
const undoClose = (state: TicketState, caller: Caller, time: string): Decision => {
  const { undo } = state
  if (state.companyId !== caller.companyId) return err(domainError('ERR_NO_TICKET_FOUND'))
  const isTheirs = undo === null ? mayOpenTicket(caller, state) : undo.by === caller.userId
  if (caller.profile !== 'admin' && !isTheirs) return err(domainError('ERR_NO_PERMISSION'))
  if (undo === null || time >= undo.until) {
    return err(domainError(state.status === 'closed' ? 'ERR_UNDO_OVER' : 'ERR_TICKET_STATE'))
  }
  // a message reopened the ticket after the close, and the bot continued from there
  const bot = state.status === 'closed' ? undo.bot : null
  const data = { ...moveFields(state, undo.to), ...(bot !== null && { bot }) }
  return ok([{ type: 'ticket.close-undone.v1', data }])
}

const ofExisting = (state: TicketState, command: TicketCommand, time: string): Decision => {
  const { ticketId, contactId } = state
  switch (command.kind) {
    case 'change':
      return changeTicket(state, command)
    case 'close':
      if (state.status === 'closed') return nothing
      if (command.onlyStatus !== undefined && command.onlyStatus !== state.status) return nothing
      if ((command.onlyConnectionId ?? state.connectionId) !== state.connectionId) return nothing
      if (command.unmovedSince !== undefined && !isUnmovedSince(state, command.unmovedSince)) return nothing
      return ok([closedEvent(state, null, command.reason, command.seen ?? null)])
    case 'resume':
      if (state.status !== 'closed') return nothing
      if (command.unseen !== undefined && !closedUnseen(state, command.unseen)) return nothing
      return moveTicket('ticket.resumed.v1', state, {
        ...assignmentOf(state),
        status: 'pending',
        userId: null,
      })
    case 'unlink':
      return unlinkTicket(state, command)
    case 'relink':
      if (state.status === 'closed' || state.connectionId !== command.from) return nothing
      return moveTicket('ticket.transferred.v1', state, { ...assignmentOf(state), connectionId: command.to })
    case 'enqueue':
      return enqueueTicket(state, command)
    case 'bot-step':
      return botStep(state, command)
    case 'bills-answered':
      return billsAnswered(state, command)
    case 'leave-bot':
      return leaveBot(state, command)
    case 'move-contact':
      if (command.contactId === contactId) return nothing
      return ok([
        {
          type: 'ticket.contact-changed.v1',
          data: { ticketId, contactId: command.contactId, previous: contactId },
        },
      ])
    case 'tag':
      return tagTicket(state, command, time)
    case 'lane':
      return moveCard(state, command)
    case 'set':
      return setFields(state, command)
    case 'snooze':
      return snoozeTicket(state, command)
    case 'wake':
      return wakeTicket(state, command)
    case 'undo-close':
      return undoClose(state, command.caller, time)
    case 'settle-close':
      return state.closePosition === command.position
        ? ok([
            {
              type: 'ticket.close-settled.v1',
              data: { ticketId, contactId, ...(command.ratingAsked && { ratingAsked: true }) },
            },
          ])
        : nothing
    case 'rate':
      return ok(rateTicket(state, command))
    case 'delete': {
      const tagIds = state.tagIds.length === 0 ? {} : { tagIds: [...state.tagIds] }
      const data = { ticketId, contactId, from: assignmentOf(state), ...tagIds }
      return ok([{ type: 'ticket.deleted.v1', data }])
    }
    case 'open':
      return nothing
    case 'lose-claim':
      return nothing
  }
}

/**
 * Errors: ERR_NO_TICKET_FOUND, ERR_TICKET_ALREADY_TAKEN, ERR_TICKET_OF_COLLEAGUE (details `{userId}`),
 * ERR_TICKET_CHANGED (another user moved the ticket since the caller saw it; details `{what, userId}`),
 * ERR_NO_PERMISSION, ERR_TICKET_STATE (impossible in the present state), ERR_UNDO_OVER (too late),
 * ERR_OTHER_OPEN_TICKET (a claim is asked of a ticket that is active there).
 */
const decide = (state: TicketState, command: TicketCommand, time: string): Decision => {
  if (command.kind === 'lose-claim') {
    if (isActiveAt(state, command.key)) return err(domainError('ERR_OTHER_OPEN_TICKET'))
    return ok([{ type: 'ticket.claim-lost.v1', data: { ticketId: command.ticketId, to: command.to } }])
  }
  if (command.kind === 'open' && !state.exists) {
    const { kind: _, ...data } = command
    return ok([{ type: 'ticket.opened.v1', data }])
  }
  if (!state.exists || state.deleted) {
    return command.kind === 'delete' && state.deleted ? nothing : err(domainError('ERR_NO_TICKET_FOUND'))
  }
  return ofExisting(state, command, time)
}

export const ticketDecider: Decider<TicketState, TicketCommand, TicketFact> = {
  initial: noTicket,
  evolve,
  decide,
}
