import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Strict } from '../envelope.js'
import { Name } from './users.js'

export const QueueBody = Strict({
  name: Name,
  color: Type.String({ minLength: 3, maxLength: 9, pattern: '^#[0-9a-fA-F]{2,8}$' }),
  greetingMessage: Type.Optional(Nullable(Type.String({ maxLength: 4096 }))),
  outOfHoursMessage: Type.Optional(Nullable(Type.String({ maxLength: 4096 }))),
  orderQueue: Type.Optional(
    Type.Union([Type.Integer({ minimum: -100000, maximum: 100000 }), Type.Null(), Type.Literal('')]),
  ),
})
export type QueueBody = Static<typeof QueueBody>
