import { BOT_START, type BotState, isBotActive, isUnclear } from '@guiche/contracts/bot/state.js'
import { type Actor, userOf } from '@guiche/contracts/envelope.js'
import {
  type CloseReason,
  isMove,
  type TicketAssignment,
  type TicketEvent,
  type TicketMove,
} from '@guiche/contracts/events/ticket.js'
import { botAfter } from '@guiche/contracts/events/ticket-bot.js'
import {
  DEFAULT_TICKET_VALUES,
  isFieldSet,
  type TicketValues,
  valueSetBy,
} from '@guiche/contracts/events/ticket-fields.js'
import { rankOnTop, tagsInLane } from '@guiche/contracts/ticket/kanban.js'
import { UNDO_MARGIN_SECONDS } from '@guiche/contracts/ticket/undo.js'
import { afterReply, NO_RATING, type RatingState } from './rating-state.js'

/** An event of a ticket with fields of the envelope, which only hand-made events of tests lack. */
export type TicketFact = TicketEvent & {
  readonly time?: string
  readonly companyId?: number
  readonly position?: string
  readonly actor?: Actor
}

type OpenedData = Extract<TicketEvent, { type: 'ticket.opened.v1' }>['data']

/** A ticket folded from its stream. */
export interface TicketState
  extends TicketAssignment,
    TicketValues,
    RatingState,
    Readonly<Omit<OpenedData, 'to' | 'byMessage' | 'origin'>> {
  readonly exists: boolean
  readonly companyId: number
  readonly tagIds: readonly number[]
  /** the card's place on the kanban board: the lane's tag (null: the lane without tag), and the rank in the lane */
  readonly laneId: number | null
  readonly laneRank: string
  /** earlier connections of the ticket: messages requested there keep their ids */
  readonly formerConnectionIds: readonly number[]
  /** position of the opening event; gives the order of tickets */
  readonly openPosition: string | null
  /** position of the last opening or reopening */
  readonly activeSince: string | null
  /** time of the last close; null while active */
  readonly closedAt: string | null
  /** reason and seen position of the last close; null while the ticket is active */
  readonly closeReason: CloseReason | null
  readonly closeSeen: string | null
  /** position of the close event */
  readonly closePosition: string | null
  /** the state before the close, to undo the close; a reopening message of the contact keeps it */
  readonly undo: {
    readonly to: TicketAssignment
    readonly snoozedUntil: string | null
    /** the user who closed the ticket */
    readonly by: number | null
    /** ISO-8601 */
    readonly until: string
    /** the bot's state before the close; null if the bot did not have the ticket */
    readonly bot: BotState | null
  } | null
  /**
   * the last change of assignment by a user: author and former assignment; a reopening by a message does not
   * count
   */
  readonly lastMove: {
    readonly position: string
    readonly type: TicketMove['type']
    /** null for the system and the contact */
    readonly userId: number | null
    readonly from: TicketAssignment
  } | null
  /** as last requested; a reopening by a message keeps the value */
  readonly snoozedUntil: string | null
  /** whether an agent had the ticket at its last close */
  readonly wasAttended: boolean
  /** the bot's state for the contact; the bot's queue is the ticket's */
  readonly bot: BotState
  /** the last message that the bot has read, by its place in the log; null before the first */
  readonly botAfter: { readonly time: string; readonly position: string } | null
  /** the last message that the bot has read, if the bot did not understand the message; its edit is an answer */
  readonly botUnclear: string | null
  /** the running lookup of bills: position of the step that asked, and the message with the document */
  readonly billsAsked: { readonly position: string; readonly messageId: string } | null
  readonly deleted: boolean
  /** whether the ticket's connection was deleted */
  readonly connectionGone: boolean
}

export const noTicket: TicketState = {
  exists: false,
  ...DEFAULT_TICKET_VALUES,
  companyId: 0,
  ticketId: 0,
  uuid: '',
  contactId: 0,
  isGroup: false,
  imported: false,
  tagIds: [],
  laneId: null,
  laneRank: '',
  status: 'pending',
  userId: null,
  queueId: null,
  connectionId: 0,
  formerConnectionIds: [],
  openPosition: null,
  activeSince: null,
  closedAt: null,
  closeReason: null,
  closeSeen: null,
  closePosition: null,
  undo: null,
  lastMove: null,
  snoozedUntil: null,
  wasAttended: false,
  ...NO_RATING,
  bot: BOT_START,
  botAfter: null,
  botUnclear: null,
  billsAsked: null,
  deleted: false,
  connectionGone: false,
}

