import { Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, OneOf, Strict } from '../envelope.js'
import { HistoryWish } from '../message/history-import.js'
import { StoredMedia } from '../records/schemas.js'
import { connectionSettingsOfEvents } from '../settings/connection-settings.js'

/** Names a token without revealing it: the vault entry of its hash. */
const TokenId = Type.String({ format: 'uuid' })
const Count = Type.Integer({ minimum: 0 })

/** The server of a connection: WhatsApp's (or `WA_SERVER_URL`), or the simulator's. */
export const Channel = OneOf(['whatsapp', 'simulator'])

const fields = {
  name: Type.String(),
  queueIds: Type.Array(Id, { maxItems: 500 }),
  ...connectionSettingsOfEvents,
  /** the greeting's file; absent in older events */
  media: Type.Optional(Nullable(StoredMedia)),
}

/**
 * Stream `connections-{companyId}`: the configurations. Names, the default and the plan's limit are decided
 * in this stream.
 */
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
    /**
     * the choice for its active tickets: moved to this connection, or closed; without both they stay, without
     * connection
     */
    moveTo: Type.Optional(Id),
    closeTickets: Type.Optional(Type.Boolean()),
    /** the connection's token, which becomes invalid */
    tokenId: Type.Optional(TokenId),
  }),
  /**
   * The connection has a new token; `formerId` becomes invalid. Programs with the token may send through the
   * connection.
   */
  'connection.token-made.v1': Strict({ connectionId: Id, tokenId: TokenId, formerId: Nullable(TokenId) }),
  'connection.token-revoked.v1': Strict({ connectionId: Id, tokenId: TokenId }),
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

/** Stream `connection-{id}`: requests for the login of a connection, and their outcomes. */
export const connectionEvents = {
  /**
   * `start` connects with the present credentials. `new-qr` first forgets them. `pairing-code` does so, too,
   * and requests a code for `number`. `restart` reopens the socket. `stop` logs out. The `number` of a
   * `start` is the number that an admin has confirmed as the new one.
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
    /** code of contracts/errors.ts shown to admins with the status, or null */
    reason: Nullable(Type.String()),
    /** the account's own number, digits; null until paired */
    number: Nullable(Type.String()),
    retries: Type.Integer({ minimum: 0 }),
    /** last request of the login; repeated here, so that the last event of the stream has the whole state */
    request: Type.Optional(SessionRequest),
  }),
} as const

const ofImport = { connectionId: Id, importId: Type.String() }

/** Stream `history-{connectionId}`: imports of old messages, one at a time; numbers only. */
export const historyEvents = {
  'connection.import-requested.v1': Strict({ ...ofImport, ...HistoryWish.properties }),
  /** the phone has sent a part of its history */
  'connection.import-progressed.v1': Strict({
    ...ofImport,
    /** messages of this part that are imported, and messages left out (outside the period, or of groups) */
    found: Count,
    leftOut: Count,
    /** per cent of the history that the phone has sent, by the phone's count */
    progress: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  }),
  /** all found messages are processed */
  'connection.import-finished.v1': Strict({ ...ofImport, closeTickets: Type.Boolean() }),
  'connection.import-cancelled.v1': Strict(ofImport),
  /** an admin closes the tickets opened by imported messages that have no newer message */
  'connection.import-close-requested.v1': Strict({ connectionId: Id }),
} as const

export type ConnectionsEvent = EventsOf<typeof connectionsEvents>
export type HistoryEvent = EventsOf<typeof historyEvents>
export type ConnectionEvent = EventsOf<typeof connectionEvents>
