import type { CONNECTION_STATUSES } from '../events/connections.js'
import type { MessageKind } from '../events/message.js'
import type { TicketStatus } from '../events/ticket.js'
import type { PROFILES } from '../events/user.js'
import type { WordlessKind } from './ticket.js'

/** Records as clients see them, in the shapes of the HTTP contract. Times are ISO-8601 UTC, nulls are written. */
interface Stamps {
  readonly createdAt: string
  readonly updatedAt: string
}
export interface QueueRecord extends Stamps {
  readonly id: number
  readonly name: string
  readonly color: string
  readonly greetingMessage: string
  readonly outOfHoursMessage: string
  readonly orderQueue: number | null
  readonly companyId: number
}
export interface QueueRef {
  readonly id: number
  readonly name: string
  readonly color: string
}
export interface UserQueueRef extends QueueRef {
  readonly UserQueue: { readonly userId: number; readonly queueId: number }
}
export interface SettingRecord {
  readonly id: number
  readonly key: string
  readonly value: string
  readonly companyId: number
}
export interface UserRecord extends Stamps {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly profile: (typeof PROFILES)[number]
  readonly super: boolean
  readonly companyId: number
  readonly allTicket: 'enabled' | 'desabled'
  readonly whatsappId: number | null
  readonly online: boolean
  readonly queues: readonly UserQueueRef[]
  readonly company: {
    readonly id: number
    readonly name: string
    readonly dueDate: string | null
  }
}
export interface ConnectionRecord extends Stamps {
  readonly id: number
  readonly name: string
  readonly channel: 'whatsapp' | 'simulator'
  readonly status: (typeof CONNECTION_STATUSES)[number]
  /** code of contracts/errors.ts beside the status, or null */
  readonly reason: string | null
  /** why nothing brings it up yet: no gateway has room for another number. It goes on by itself once one has. */
  readonly waitingReason?: 'no-room' | null
  /** the code to scan now, in the answer for one connection to an admin; empty everywhere else */
  readonly qrcode: string
  /** likewise; absent where there is no code to type */
  readonly pairingCode?: string
  readonly number: string | null
  readonly retries: number
  readonly isDefault: boolean
  readonly companyId: number
  readonly greetingMessage: string
  readonly complationMessage: string
  readonly outOfHoursMessage: string
  readonly ratingMessage: string
  readonly provider: string
  readonly queues: readonly (QueueRef & { readonly greetingMessage: string })[]
}
export interface ContactRecord extends Stamps {
  readonly id: number
  readonly name: string
  /** '' while only a LID is known: a LID is never shown as a number */
  readonly number: string
  readonly email: string
  readonly profilePicUrl: string
  readonly isGroup: boolean
  readonly active: boolean
  readonly companyId: number
  readonly whatsappId: number | null
  readonly extraInfo: readonly { readonly id: number; readonly name: string; readonly value: string }[]
}
/** A contact in the paged list, with its newest tickets, as far as the reader may open them. */
export interface ListedContact extends ContactRecord {
  readonly tickets: readonly ({ readonly id: number; readonly status: TicketStatus } & Stamps)[]
}
/** One contact, with the connection on which it is known. */
export interface ShownContact extends ContactRecord {
  readonly whatsapp: TicketRecord['whatsapp']
}
export type ContactRef = Pick<
  ContactRecord,
  'id' | 'name' | 'number' | 'email' | 'profilePicUrl' | 'isGroup' | 'active'
