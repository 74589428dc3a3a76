import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'

/** Events after which a ticket may be active, or have another place. */
const PLACING_EVENTS = [
  'ticket.opened.v1',
  'ticket.accepted.v1',
  'ticket.transferred.v1',
  'ticket.reopened.v1',
  'ticket.resumed.v1',
  'ticket.close-undone.v1',
] as const
export type PlacingEvent = (typeof PLACING_EVENTS)[number]

/** Handlers for `on` of a consequence: the same function for each placing event. */
export const onPlacing = <Rest extends readonly unknown[]>(
  follow: (event: StoredEvent<EventNamed<PlacingEvent>>, ...rest: Rest) => Promise<unknown>,
) =>
  Object.fromEntries(PLACING_EVENTS.map((type) => [type, follow])) as {
    readonly [T in PlacingEvent]: typeof follow
  }
