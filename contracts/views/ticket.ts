import type { BotState } from '../bot/state.js'
import type { EventNamed } from '../events/index.js'
import type { GroupAuthor, MessageDetails, MessageKind } from '../events/message.js'
import type { CloseReason, MoveName, TicketAssignment, TicketStatus } from '../events/ticket.js'
import type { TicketValues } from '../events/ticket-fields.js'

/** Read store documents. Fields here are ours; presenters in views/present.ts make what clients see. */

/**
 * Collection `tickets`, and `opening`: hidden tickets without their first message yet. id = String(ticketId).
 */
export interface TicketDoc
  extends TicketAssignment,
    Partial<TicketValues>,
    Readonly<Omit<EventNamed<'ticket.opened.v1'>['data'], 'to' | 'byMessage' | 'origin'>> {
  readonly id: string
  readonly companyId: number
  /**
   * rank of the priority, most urgent first; absent in documents of an older generation, as all fields that
   * users set
   */
  readonly urgency?: number
  /** in the order in which they were added; includes deleted tags */
  readonly tagIds: readonly number[]
  /**
   * the card's lane on the kanban board (a tag, or null), its rank, and the user who last moved it. Absent in
   * documents of an older generation
   */
  readonly laneId?: number | null
  readonly laneRank?: string
  readonly laneBy?: number | null
  /** `laneId` (0 for none) while the board shows the ticket, else null */
  readonly lane?: number | null
  /** number of the contact's unread messages, never below 0 */
  readonly unread: number
  /** the beginning of the last message's text */
  readonly lastMessage: string
  /** id of the message in `lastMessage`, and whether the message is ours */
  readonly lastMessageId: string | null
  /**
   * kind of the last message, or null for a text; if set, `lastMessage` is a name (of a file, person or place) or empty
   */
  readonly lastMessageKind: WordlessKind | null
  /** kind of the file sent with the text; null without a file, or without a text */
  readonly lastMessageFile: WordlessKind | null
  readonly fromMe: boolean
  /** author of the last message: the contact, our own phone, a user, or an automatic text; null without a message */
  readonly lastAuthor: {
    readonly kind: 'contact' | 'phone' | 'user' | 'automatic'
    readonly userId: number | null
    /** name or number of the contact's side in a group; absent otherwise */
    readonly name?: string
  } | null
  /** ISO times */
  readonly createdAt: string
  readonly updatedAt: string
  /**
   * start of the wait. Attended ticket: `askedAt`. Waiting ticket: the contact's message, or the time when
   * the ticket began to wait. Null when closed
   */
  readonly waitingSince: string | null
  /**
   * time of the contact's first message that no person has answered. Null if there is none, and when the ticket is
   * closed
   */
  readonly askedAt: string | null
  /**
   * time of our last message or of the ticket's last move, whichever is later; reminders keep the value. Null
   * if the contact wrote last. Absent, as `silence`, in documents of an older generation
   */
  readonly silentSince?: string | null
  /** the contact's present silence; null if the contact wrote last */
  readonly silence?: {
    /** position of the event that began it, which identifies the silence */
    readonly began: string
    /** number of reminders sent in this silence, and the time of the last one */
    readonly reminded: number
    readonly remindedAt: string | null
  } | null
  /** set while snoozed, hidden from the agent's list */
  readonly snoozedUntil: string | null
  /** values before the close, for an undo; a reopening message keeps them */
  readonly beforeClose: Pick<TicketDoc, 'waitingSince' | 'askedAt' | 'snoozedUntil'> | null
  /** time and reason of the close; null while active */
  readonly closedAt: string | null
  readonly closeReason: CloseReason | null
  /** the contact's last rating, 1 to 3; null without one */
  readonly rating: number | null
  /**
   * id of the message that answers an advertisement; null without one. Absent in documents of an older
   * generation, as the advertisement itself
   */
  readonly originId?: string | null
  readonly origin?: Pick<Extract<MessageDetails, { of: 'ad' }>, 'title' | 'url' | 'clickId' | 'source'> | null
  /** the last move and its user (null without one); absent before the first move, and in older documents */
  readonly moved?: {
    readonly how: MoveName
    readonly userId: number | null
    readonly position: string
    /** the move gave the ticket to its present agent */
    readonly given?: true
    /** id of the note with the reason */
    readonly noteId?: number
  }
  /** the contact's state with the bot; absent in documents of an older generation */
  readonly bot?: BotState
  /** position of the last folded event; a client ignores a frame older than its data */
  readonly position: string
}

/** Kinds of messages without a text; a voice note differs from an audio file. */
export type WordlessKind = MessageKind | 'voice'

