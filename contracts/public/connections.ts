import { Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict } from '../envelope.js'
import { describeSchema } from './description.js'

const Status = OneOf(['opening', 'qrcode', 'pairing', 'connected', 'timeout', 'disconnected'])
const fields = { connectionId: Id, name: Type.String(), queueIds: Type.Array(Id) }

/** Topic `guiche.connections.v1`, subject `connection/{connectionId}`: the WhatsApp numbers of a company. */
export const publicConnectionEvents = {
  'guiche.connection.created.v1': describeSchema(
    'A connection to a WhatsApp number.',
    Strict({ ...fields, channel: OneOf(['whatsapp', 'simulator']), isDefault: Type.Boolean() }),
  ),
  'guiche.connection.changed.v1': describeSchema('Its configuration is another one.', Strict(fields)),
  'guiche.connection.default-changed.v1': describeSchema(
    'It is the one that new tickets take.',
    Strict({ connectionId: Id, previousConnectionId: Nullable(Id) }),
  ),
  'guiche.connection.status-changed.v1': describeSchema(
    'How its session stands.',
    Strict({
      connectionId: Id,
      status: Status,
      previous: Status,
      reason: describeSchema('A code that says why, or null.', Nullable(Type.String())),
      number: describeSchema(
        'The account’s own number, digits; null until it is linked.',
        Nullable(Type.String()),
      ),
    }),
  ),
  'guiche.connection.deleted.v1': describeSchema('It is gone.', Strict({ connectionId: Id })),
} as const
