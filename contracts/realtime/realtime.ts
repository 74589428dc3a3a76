import { type Static, Type } from '@sinclair/typebox'
import type { ImportRecord } from '../contact/imports.js'
import { Id, OneOf, Strict } from '../envelope.js'
import type { MoveName } from '../events/ticket.js'
import type { RecordFrames } from '../records/index.js'
import type {
  ConnectionRecord,
  ContactRecord,
  MessageRecord,
  SettingRecord,
  TicketRecord,
  UserRecord,
  UserRow,
} from '../views/records.js'

/** Frames of `/ws`: JSON `{event, data}` both ways. A client's first frame is `authenticate`. */
export const ClientFrame = Type.Union([
  Strict({ event: Type.Literal('authenticate'), data: Strict({ token: Type.String({ maxLength: 4096 }) }) }),
  Strict({ event: OneOf(['joinChatBox', 'leaveChatBox']), data: Strict({ ticketId: Id }) }),
  Strict({
    event: OneOf(['joinTickets', 'leaveTickets']),
    data: Strict({ status: OneOf(['open', 'pending', 'closed']) }),
  }),
  Strict({ event: OneOf(['joinNotification', 'leaveNotification']), data: Type.Optional(Strict({})) }),
  /** a sign of presence; `away`: the window had no input for five minutes */
  Strict({
    event: Type.Literal('userStatus'),
    data: Type.Optional(Strict({ away: Type.Optional(Type.Boolean()) })),
  }),
  /** the agent's activity on the open ticket, shown to the contact and colleagues */
  Strict({
    event: Type.Literal('ticketPresence'),
    data: Strict({ ticketId: Id, state: OneOf(['viewing', 'typing', 'recording', 'left']) }),
  }),
])
export type ClientFrame = Static<typeof ClientFrame>

/** The field whose bare value older clients send instead of the frame's data; an id may be a text. */
export const BARE_FIELD: { readonly [E in ClientFrame['event']]?: 'ticketId' | 'status' } = {
  joinChatBox: 'ticketId',
  leaveChatBox: 'ticketId',
  joinTickets: 'status',
  leaveTickets: 'status',
}

/** Limits of one socket. */
export const SOCKET_LIMITS = {
  frameBytes: 16 * 1024,
  framesASecond: 40,
  framesBeforeReady: 50,
  /** unknown frames from one socket */
  strangeFrames: 30,
  rooms: 60,
  secondsToAuthenticate: 5,
  socketsOfAUser: 20,
} as const

/** Close codes of sockets, each with its default reason. */
export const CLOSE_CODES = {
  policy: { code: 1008, reason: 'against the protocol' },
  restart: { code: 1012, reason: 'the service starts again: come back soon' },
  unauthenticated: { code: 4401, reason: 'the access token is wrong or over: renew it' },
  blocked: { code: 4402, reason: 'the company is blocked: renew the session to learn how to pay' },
  sessionEnded: { code: 4403, reason: 'the session has ended: do not come back with it' },
  late: { code: 4408, reason: 'no access token came in time' },
} as const

export { channels } from './channels.js'

type ChangeFrame<K extends string, T> = { readonly action: 'create' | 'update' } & { readonly [P in K]: T }

/**
 * Why a ticket left a user's sight, and who moved it. Without a user, or for a deleted user, `id` is null and
 * `name` ''.
 */
export interface LeftTicket {
  readonly how: MoveName | 'deleted'
  readonly id: number | null
  readonly name: string
  /** names of the present agent and queue; '' if there is none, or it is deleted */
  readonly user: string
  readonly queue: string
}

/** The frames of each channel. */
export interface ServerFrames extends RecordFrames {
  /** `quietMs`: milliseconds since this server last heard of a change in the company, or of a colleague's presence */
  readonly ready: { readonly userId: number; readonly position: string; readonly quietMs: number }
  /** `event`: name of the refused client frame, if any */
  readonly error: { readonly code: string; readonly event?: string }
  /** seconds since the views last followed the log; 0 = up to date */
  readonly stale: { readonly seconds: number }
  /**
   * sent every 18 s: scripts do not see the protocol's pings, and a socket without any frame for longer is
   * dead
   */
  readonly ping: Record<string, never>
  readonly ticket: /**
   * `moved`: status, agent, queue or snooze changed, or the ticket is new or becomes visible, so badges
   * change. `relaned`: the ticket enters, leaves or changes its lane on the kanban board
   */
    | {
        readonly action: 'update'
        readonly ticket: TicketRecord
        readonly moved: boolean
        readonly relaned: boolean
      }
    /** the receiver may no longer see the ticket. `left`: the reason, where the server has one */
    | {
        readonly action: 'delete'
        readonly ticketId: number
        readonly position: string
        readonly left?: LeftTicket
      }
    | { readonly action: 'updateUnread'; readonly ticketId: number }
  readonly appMessage:
    | (ChangeFrame<'message', MessageRecord> & {
        readonly ticket: TicketRecord
        readonly contact: TicketRecord['contact']
      })
    /** an erased message: browsers remove every trace of the message */
    | { readonly action: 'delete'; readonly messageId: string; readonly ticketId: number }
  readonly contact:
    | ChangeFrame<'contact', ContactRecord>
    | { readonly action: 'delete'; readonly contactId: number }
  /** progress of an import of contacts, and its end */
  readonly contactImport: { readonly action: 'update'; readonly import: ImportRecord }
  readonly presence:
    | { readonly ticketId: number; readonly presence: 'composing' | 'recording' | 'available' | 'paused' }
    /** colleagues on the ticket */
    | {
        readonly ticketId: number
        readonly colleague: {
          readonly userId: number
          readonly name: string
          readonly state: 'viewing' | 'typing' | 'left'
        }
      }
  readonly connection:
    | { readonly action: 'update'; readonly whatsapp: ConnectionRecord }
    | { readonly action: 'delete'; readonly whatsappId: number }
  /** `qrcode` and `pairingCode` are empty except for admins of the company */
  readonly session: {
    readonly action: 'update'
    readonly session: Pick<
      ConnectionRecord,
      'id' | 'status' | 'reason' | 'waitingReason' | 'number' | 'retries' | 'updatedAt'
    > & {
      readonly qrcode: string
      readonly pairingCode: string
    }
  }
  /** the whole record for admins and the user; for others the fields of `GET /users/list` */
  readonly user:
    | ChangeFrame<'user', UserRecord | UserRow>
    | { readonly action: 'delete'; readonly userId: number }
  /**
   * the receiving session has ended; `reason` as in user.session-ended, or `unknown` if the event did not
   * arrive in time
   */
  readonly auth: {
    readonly action: 'update'
    readonly user: { readonly id: number; readonly email: string; readonly companyId: number }
    readonly reason: string
  }
  readonly settings: { readonly action: 'update'; readonly setting: SettingRecord }
  /**
   * due date, limits or features of the company changed. Its users renew their session, each at a random
   * moment of the next `withinMs` milliseconds, because many companies may share a plan
   */
  readonly subscription: {
    readonly action: 'update'
    readonly companyId: number
    readonly withinMs: number
  }
}
