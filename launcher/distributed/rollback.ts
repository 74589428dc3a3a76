import { setTimeout as delay } from 'node:timers/promises'
import { START } from '@guiche/contracts/envelope.js'
import { VIEWS, type ViewName } from '@guiche/contracts/views/collections.js'
import { furthestFinished } from '@guiche/infra/event-bus/kafka/furthest-finished.js'
import { EVENT_PARTITIONS } from '@guiche/infra/event-bus/kafka/topics.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { createViewNames } from '@guiche/infra/read-store/views.js'
import type { Context, ServiceHost } from './service.js'

/** After a rollback of the store services would show lost events and skip new ones, so they must stop. */

const POLL_MS = 3000
const DOCS_REFERENCE = 'see "Back-up and restore" in docs/operations.md'
const VIEWS_AHEAD = `EventStoreDB is at an earlier state than the views were made from: stop everything and run "npm run after-restore"; ${DOCS_REFERENCE}`
const LOG_AHEAD = `EventStoreDB is at an earlier state than what was taken from Kafka under this KAFKA_PREFIX: give it a new value, or empty Kafka; ${DOCS_REFERENCE}`
/** The message of a service that was running. */
export const ROLLED_BACK = `EventStoreDB was rolled back to an earlier state; ${DOCS_REFERENCE}`

type Store = Pick<EventStore, 'storeId' | 'end'>

/** Furthest position of any view made from this store. */
export const furthestView = async (readStore: ReadStore, { storeId }: Store): Promise<string> => {
  const views = createViewNames(readStore)
  const names = await Promise.all((Object.keys(VIEWS) as ViewName[]).map(views.view))
  const places = await readStore.checkpoints(names, EVENT_PARTITIONS.all)
  return places.reduce((a, one) => (one.storeId === storeId && one.position > a ? one.position : a), START)
}

/** Why a service must not run on these engines, as sentences. `readStore`: null for a service without one. */
export const rollbackFaults = async (
  { engines, logger }: Pick<Context, 'engines' | 'logger'>,
  eventStore: Store,
  readStore: ReadStore | null,
): Promise<string[]> => {
  const { brokers, kafkaPrefix: prefix } = engines
  // The end is read last, because other processes may append meanwhile.
  const shown = readStore === null ? START : await furthestView(readStore, eventStore)
  const finished = await furthestFinished({ brokers, prefix, logger })
  const end = await eventStore.end()
  return [...(shown > end ? [VIEWS_AHEAD] : []), ...(finished > end ? [LOG_AHEAD] : [])]
}

/**
 * Ends the process when the running store is rolled back behind `furthest`. Nothing is checked while an engine is away.
 */
export const endWhenRolledBack = async (
  eventStore: Store,
  furthest: () => Promise<string>,
  { signal, fail }: Pick<ServiceHost, 'signal' | 'fail'>,
): Promise<void> => {
  while (!signal.aborted) {
    const isBehind = await furthest()
      .then(async (position) => (await eventStore.end()) < position)
      .catch(() => false)
    if (isBehind) return fail(new Error(ROLLED_BACK))
    await delay(POLL_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}
