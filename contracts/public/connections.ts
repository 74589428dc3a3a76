import { Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, OneOf, Strict } from '../envelope.js'

const Status = OneOf(['opening', 'qrcode', 'pairing', 'connected', 'timeout', 'disconnected'])
const fields = { connectionId: Id, name: Type.String(), queueIds: Type.Array(Id) }

/** Topic `guiche.connections.v1`, subject `connection/{connectionId}`: the WhatsApp numbers of a company. */
export const publicConnectionEvents = {
  'guiche.connection.created.v1': Strict({
    ...fields,
    channel: OneOf(['whatsapp', 'simulator']),
    isDefault: Type.Boolean(),
  }),
  'guiche.connection.changed.v1': Strict(fields),
  'guiche.connection.default-changed.v1': Strict({
    connectionId: Id,
    previousConnectionId: Nullable(Id),
  }),
  'guiche.connection.status-changed.v1': Strict({
    connectionId: Id,
    status: Status,
    previous: Status,
    /** a code that says why, or null */
    reason: Nullable(Type.String()),
    /** the account's own number, digits; null until it is linked */
    number: Nullable(Type.String()),
  }),
  'guiche.connection.deleted.v1': Strict({ connectionId: Id }),
} as const

export type PublicConnectionEvent = EventsOf<typeof publicConnectionEvents>
