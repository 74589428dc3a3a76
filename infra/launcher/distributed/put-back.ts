import { setTimeout as delay } from 'node:timers/promises'
import { VIEWS, type ViewName } from '@guiche/contracts/collections.js'
import { START } from '@guiche/contracts/envelope.js'
import { furthestFinished } from '../../event-bus/kafka-finished.js'
import { EVENT_PARTITIONS } from '../../event-bus/kafka-topics.js'
import type { EventStore } from '../../event-store/event-store.js'
import type { ReadStore } from '../../read-store/read-store.js'
import { createViewNames } from '../../read-store/views.js'
import type { Context, Place } from './service.js'

/**
 * A store that was put back to an earlier state, and what counts events that it no longer has. Going on would show what
 * is gone, and pass new events over until they stand where the lost ones did.
 */

const LOOK_MS = 3000
const WHERE = 'see "Back-up and restore" in docs/operations.md'
const FROM_VIEWS = `EventStoreDB is at an earlier state than the views were made from: stop everything and run "npm run restored"; ${WHERE}`
const FROM_LOG = `EventStoreDB is at an earlier state than what was taken from Kafka under this KAFKA_PREFIX: give it a new value, or empty Kafka; ${WHERE}`
/** What a service says of it that ran meanwhile. */
export const PUT_BACK = `EventStoreDB was put back to an earlier state; ${WHERE}`

type Store = Pick<EventStore, 'storeId' | 'end'>

/** How far any view was made from this very store. */
export const furthestView = async (readStore: ReadStore, { storeId }: Store): Promise<string> => {
  const views = createViewNames(readStore)
  const names = await Promise.all((Object.keys(VIEWS) as ViewName[]).map(views.view))
  const places = await readStore.checkpoints(names, EVENT_PARTITIONS.all)
  return places.reduce((a, one) => (one.storeId === storeId && one.position > a ? one.position : a), START)
}

/**
 * What is against a service on these engines, one sentence for the operator each; empty when all is well. `readStore`:
 * null where a service has none.
 */
export const putBack = async (
  { engines, logger }: Pick<Context, 'engines' | 'logger'>,
  eventStore: Store,
  readStore: ReadStore | null,
): Promise<string[]> => {
  const { brokers, kafkaPrefix: prefix } = engines
  // The end last: others may work meanwhile.
  const shown = readStore === null ? START : await furthestView(readStore, eventStore)
  const finished = await furthestFinished({ brokers, prefix, logger })
  const end = await eventStore.end()
  return [...(shown > end ? [FROM_VIEWS] : []), ...(finished > end ? [FROM_LOG] : [])]
}

/** Ends the process when the store is put back behind `furthest` while it runs. While an engine is away nobody can tell. */
export const endWhenPutBack = async (
  eventStore: Store,
  furthest: () => Promise<string>,
  { signal, fail }: Pick<Place, 'signal' | 'fail'>,
): Promise<void> => {
  while (!signal.aborted) {
    const isBehind = await furthest()
      .then(async (position) => (await eventStore.end()) < position)
      .catch(() => false)
    if (isBehind) return fail(new Error(PUT_BACK))
    await delay(LOOK_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}
