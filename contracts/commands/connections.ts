import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict } from '../envelope.js'
import { Name } from './users.js'

const Text = Type.Optional(Nullable(Type.String({ maxLength: 4096 })))

/** `channel` counts at creation only. */
export const ConnectionBody = Strict({
  name: Name,
  channel: Type.Optional(OneOf(['whatsapp', 'simulator'])),
  isDefault: Type.Optional(Type.Boolean()),
  queueIds: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
  greetingMessage: Text,
  complationMessage: Text,
  outOfHoursMessage: Text,
  ratingMessage: Text,
})
/** `PUT /whatsappsession/{id}`: a new QR code, or with a number (digits, country code first) a pairing code. */
export const NewSession = Strict({
  number: Type.Optional(Nullable(Type.String({ pattern: '^[0-9]{8,20}$' }))),
})

export type ConnectionBody = Static<typeof ConnectionBody>
export type NewSession = Static<typeof NewSession>
