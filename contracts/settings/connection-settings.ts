import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { DEFAULT_TRIES } from '../bot/config.js'
import { Nullable, Strict } from '../envelope.js'

const Text = Type.String()
/** Minutes, at most a year. */
const Minutes = Type.Integer({ minimum: 0, maximum: 525_600 })
const first = {
  greetingMessage: Text,
  complationMessage: Text,
  outOfHoursMessage: Text,
  ratingMessage: Text,
}
/** Settings that earlier events lack. */
const added = {
  /** hours without an answer by the contact after which an attended ticket is closed; 0: never */
  expiresTicket: Type.Integer({ minimum: 0, maximum: 8760 }),
  /** text sent when an inactive ticket is closed */
  expiresInactiveMessage: Text,
  /** minutes of the contact's silence before each reminder; 0: never */
  reminderMinutes: Minutes,
  /** texts of the reminders, in order; empty texts are left out */
  reminderMessage1: Text,
  reminderMessage2: Text,
  reminderMessage3: Text,
  /** only time in opening hours counts, for reminders and for the close */
  inactivityInHours: Type.Boolean(),
  /** the queue that a waiting ticket without queue moves to after `timeSendQueue` minutes; 0: none */
  sendIdQueue: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  timeSendQueue: Minutes,
  /** number of misunderstood answers before the handover to a person; 0: unlimited */
  maxUseBotQueues: Type.Integer({ minimum: 0, maximum: 1000 }),
  /**
   * minutes to choose before the ticket moves to `sendIdQueue`, and in which the menu is sent at most twice;
   * 0: unlimited
   */
  timeUseBotQueues: Minutes,
}
/** Automatic texts of a connection, their times, and the queue for tickets without queue. */
export const ConnectionSettings = Strict({ ...first, ...added })
export type ConnectionSettings = Static<typeof ConnectionSettings>

/** The settings' fields in events. */
export const connectionSettingsOfEvents = { ...first, ...Type.Partial(Strict(added)).properties }

const SaidText = Type.Optional(Nullable(Type.String({ maxLength: 4096 })))
/** The settings' fields in bodies: null empties a field, absent leaves it unchanged. */
export const connectionSettingsOfBodies = {
  greetingMessage: SaidText,
  complationMessage: SaidText,
  outOfHoursMessage: SaidText,
  ratingMessage: SaidText,
  expiresTicket: Type.Optional(Nullable(added.expiresTicket)),
  expiresInactiveMessage: SaidText,
  reminderMinutes: Type.Optional(Nullable(added.reminderMinutes)),
  reminderMessage1: SaidText,
  reminderMessage2: SaidText,
  reminderMessage3: SaidText,
  inactivityInHours: Type.Optional(Nullable(added.inactivityInHours)),
  sendIdQueue: Type.Optional(Nullable(added.sendIdQueue)),
  timeSendQueue: Type.Optional(Nullable(added.timeSendQueue)),
  maxUseBotQueues: Type.Optional(Nullable(added.maxUseBotQueues)),
  timeUseBotQueues: Type.Optional(Nullable(added.timeUseBotQueues)),
} satisfies Record<keyof ConnectionSettings, TSchema>

/** Default settings of a connection. */
export const NO_CONNECTION_SETTINGS: ConnectionSettings = {
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  expiresTicket: 0,
  expiresInactiveMessage: '',
  reminderMinutes: 0,
  reminderMessage1: '',
  reminderMessage2: '',
  reminderMessage3: '',
  inactivityInHours: false,
  sendIdQueue: 0,
  timeSendQueue: 0,
  maxUseBotQueues: DEFAULT_TRIES,
  timeUseBotQueues: 0,
}

/** The texts of reminders for a contact who does not answer, in order. */
export const remindersOf = (settings: ConnectionSettings): readonly string[] =>
  [settings.reminderMessage1, settings.reminderMessage2, settings.reminderMessage3].filter(
    (text) => text.trim() !== '',
  )
