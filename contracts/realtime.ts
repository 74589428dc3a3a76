import { type Static, Type } from '@sinclair/typebox'
import { Id, OneOf, Strict } from './envelope.js'
import type {
  ConnectionRecord,
  ContactRecord,
  MessageRecord,
  QueueRecord,
  SettingRecord,
  TicketRecord,
  UserRecord,
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
  Strict({ event: Type.Literal('userStatus'), data: Type.Optional(Strict({})) }),
  /** what the agent does on the ticket that is open; the contact and colleagues see it */
  Strict({
    event: Type.Literal('ticketPresence'),
    data: Strict({ ticketId: Id, state: OneOf(['viewing', 'typing', 'left']) }),
  }),
])
export type ClientFrame = Static<typeof ClientFrame>

export { channels } from './channels.js'

type Changed<K extends string, T> = { readonly action: 'create' | 'update' } & { readonly [P in K]: T }

/** What each channel carries. */
export interface ServerFrames {
  readonly ready: { readonly userId: number; readonly position: string }
  readonly error: { readonly code: string }
  /** the views do not follow the log since so many seconds; 0 = they do again */
  readonly stale: { readonly seconds: number }
  readonly ticket: /** `moved`: its status, attendant or queue changed, or it is new: it counts elsewhere now */
    | { readonly action: 'update'; readonly ticket: TicketRecord; readonly moved: boolean }
    | { readonly action: 'delete'; readonly ticketId: number; readonly position: string }
    | { readonly action: 'updateUnread'; readonly ticketId: number }
  readonly appMessage: Changed<'message', MessageRecord> & {
    readonly ticket: TicketRecord
    readonly contact: TicketRecord['contact']
  }
  readonly contact:
    | Changed<'contact', ContactRecord>
    | { readonly action: 'delete'; readonly contactId: number }
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
  readonly user: Changed<'user', UserRecord> | { readonly action: 'delete'; readonly userId: number }
  /** the receiving session has ended; `reason` as in user.session-ended */
  readonly auth: {
    readonly action: 'update'
    readonly user: { readonly id: number; readonly email: string; readonly companyId: number }
    readonly reason: string
  }
  readonly settings: { readonly action: 'update'; readonly setting: SettingRecord }
  readonly queue:
    | { readonly action: 'update'; readonly queue: QueueRecord }
    | { readonly action: 'delete'; readonly queueId: number }
}
