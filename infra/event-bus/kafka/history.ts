import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { START, type StoredEvent } from '@guiche/contracts/envelope.js'
import { isInternalStream } from '@guiche/contracts/streams.js'
import type { EventStore } from '../../event-store/event-store.js'
import { partitionOf } from './topics.js'

/** The reads of the bus from the store whose events the log carries. */
export type EventStoreReader = Pick<EventStore, 'storeId' | 'head' | 'subscribeAll' | 'identity'>

/** Events of partitions, each after its own position, from the store up to the store's current end. */
export async function* eventsBehind(
  store: EventStoreReader,
  positions: ReadonlyMap<number, string>,
  { batchSize, signal }: { readonly batchSize: number; readonly signal: AbortSignal },
): AsyncGenerator<{ readonly partition: number; readonly events: readonly StoredEvent[] }> {
  const until = await store.head()
  const after = [...positions.values()].reduce((a, b) => (b < a ? b : a), until)
  if (after >= until || until === START) return
  const end = new AbortController()
  try {
    const options = { after, batchSize, signal: AbortSignal.any([signal, end.signal]) }
    for await (const batch of store.subscribeAll(options)) {
      const parts = new Map<number, StoredEvent[]>()
      for (const event of batch) {
        const partition = partitionOf(TOPICS.events, event.companyId)
        const known = positions.get(partition)
        if (known === undefined || event.position <= known || isInternalStream(event.stream)) continue
        const part = parts.get(partition)
        if (part === undefined) parts.set(partition, [event])
        else part.push(event)
      }
      for (const [partition, events] of parts) yield { partition, events }
      const last = batch.at(-1)?.position ?? START
      // the event at `until` may have been removed meanwhile
      if (last >= until || last >= (await store.head())) return
    }
  } finally {
    end.abort()
  }
}

/**
 * Whether messages come from our event store; `source` in the form of `toCloudEvent`. Messages of an older store are dropped:
 * ours was rolled back to a back-up and has a new identity. If our store is the older one, it was replaced under this process.
 * Then the call always rejects, because only a restart helps.
 */
export const createOrigin = (store: EventStoreReader | null) => {
  const past = new Set<string>()
  let isReplaced = false
  return {
    isOurs: async (source: string): Promise<boolean> => {
      if (store === null || source === `/guiche/${store.storeId}`) return true
      if (past.has(source)) return false
      if (store.identity !== undefined && (await store.identity()) !== store.storeId) {
        isReplaced = true
        throw new Error('the event store was replaced by another one; this process has to start anew')
      }
      past.add(source)
      return false
    },
    /** the store was replaced under this process */
    get isReplaced() {
      return isReplaced
    },
  }
}