const formerConnections = (
  { formerConnectionIds, connectionId }: TicketState,
  to: TicketAssignment,
): readonly number[] =>
  connectionId === 0 || connectionId === to.connectionId || formerConnectionIds.includes(connectionId)
    ? formerConnectionIds
    : [...formerConnectionIds, connectionId]

const withAssignment = (state: TicketState, to: TicketAssignment): TicketState => ({
  ...state,
  ...to,
  formerConnectionIds: formerConnections(state, to),
  undo: null,
  snoozedUntil: null,
  ...(to.status === 'closed'
    ? {}
    : { closedAt: null, closeReason: null, closeSeen: null, closePosition: null }),
  ...NO_RATING,
  connectionGone: state.connectionGone && to.connectionId === state.connectionId,
})

/** A close can be undone until shortly before the contact may get a text about it. */
const undoOf = (
  { snoozedUntil, bot }: TicketState,
  { data, time }: Extract<TicketFact, { type: 'ticket.closed.v1' }>,
): TicketState['undo'] => {
  if (data.undoSeconds === undefined || time === undefined) return null
  const lasts = (data.undoSeconds - UNDO_MARGIN_SECONDS) * 1000
  const until = new Date(Date.parse(time) + lasts).toISOString()
  return { to: data.from, snoozedUntil, by: data.to.userId, until, bot: isBotActive(bot) ? bot : null }
}

/** The author of a move, for users whose screen may not show the move yet. */
const lastMoveOf = (event: TicketFact & TicketMove): TicketState['lastMove'] => {
  const { type, position = '', actor, data } = event
  return { position, type, userId: userOf(actor), from: data.from }
}

const foldTicket = (state: TicketState, event: TicketFact): TicketState => {
  if (isFieldSet(event)) return { ...state, ...valueSetBy(event) }
  switch (event.type) {
    case 'ticket.accepted.v1':
    case 'ticket.returned.v1':
    case 'ticket.transferred.v1':
      return withAssignment(state, event.data.to)
    case 'ticket.opened.v1': {
      const { to, byMessage: _, origin: __, ...rest } = event.data
      const opened = { ...noTicket, ...rest, exists: true, companyId: event.companyId ?? 0 }
      const position = event.position ?? null
      const laneRank = rankOnTop(event.time ?? '', rest.ticketId)
      return withAssignment({ ...opened, laneRank, openPosition: position, activeSince: position }, to)
    }
    case 'ticket.reopened.v1':
      return { ...withAssignment(state, event.data.to), activeSince: event.position ?? null }
    case 'ticket.resumed.v1':
      return {
        ...withAssignment(state, event.data.to),
        activeSince: event.position ?? null,
        undo: state.undo,
      }
    case 'ticket.close-undone.v1': {
      const snoozedUntil = state.status === 'closed' ? (state.undo?.snoozedUntil ?? null) : null
      return { ...withAssignment(state, event.data.to), snoozedUntil }
    }
    case 'ticket.unlinked.v1': {
      const next = withAssignment(state, event.data.to)
      return event.data.because === 'connection' ? { ...next, connectionGone: true } : next
    }
    case 'ticket.closed.v1':
      return {
        ...withAssignment(state, event.data.to),
        closedAt: event.time ?? null,
        closeReason: event.data.reason,
        closeSeen: event.data.seen,
        closePosition: event.position ?? null,
        wasAttended: event.data.from.status === 'open',
        undo: undoOf(state, event),
      }
    case 'ticket.close-settled.v1':
      return { ...state, undo: null, ratingAsked: event.data.ratingAsked === true }
    case 'ticket.rated.v1':
    case 'ticket.rating-unclear.v1':
    case 'ticket.rating-commented.v1':
      return { ...state, ...afterReply(state, event) }
    case 'ticket.snoozed.v1':
      return { ...state, snoozedUntil: event.data.until }
    case 'ticket.woken.v1':
      return { ...state, snoozedUntil: null }
    case 'ticket.contact-changed.v1':
      return { ...state, contactId: event.data.contactId }
    case 'ticket.tagged.v1':
      return { ...state, tagIds: [...state.tagIds, event.data.tagId] }
    case 'ticket.untagged.v1':
      return { ...state, tagIds: state.tagIds.filter((id) => id !== event.data.tagId) }
    case 'ticket.lane-moved.v1': {
      const { tagId, rank } = event.data
      return { ...state, tagIds: tagsInLane(state.tagIds, event.data), laneId: tagId, laneRank: rank }
    }
    case 'ticket.deleted.v1':
      return { ...state, deleted: true }
    case 'ticket.bot-stepped.v1': {
      const { time = '', position = '', data } = event
      const { after, asks, messageId, bot, says } = data
      const billsAsked = asks === undefined || messageId === null ? state.billsAsked : { position, messageId }
      const botUnclear = isUnclear(bot, says) ? messageId : null
      return { ...state, botAfter: after ?? { time, position }, botUnclear, billsAsked }
    }
    case 'ticket.bills-answered.v1':
      return { ...state, billsAsked: null }
    case 'ticket.claim-lost.v1':
    case 'ticket.bot-left.v1':
      return state
    default:
      // an event type without a case does not compile; an event of a later release changes nothing
      event satisfies never
      return state
  }
}

