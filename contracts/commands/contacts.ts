import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Strict } from '../envelope.js'
import { Email, Name } from './users.js'

export const ContactBody = Strict({
  name: Name,
  /** digits with country code; spaces, dashes, brackets and a plus are taken off */
  number: Type.String({ minLength: 8, maxLength: 50, pattern: '^[0-9+()\\-\\s.]+$' }),
  email: Type.Optional(Nullable(Type.Union([Email, Type.Literal('')]))),
  active: Type.Optional(Type.Boolean()),
  extraInfo: Type.Optional(
    Type.Array(
      Strict({
        id: Type.Optional(Nullable(Id)),
        name: Type.String({ minLength: 1, maxLength: 100 }),
        value: Type.String({ maxLength: 2000 }),
      }),
      { maxItems: 100 },
    ),
  ),
})
export type ContactBody = Static<typeof ContactBody>
