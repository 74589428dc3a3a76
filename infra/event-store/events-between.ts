import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventStore } from './event-store.js'

/** Events of the store behind `after` up to `until`, inclusive, in batches. */
export async function* eventsBetween(
  eventStore: Pick<EventStore, 'head' | 'subscribeAll'>,
  { after, until, batchSize }: { readonly after: string; readonly until: string; readonly batchSize: number },
): AsyncGenerator<readonly StoredEvent[]> {
  let head = await eventStore.head()
  if (after >= until || head <= after) return
  const abort = new AbortController()
  try {
    for await (const batch of eventStore.subscribeAll({ after, signal: abort.signal, batchSize })) {
      const last = batch.at(-1)
      if (last === undefined) continue
      yield last.position <= until ? batch : batch.filter((event) => event.position <= until)
      if (last.position >= until) return
      if (last.position < head && batch.length === batchSize) continue
      // the event at `until` may have been removed meanwhile
      head = await eventStore.head()
      if (last.position >= head) return
    }
  } finally {
    abort.abort()
  }
}