>
export interface TicketRecord extends Stamps {
  readonly id: number
  readonly uuid: string
  readonly status: TicketStatus
  readonly unreadMessages: number
  readonly lastMessage: string
  /** set where the last message is no text: `lastMessage` is then the name of a file, person or place, or empty */
  readonly lastMessageType: WordlessKind | null
  readonly fromMe: boolean
  /** who wrote the last message: the contact, our own phone, a user (`id`, `name`), or we by ourselves */
  readonly lastMessageBy: {
    readonly kind: 'contact' | 'phone' | 'user' | 'automatic'
    readonly id: number | null
    readonly name: string
  } | null
  readonly isGroup: boolean
  readonly userId: number | null
  readonly contactId: number
  readonly whatsappId: number
  readonly queueId: number | null
  readonly companyId: number
  readonly chatbot: false
  readonly useIntegration: false
  readonly promptId: null
  readonly integrationId: null
  readonly contact: ContactRef
  readonly queue: QueueRef | null
  readonly user: { readonly id: number; readonly name: string } | null
  readonly whatsapp: {
    readonly id: number
    readonly name: string
    readonly status: (typeof CONNECTION_STATUSES)[number]
  } | null
  readonly tags: readonly []
  /** for ordering frames against answers; opaque */
  readonly position: string
}
/** A ticket that was asked for by itself. */
export interface OpenedTicket extends TicketRecord {
  /** of a closed one: where its contact is attended on this connection now, if the reader may open that; else null */
  readonly active: Pick<TicketRecord, 'id' | 'uuid'> | null
}
export interface MessageRecord extends Stamps {
  readonly id: string
  readonly ticketId: number
  readonly contactId: number | null
  readonly companyId: number
  readonly whatsappId: number
  readonly body: string
  readonly fromMe: boolean
  readonly read: boolean
  readonly ack: number
  /** code of contracts/errors.ts when it could not be sent, else null */
  readonly error: string | null
  readonly mediaType: MessageKind
  readonly mediaUrl: string | null
  readonly mediaName: string | null
  readonly mimetype: string | null
  readonly mediaSize: number | null
  readonly mediaSeconds: number | null
  readonly voice: boolean
  readonly mediaState: 'none' | 'pending' | 'stored' | 'failed'
  readonly mediaError: string | null
  readonly isDeleted: boolean
  readonly isEdited: boolean
  readonly isForwarded: boolean
  /** an edit or delete on its way, and the code of one that failed */
  readonly pending: 'edit' | 'revoke' | null
  readonly actionError: string | null
  readonly quotedMsgId: string | null
  readonly quotedMsg: QuotedRecord | null
  readonly reactions: readonly {
    readonly type: string
    readonly fromMe: boolean
    readonly userId: number | null
  }[]
  readonly userId: number | null
  readonly contact: ContactRef | null
  readonly queueId: number | null
  /** the queue of its ticket, as it stands now */
  readonly queue: QueueRef | null
  /** place in the conversation; compare as text */
  readonly order: string
  readonly position: string
}
export type QuotedRecord = Pick<
  MessageRecord,
  'id' | 'body' | 'fromMe' | 'mediaType' | 'mediaUrl' | 'mediaName' | 'isDeleted' | 'contact'
>

export interface AuditRecord {
  readonly id: string
  readonly type: string
  readonly area: string
  readonly time: string
  readonly actor: { readonly kind: string; readonly id: number; readonly name: string }
  readonly ticketId: number | null
  readonly ticketUuid: string | null
  readonly contact: { readonly id: number; readonly name: string } | null
  /** ids with the names that they stand for today */
  readonly facts: { readonly [key: string]: string | number | boolean | null }
  readonly names: { readonly [key: string]: string }
  readonly correlationId: string
  readonly position: string
}
export interface DashboardRecord {
  readonly counters: {
    readonly supportHappening: number
    readonly supportPending: number
    readonly supportFinished: number
    readonly leads: number
    /** minutes, or null when there is nothing to average */
    readonly avgSupportTime: number | null
    readonly avgWaitTime: number | null
    /** whole installation, for super users; null otherwise */
    readonly totalCompanies: number | null
    readonly totalWhatsappSessions: number | null
  }
  readonly attendants: readonly {
    readonly id: number
    readonly name: string
    readonly avgSupportTime: number | null
    readonly tickets: number
    readonly rating: number | null
    readonly online: boolean
  }[]
  /** one entry a day of the period, oldest first */
  readonly days: readonly { readonly day: string; readonly opened: number; readonly finished: number }[]
}
/** Badges of the inbox. */
export interface InboxCounts {
  readonly open: number
  readonly pending: number
}

/** Answer of `GET /setup`, for everyone: what the screens before the sign-in need to know. */
export interface SetupRecord {
  /** no user exists yet: the first visit makes one */
  readonly needed: boolean
  /** whether a sign-in needs the token of a solved challenge of `GET /human-verification`, or of Turnstile's widget */
  readonly humanVerification: 'altcha' | 'turnstile' | 'off'
  /** of Turnstile's widget; null with the others */
  readonly turnstileSiteKey: string | null
  /** "simulated phone" is offered as a kind of connection */
  readonly simulator: boolean
}
/** Answer of login and refresh. */
export interface SessionRecord {
  readonly token: string
  /** with the settings of the company, which no other record of a user repeats */
  readonly user: UserRecord & {
    readonly company: UserRecord['company'] & { readonly settings: readonly SettingRecord[] }
  }
}
/** Query of `GET /audit`, all optional: `userId` acted, `area` as in the record, `from`/`to` ISO times, `ticketId`, `pageNumber`. */
export interface AuditQuery {
  readonly userId?: string
  readonly area?: string
  readonly from?: string
  readonly to?: string
  readonly ticketId?: string
  readonly pageNumber?: string
}
/** A page of records; the plural's own name stands for `records` where the contract says so. */
export interface AuditPage {
  readonly records: readonly AuditRecord[]
  readonly count: number
  readonly hasMore: boolean
}

/** Something that could not be processed, of the own company. Without its content. */
export interface ParkedRecord {
  readonly id: string
  /** `report`: what a phone sent; `event`: what should follow from an event */
  readonly kind: 'report' | 'event'
  /** kind of the report, or type of the event */
  readonly what: string
  /** name of the stream of the event, or `connection-{id}` */
  readonly about: string
  /** code of an error, or the name of a fault */
  readonly reason: string
  /** of the first failure, ISO-8601; empty where it is not known any more */
  readonly since: string
  readonly attempts: number
}
