import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'

/** Events after which a ticket may be active, or have another place. */
const PLACED = [
  'ticket.opened.v1',
  'ticket.accepted.v1',
  'ticket.transferred.v1',
  'ticket.reopened.v1',
  'ticket.resumed.v1',
  'ticket.close-undone.v1',
] as const
export type Placed = (typeof PLACED)[number]

/** The same for each event that places a ticket, as `on` of a consequence. */
export const onPlaced = <Rest extends readonly unknown[]>(
  follow: (event: StoredEvent<EventNamed<Placed>>, ...rest: Rest) => Promise<unknown>,
) => Object.fromEntries(PLACED.map((type) => [type, follow])) as { readonly [T in Placed]: typeof follow }
