import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Strict } from '../envelope.js'

/** `read`, `fromMe` and `mediaUrl` are taken from existing clients and have no effect. */
const ignored = {
  read: Type.Optional(Type.Union([Type.Boolean(), Type.Integer()])),
  fromMe: Type.Optional(Type.Boolean()),
  mediaUrl: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
}
/** Clients send the quoted message whole; only its id counts. */
const Quoted = Type.Optional(
  Nullable(
    Type.Object({ id: Type.String({ maxLength: 64 }) }, { additionalProperties: true, maxProperties: 60 }),
  ),
)

const MessageText = Type.String({ maxLength: 65_536 })
export const NewMessage = Strict({ body: MessageText, quotedMsg: Quoted, ...ignored })
export const EditMessage = Strict({ body: MessageText, quotedMsg: Quoted, ...ignored })
/** An emoji, or '' to take the own reaction back. */
export const Reaction = Strict({ type: Type.String({ maxLength: 32 }) })

export type NewMessage = Static<typeof NewMessage>
export type EditMessage = Static<typeof EditMessage>
export type Reaction = Static<typeof Reaction>
