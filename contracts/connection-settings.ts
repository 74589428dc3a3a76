import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Nullable, Strict } from './envelope.js'

const Text = Type.String()
const first = {
  greetingMessage: Text,
  complationMessage: Text,
  outOfHoursMessage: Text,
  ratingMessage: Text,
}
/** Those that events of before lack. */
const added = {
  /** hours without an answer to us after which an attended ticket is closed; 0: never */
  expiresTicket: Type.Integer({ minimum: 0, maximum: 8760 }),
  /** what is said then */
  expiresInactiveMessage: Text,
}
/** What a connection does by itself: the texts that it says, and when. */
export const ConnectionSettings = Strict({ ...first, ...added })
export type ConnectionSettings = Static<typeof ConnectionSettings>

/** Their fields in events. */
export const connectionSettingsOfEvents = { ...first, ...Type.Partial(Strict(added)).properties }

const SaidText = Type.Optional(Nullable(Type.String({ maxLength: 4096 })))
/** Their fields in bodies: null empties one, absent leaves it. */
export const connectionSettingsOfBodies = {
  greetingMessage: SaidText,
  complationMessage: SaidText,
  outOfHoursMessage: SaidText,
  ratingMessage: SaidText,
  expiresTicket: Type.Optional(Nullable(added.expiresTicket)),
  expiresInactiveMessage: SaidText,
} satisfies Record<keyof ConnectionSettings, TSchema>

/** What they are where nothing was said. */
export const NO_CONNECTION_SETTINGS: ConnectionSettings = {
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  expiresTicket: 0,
  expiresInactiveMessage: '',
}
