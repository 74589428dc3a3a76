import type { TSchema } from '@sinclair/typebox'
import { PUBLIC_TOPICS, type PublicTopic } from '../bus/topics.js'
import type { EventsOf } from '../envelope.js'
import { publicConnectionEvents } from './connections.js'
import { publicContactEvents } from './contacts.js'
import { publicMessageEvents } from './messages.js'
import { publicTicketEvents } from './tickets.js'

/** Events of each public topic. Other systems read these names and fields, so only additions are allowed. */
export const publicEventsByTopic = {
  [PUBLIC_TOPICS.tickets]: publicTicketEvents,
  [PUBLIC_TOPICS.messages]: publicMessageEvents,
  [PUBLIC_TOPICS.contacts]: publicContactEvents,
  [PUBLIC_TOPICS.connections]: publicConnectionEvents,
} as const satisfies Record<PublicTopic, Record<string, TSchema>>

/** All public event types ever published, with the schemas of their data. */
export const publicEventSchemas = {
  ...publicTicketEvents,
  ...publicMessageEvents,
  ...publicContactEvents,
  ...publicConnectionEvents,
} as const

export type PublicEventType = keyof typeof publicEventSchemas

/** One event for other systems. */
export type PublicEvent = EventsOf<typeof publicEventSchemas> & {
  readonly topic: PublicTopic
  /** id of the subject: `ticket/41` */
  readonly subject: string
}
