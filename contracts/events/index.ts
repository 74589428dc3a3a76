import type { TSchema } from '@sinclair/typebox'
import type { EventsOf } from '../envelope.js'
import {
  claimEvents,
  commandEvents,
  companyEvents,
  quotaEvents,
  sequenceEvents,
  settingEvents,
} from './company.js'
import { connectionEvents, connectionsEvents } from './connections.js'
import { contactEvents, erasureEvents } from './contact.js'
import { messageEvents } from './message.js'
import { queueEvents } from './queues.js'
import { relayEvents } from './relay.js'
import { ticketEvents } from './ticket.js'
import { userEvents } from './user.js'

/** Every event type that was ever written, with the schema of its data. These names are storage formats. */
export const eventSchemas = {
  ...companyEvents,
  ...settingEvents,
  ...quotaEvents,
  ...claimEvents,
  ...commandEvents,
  ...sequenceEvents,
  ...userEvents,
  ...queueEvents,
  ...connectionsEvents,
  ...connectionEvents,
  ...contactEvents,
  ...erasureEvents,
  ...ticketEvents,
  ...messageEvents,
  ...relayEvents,
} as const satisfies Record<string, TSchema>

export type EventType = keyof typeof eventSchemas
export type GuicheEvent = EventsOf<typeof eventSchemas>
/** The `{type, data}` of one event type. */
export type EventNamed<T extends EventType> = Extract<GuicheEvent, { type: T }>