const withBot = (state: TicketState, event: TicketFact): TicketState => {
  const bot = botAfter(state.bot, event)
  return bot === state.bot ? state : { ...state, bot }
}

export const evolve = (state: TicketState, event: TicketFact): TicketState => {
  const next = withBot(foldTicket(state, event), event)
  return isMove(event) && event.type !== 'ticket.resumed.v1' ? { ...next, lastMove: lastMoveOf(event) } : next
}

/** Key of the claim on the one active ticket of a contact on a connection. */
export interface ActiveTicketKey {
  readonly companyId: number
  readonly contactId: number
  readonly connectionId: number
}

export const isActive = (state: TicketState): boolean =>
  state.exists && !state.deleted && state.status !== 'closed'

/** Whether this ticket is the active ticket of that contact and connection. */
export const isActiveAt = (state: TicketState, key: ActiveTicketKey): boolean =>
  isActive(state) && state.contactId === key.contactId && state.connectionId === key.connectionId

/** Whether a ticket existed at this position, and was neither moved nor reopened since. */
export const isUnmovedSince = ({ activeSince, lastMove }: TicketState, position: string): boolean =>
  (activeSince ?? '') <= position && (lastMove?.position ?? '') <= position

/** Which of two active tickets stays: the attended one, else the older. */
export const staysOf = <T extends { readonly state: TicketState }>(a: T, b: T): T => {
  const attended = ({ state }: T) => (state.status === 'open' ? 0 : 1)
  const rank = attended(a) - attended(b)
  if (rank !== 0) return rank < 0 ? a : b
  return (a.state.openPosition ?? '') <= (b.state.openPosition ?? '') ? a : b
}

/** Whether a closed ticket may be reopened: not if merged or rated, or if its contact was erased. */
const mayComeBack = ({ closeReason, rating }: TicketState): boolean =>
  closeReason !== null && closeReason !== 'merged' && closeReason !== 'erased' && rating === null

/**
 * Whether a contact's new message reopens the closed ticket, instead of opening a new one (`windowMinutes` = the
 * setting reopenWindowMinutes).
 */
export const mayResume = (state: TicketState, now: string, windowMinutes: number): boolean =>
  state.exists &&
  !state.deleted &&
  state.status === 'closed' &&
  state.closedAt !== null &&
  mayComeBack(state) &&
  Date.parse(now) - Date.parse(state.closedAt) < windowMinutes * 60_000

/**
 * Whether the closing user did not know of a message (`position` = the message's): the ticket was closed
 * before the message, or the user's screen did not show the message yet. Such a ticket is reopened.
 */
export const closedUnseen = (state: TicketState, position: string): boolean => {
  if (!state.exists || state.deleted || state.status !== 'closed') return false
  if (!mayComeBack(state)) return false
  const before = state.closePosition !== null && state.closePosition < position
  return before || (state.closeSeen !== null && state.closeSeen < position)
}
