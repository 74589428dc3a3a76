import type { Media, MessageKind } from '../events/message.js'
import type { TicketStatus } from '../events/ticket.js'

/** Read store documents. Fields here are ours; presenters in views/present.ts make what clients see. */

/**
 * Collection `tickets`, and `opening`: those that a message has opened and that wait for it, until which nobody sees
 * them. id = String(ticketId).
 */
export interface TicketDoc {
  readonly id: string
  readonly companyId: number
  readonly ticketId: number
  readonly uuid: string
  readonly status: TicketStatus
  readonly userId: number | null
  readonly queueId: number | null
  readonly contactId: number
  readonly connectionId: number
  readonly isGroup: boolean
  readonly imported: boolean
  /** messages of the contact not yet read, never below 0 */
  readonly unread: number
  readonly lastMessage: string
  /** id of the message that `lastMessage` shows, and whether it was ours */
  readonly lastMessageId: string | null
  /** what that message is when it is no text: `lastMessage` is then the name of a file, person or place, or empty; else null */
  readonly lastMessageKind: WordlessKind | null
  readonly fromMe: boolean
  /** who wrote that message: the contact, our own phone, a user, or we by ourselves; null while there is none */
  readonly lastAuthor: {
    readonly kind: 'contact' | 'phone' | 'user' | 'automatic'
    readonly userId: number | null
  } | null
  /** ISO times */
  readonly createdAt: string
  readonly updatedAt: string
  /** last event folded in; a client ignores a frame older than what it has */
  readonly position: string
}

/** A message without words; a voice note is told apart from a file of sound. */
export type WordlessKind = MessageKind | 'voice'

/** Collection `messages`. id = messageId. */
export interface MessageDoc {
  readonly id: string
  readonly companyId: number
  readonly ticketId: number
  readonly contactId: number
  readonly connectionId: number
  readonly waId: string
  readonly remoteJid: string
  readonly participant: string | null
  readonly fromMe: boolean
  readonly kind: MessageKind
  readonly body: string
  readonly media: Media | null
  /** 'pending' while the file is still fetched, a code when that failed */
  readonly mediaState: 'none' | 'pending' | 'stored' | 'failed'
  readonly mediaError: string | null
  readonly quotedId: string | null
  readonly forwarded: boolean
  readonly read: boolean
  readonly ack: number
  /** code of contracts/errors.ts when sending failed, else null */
  readonly error: string | null
  /** an edit or revoke asked for and not yet done, or the code of its failure */
  readonly pendingEdit: string | null
  readonly pendingRevoke: boolean
  readonly actionError: string | null
  readonly deleted: boolean
  readonly edited: boolean
  readonly reactions: readonly {
    readonly emoji: string
    readonly by: 'contact' | 'us'
    readonly userId: number | null
  }[]
  readonly userId: number | null
  readonly imported: boolean
  /** WhatsApp's time for received ones, else the event's */
  readonly createdAt: string
  readonly updatedAt: string
  /** position of its first event: the order of the conversation */
  readonly order: string
  readonly position: string
}

/** Collection `counters`. id = `${companyId}:${status}:${queueId ?? 0}:${userId ?? 0}`: tickets and unread ones of one standing. */
export interface CounterDoc {
  readonly id: string
  readonly companyId: number
  readonly status: TicketStatus
  readonly queueId: number | null
  readonly userId: number | null
  readonly tickets: number
}

/** Collection `unread`. id = messageId: a message of the contact that nobody has read yet; what `TicketDoc.unread` counts. */
export interface UnreadDoc {
  readonly id: string
  readonly companyId: number
  readonly ticketId: number
}

/** Stands in `TicketDoc.lastMessage` for a message that was deleted, in every language. */
export const DELETED_MESSAGE = '🚫'

/** Collection `audit`. id = event id. Ids only; names are joined when read. */
export interface AuditDoc {
  readonly id: string
  readonly companyId: number
  readonly type: string
  /** first word of the type: ticket, message, user … */
  readonly area: string
  readonly time: string
  readonly actorKind: string
  readonly actorId: number
  readonly ticketId: number | null
  readonly contactId: number | null
  readonly correlationId: string
  /** ids, statuses and codes of the event, never texts of a person */
  readonly facts: { readonly [key: string]: string | number | boolean | null }
  readonly position: string
}

/** Collection `dashboard-days`. id = `${companyId}:${yyyy-MM-dd}` in the company's time zone, by the day of finishing. */
export interface DashboardDayDoc {
  readonly id: string
  readonly companyId: number
  readonly day: string
  readonly opened: number
  readonly finished: number
  /** sums and numbers to make averages of, milliseconds */
  readonly waitMs: number
  readonly waits: number
  readonly supportMs: number
  readonly supports: number
  readonly users: {
    readonly [userId: string]: {
      readonly finished: number
      readonly supportMs: number
      readonly supports: number
    }
  }
}

/** Collection `ticket-times`: what the dashboard fold must remember of a running conversation. id = String(ticketId). */
export interface TicketTimesDoc {
  readonly id: string
  readonly companyId: number
  readonly queuedAt: string | null
  readonly startedAt: string | null
  readonly status: TicketStatus
  readonly imported: boolean
}

/** Collection `dashboard-zones`: the time zone by which a company's days are cut. id = String(companyId). */
export interface DashboardZoneDoc {
  readonly id: string
  readonly companyId: number
  readonly timezone: string
}
