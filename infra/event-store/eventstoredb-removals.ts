import { randomUUID } from 'node:crypto'
import { ANY, type EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import type { Recorded } from './eventstoredb-events.js'

/** Names the streams that were removed, one event each. */
export const REMOVALS = 'store-removals'

/**
 * The removed streams. EventStoreDB gives the events of a tombstoned stream to subscribers until its next
 * scavenge, so that we must know ourselves what to leave out. Some 100 bytes of memory a stream.
 */
export interface Removals {
  has(stream: string): boolean
  /** Reads what other processes removed since. Rejects when the store is unavailable. */
  refresh(): Promise<void>
  /** Writes down that a stream is removed. */
  add(stream: string): Promise<void>
  /** Takes over an event of REMOVALS that a subscription saw. */
  see(event: Recorded): void
}

export const createRemovals = (deps: {
  readonly client: EventStoreDBClient
  readonly gather: (stream: string, how: { fromRevision: bigint }) => Promise<Recorded[]>
  readonly options: { readonly requiresLeader: boolean; readonly deadline: number }
}): Removals => {
  const { client, gather, options } = deps
  const removed = new Set<string>()
  let next = 0n

  const see = ({ data }: Recorded) => {
    removed.add(String((data as { stream?: unknown }).stream))
  }
  return {
    has: (stream) => removed.has(stream),
    refresh: async () => {
      for (const event of await gather(REMOVALS, { fromRevision: next })) {
        see(event)
        if (event.revision >= next) next = event.revision + 1n
      }
    },
    add: async (stream) => {
      const event = jsonEvent({ id: randomUUID(), type: 'store.stream-removed.v1', data: { stream } })
      if (!removed.has(stream))
        await client.appendToStream(REMOVALS, event, { expectedRevision: ANY, ...options })
      removed.add(stream)
    },
    see,
  }
}
