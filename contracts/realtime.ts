import { type Static, Type } from '@sinclair/typebox'
import { Id, OneOf, Strict } from './envelope.js'
import type { MoveName } from './events/ticket.js'
import type { ImportRecord } from './imports.js'
import type { RecordFrames } from './records/index.js'
import type {
  ConnectionRecord,
  ContactRecord,
  MessageRecord,
  SettingRecord,
  TicketRecord,
  UserRecord,
  UserRow,
} from './views/records.js'

/** Frames of `/ws`: JSON `{event, data}` both ways. The first one of a client is `authenticate`. */
export const ClientFrame = Type.Union([
  Strict({ event: Type.Literal('authenticate'), data: Strict({ token: Type.String({ maxLength: 4096 }) }) }),
  Strict({ event: OneOf(['joinChatBox', 'leaveChatBox']), data: Strict({ ticketId: Id }) }),
  Strict({
    event: OneOf(['joinTickets', 'leaveTickets']),
    data: Strict({ status: OneOf(['open', 'pending', 'closed']) }),
  }),
  Strict({ event: OneOf(['joinNotification', 'leaveNotification']), data: Type.Optional(Strict({})) }),
  /** that the person is still here; `away`: whether nobody has done anything in this window for five minutes */
  Strict({
    event: Type.Literal('userStatus'),
    data: Type.Optional(Strict({ away: Type.Optional(Type.Boolean()) })),
  }),
  /** what the agent does on the ticket that is open; the contact and colleagues see it */
  Strict({
    event: Type.Literal('ticketPresence'),
    data: Strict({ ticketId: Id, state: OneOf(['viewing', 'typing', 'recording', 'left']) }),
  }),
])
export type ClientFrame = Static<typeof ClientFrame>

/** Frames whose data may also be the bare value of this field, as older clients send it; an id also as text. */
export const BARE_FIELD: { readonly [E in ClientFrame['event']]?: 'ticketId' | 'status' } = {
  joinChatBox: 'ticketId',
  leaveChatBox: 'ticketId',
  joinTickets: 'status',
  leaveTickets: 'status',
}

/** What one socket may do. */
export const SOCKET_LIMITS = {
  frameBytes: 16 * 1024,
  framesASecond: 40,
  framesBeforeReady: 50,
  /** frames that the protocol does not know, from one socket */
  strangeFrames: 30,
  rooms: 60,
  secondsToAuthenticate: 5,
  socketsOfAUser: 20,
} as const

/** How sockets are closed: code, and the reason that is sent along where there is no closer one. */
export const CLOSE = {
  policy: { code: 1008, reason: 'against the protocol' },
  restart: { code: 1012, reason: 'the service starts again: come back soon' },
  unauthenticated: { code: 4401, reason: 'the access token is wrong or over: renew it' },
  blocked: { code: 4402, reason: 'the company is blocked: renew the session to learn how to pay' },
  sessionEnded: { code: 4403, reason: 'the session has ended: do not come back with it' },
  late: { code: 4408, reason: 'no access token came in time' },
} as const

export { channels } from './channels.js'

type Changed<K extends string, T> = { readonly action: 'create' | 'update' } & { readonly [P in K]: T }

/** How a ticket left the sight of somebody, and by whom: `id` is null and `name` '' where no user did it, or was deleted. */
export interface LeftTicket {
  readonly how: MoveName | 'deleted'
  readonly id: number | null
  readonly name: string
  /** who attends it now, and its queue; '' for nobody, none, and of one that is gone */
  readonly user: string
  readonly queue: string
}

/** What each channel carries. */
export interface ServerFrames extends RecordFrames {
  /** `quietMs`: milliseconds since this server last heard of a change in the company, or of a colleague's presence */
  readonly ready: { readonly userId: number; readonly position: string; readonly quietMs: number }
  /** `event`: of the client's frame that was refused, where it was a frame */
  readonly error: { readonly code: string; readonly event?: string }
  /** the views do not follow the log since so many seconds; 0 = they do again */
  readonly stale: { readonly seconds: number }
  /** every 18 s: scripts do not see the pings of the protocol, and a line without any frame for longer is dead */
  readonly ping: Record<string, never>
  readonly ticket: /**
   * `moved`: its status, attendant or queue changed, it was snoozed or woken, it is new, or counts from now on: badges are
   * others. `relaned`: the kanban board shows it in another lane, no more, or from now on
   */
    | {
        readonly action: 'update'
        readonly ticket: TicketRecord
        readonly moved: boolean
        readonly relaned: boolean
      }
    /** the receiver may not see it any more. `left`: why, where it is known */
    | {
        readonly action: 'delete'
        readonly ticketId: number
        readonly position: string
        readonly left?: LeftTicket
      }
    | { readonly action: 'updateUnread'; readonly ticketId: number }
  readonly appMessage:
    | (Changed<'message', MessageRecord> & {
        readonly ticket: TicketRecord
        readonly contact: TicketRecord['contact']
      })
    /** it was erased: nothing of it may stay in sight */
    | { readonly action: 'delete'; readonly messageId: string; readonly ticketId: number }
  readonly contact:
    | Changed<'contact', ContactRecord>
    | { readonly action: 'delete'; readonly contactId: number }
  /** how an import of contacts stands; also when it has ended */
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
  /** `qrcode` and `pairingCode` are filled for admins of the company only */
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
  /** the whole record for admins and the user; for the others what `GET /users/list` shows */
  readonly user:
    | Changed<'user', UserRecord | UserRow>
    | { readonly action: 'delete'; readonly userId: number }
  /** the receiving session has ended; `reason` as in user.session-ended, or `unknown` where it is not known in time */
  readonly auth: {
    readonly action: 'update'
    readonly user: { readonly id: number; readonly email: string; readonly companyId: number }
    readonly reason: string
  }
  readonly settings: { readonly action: 'update'; readonly setting: SettingRecord }
  /**
   * The due date, the limits or the features of the company have changed. Its people renew their session, each at another
   * moment of the next `withinMs` milliseconds, because many companies may have the same plan
   */
  readonly subscription: {
    readonly action: 'update'
    readonly companyId: number
    readonly withinMs: number
  }
}