/** Collection `messages`. id = messageId. */
export interface MessageDoc
  extends Readonly<
    Omit<
      EventNamed<'message.received.v1'>['data'],
      'messageId' | 'mediaPending' | 'sentAt' | 'late' | 'standing'
    >
  > {
  readonly id: string
  readonly companyId: number
  /** 'pending' during the download of the file, an error code if it failed */
  readonly mediaState: 'none' | 'pending' | 'stored' | 'failed'
  readonly mediaError: string | null
  readonly read: boolean
  /** code of contracts/errors.ts when sending failed, else null */
  readonly error: string | null
  /** a pending edit or deletion, or the error code of a failed one */
  readonly pendingEdit: string | null
  readonly pendingRevoke: boolean
  readonly actionError: string | null
  readonly deleted: boolean
  readonly edited: boolean
  /** an edit of this text arrived but could not be decrypted */
  readonly editUnreadable?: boolean
  readonly reactions: readonly {
    readonly emoji: string
    readonly by: 'contact' | 'us'
    readonly userId: number | null
    /** the member of a group who reacted, and the member's identity until its erasure */
    readonly reactorId?: string
    readonly author?: GroupAuthor
  }[]
  readonly userId: number | null
  /** time by WhatsApp for received messages, else of the event */
  readonly createdAt: string
  /** time when WhatsApp accepted the message, if known; null while pending */
  readonly sentAt: string | null
  readonly updatedAt: string
  /** place in the conversation (projector/views/message-order.ts), compared as text */
  readonly order: string
  /** position of the message's first event; '' if imported. Absent in documents of an earlier version of the view */
  readonly arrived: string
  /** time of a late arrival */
  readonly lateAt?: string
  /** the message's part in a rating; absent if none */
  readonly ratingPart?: RatingPart
  readonly position: string
}

/** A rating, a comment on a rating, or an unclear reply. */
export const RATING_PARTS = ['rating', 'comment', 'unclear'] as const
export type RatingPart = (typeof RATING_PARTS)[number]

/**
 * Collection `authors`. id = messageId. Writer of a message in a group, so that an erasure of the person
 * finds the message.
 */
export interface AuthorDoc extends Readonly<Pick<GroupAuthor, 'pn' | 'lid'>> {
  readonly id: string
  readonly companyId: number
  readonly position: string
}

/** Collection `chat-clocks`. id = String(contactId). The newest time in the conversation; never decreases. */
export interface ChatClockDoc {
  readonly id: string
  readonly companyId: number
  readonly at: string
}

/** Collection `reactors`. id = reactorId. Identity of a group's member who reacted to one message. */
export interface ReactorDoc
  extends Readonly<Omit<EventNamed<'reactor.named.v1'>['data'], 'reactorId'>>,
    Readonly<Pick<GroupAuthor, 'pn' | 'lid'>> {
  readonly id: string
  readonly companyId: number
  /** position of the event that first named the member */
  readonly position: string
}

/**
 * Collection `counters`. id = `${companyId}:${status}:${queueId ?? 0}:${userId ?? 0}`. Number of tickets and
 * of unread tickets with the same status, queue and user.
 */
export interface CounterDoc {
  readonly id: string
  readonly companyId: number
  readonly status: TicketStatus
  readonly queueId: number | null
  readonly userId: number | null
  readonly tickets: number
  /**
   * number of tickets in each lane of the board, by the lane's tag id; all other tickets are in the lane
   * without tag
   */
  readonly lanes?: Readonly<Record<string, number>>
}

/** Collection `tag-counts`. id = String(tagId). Number of tickets with this tag. */
export interface TagCountDoc {
  readonly id: string
  readonly companyId: number
  readonly count: number
}

/** Collection `unread`. id = messageId. An unread message of the contact; `TicketDoc.unread` counts them. */
export interface UnreadDoc {
  readonly id: string
  readonly companyId: number
  readonly ticketId: number
}

/** Text of `TicketDoc.lastMessage` for a deleted message, in every language. */
export const DELETED_MESSAGE = '🚫'

/**
 * Collection `dashboard-days`. id = `${companyId}:${yyyy-MM-dd}` in the company's time zone, by the day of
 * the close.
 */
export interface DashboardDayDoc {
  readonly id: string
  readonly companyId: number
  readonly day: string
  readonly opened: number
  readonly finished: number
  /** sums and counts for averages, in milliseconds */
  readonly waitMs: number
  readonly waits: number
  readonly supportMs: number
  readonly supports: number
  /** count of each rating, 1 to 3, by `${userId ?? 0}:${queueId ?? 0}`; absent before the first rating */
  readonly ratings?: { readonly [whom: string]: readonly [number, number, number] }
  readonly users: {
    readonly [userId: string]: {
      readonly finished: number
      /** number of ratings, and their sum; absent before the first rating */
      readonly ratings?: number
      readonly rated?: number
      readonly supportMs: number
      readonly supports: number
    }
  }
}

/**
 * Collection `ratings`. id = id of the message with the rating. No personal data: the contact is in the
 * ticket, texts are in `messages`. So ratings stay for the figures after an erasure.
 */
export interface RatingDoc
  extends Readonly<
    Pick<EventNamed<'ticket.rated.v1'>['data'], 'ticketId' | 'userId' | 'queueId' | 'rating'>
  > {
  readonly id: string
  readonly companyId: number
  readonly ratedAt: string
  /** the contact's messages shortly after the rating */
  readonly commentIds: readonly string[]
  readonly position: string
}

/**
 * Collection `ticket-times`. id = String(ticketId). State of a ticket that the dashboard fold needs for later
 * events.
 */
export interface TicketTimesDoc {
  readonly id: string
  readonly companyId: number
  readonly queuedAt: string | null
  readonly startedAt: string | null
  readonly status: TicketStatus
  readonly imported: boolean
  /**
   * for a counted closed ticket: its former state and agent, and the time of the close; needed for an undo
   */
  readonly finished?: Pick<TicketTimesDoc, 'queuedAt' | 'startedAt' | 'status'> & {
    readonly at: string
    readonly userId: number | null
  }
}

/** Collection `dashboard-zones`. id = String(companyId). The time zone of a company's dashboard days. */
export interface DashboardZoneDoc {
  readonly id: string
  readonly companyId: number
  readonly timezone: string
}
