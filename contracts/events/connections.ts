import { Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, OneOf, Strict } from '../envelope.js'

/** Which server a connection speaks to: WhatsApp's (or `WA_SERVER_URL`), or the simulator's. */
export const Channel = OneOf(['whatsapp', 'simulator'])

const fields = {
  name: Type.String(),
  queueIds: Type.Array(Id, { maxItems: 500 }),
  greetingMessage: Type.String(),
  complationMessage: Type.String(),
  outOfHoursMessage: Type.String(),
  ratingMessage: Type.String(),
}

/** Stream `connections-{companyId}`: the configurations; name, default and plan limit are decided here. */
export const connectionsEvents = {
  'connection.created.v1': Strict({
    connectionId: Id,
    channel: Channel,
    isDefault: Type.Boolean(),
    ...fields,
  }),
  'connection.changed.v1': Strict({ connectionId: Id, ...fields }),
  'connection.default-changed.v1': Strict({ connectionId: Id, previousId: Nullable(Id) }),
  'connection.deleted.v1': Strict({
    connectionId: Id,
    /** what becomes of its active tickets: they move to this connection, or are closed; else they stand without one */
    moveTo: Type.Optional(Id),
    closeTickets: Type.Optional(Type.Boolean()),
  }),
} as const

export const CONNECTION_STATUSES = [
  'OPENING',
  'qrcode',
  'PAIRING',
  'CONNECTED',
  'TIMEOUT',
  'DISCONNECTED',
] as const
export const ConnectionStatus = OneOf(CONNECTION_STATUSES)

const SessionRequest = OneOf(['start', 'new-qr', 'pairing-code', 'restart', 'stop'])

/** Stream `connection-{id}`: what was asked of the session and what became of it. */
export const connectionEvents = {
  /**
   * `start` brings it up with the credentials it has, `new-qr` forgets them first, `pairing-code` as new-qr but
   * answered by a code for `number`, `restart` closes and opens the socket, `stop` logs out.
   */
  'connection.session-requested.v1': Strict({
    connectionId: Id,
    request: SessionRequest,
    number: Nullable(Type.String()),
  }),
  'connection.status-changed.v1': Strict({
    connectionId: Id,
    status: ConnectionStatus,
    previous: ConnectionStatus,
    /** code of contracts/errors.ts that an admin reads beside the status, or null */
    reason: Nullable(Type.String()),
    /** the account's own number, digits; null until paired */
    number: Nullable(Type.String()),
    retries: Type.Integer({ minimum: 0 }),
    /** what was asked of the session last, so that the stream's end tells everything */
    request: Type.Optional(SessionRequest),
  }),
} as const

export type ConnectionsEvent = EventsOf<typeof connectionsEvents>
export type ConnectionEvent = EventsOf<typeof connectionEvents>
