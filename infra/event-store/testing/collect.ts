import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventStore } from '../event-store.js'

/** Events behind a position until `enough` holds. */
export const collectEvents = async (
  store: EventStore,
  after: string,
  enough: (events: readonly StoredEvent[]) => boolean,
): Promise<StoredEvent[]> => {
  const abort = new AbortController()
  const events: StoredEvent[] = []
  for await (const batch of store.subscribeAll({ after, signal: abort.signal })) {
    events.push(...batch)
    if (enough(events)) abort.abort()
  }
  return events
}

/** Where an append ended: a repetition may say that it is one, and is answered in the same way otherwise. */
export const placeOf = (result: Awaited<ReturnType<EventStore['append']>>): unknown =>
  result.ok ? { revision: result.value.revision, position: result.value.position } : result.error
