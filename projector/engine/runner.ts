import { setTimeout as sleep } from 'node:timers/promises'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { START, type StoredEvent } from '@guiche/contracts/envelope.js'
import type { Consumer, EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { ProjectorObserver } from '@guiche/infra/metrics/observers.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import type { Applier } from './apply.js'
import type { Outbox } from './outbox.js'

/** The group of all projectors of an installation. */
export const PROJECTOR_GROUP = 'projector'
const BATCH = 1000
/** The longest pause between two batches, in milliseconds. */
const MOST_PAUSE_MS = 10

/** The live side: events from the bus into the views, changes out of the outbox. */
export interface Runner {
  /** Runs work between batches: no batch begins until it has finished. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

export interface RunnerDeps {
  readonly eventBus: EventBus
  readonly applier: Applier
  readonly outbox: Outbox
  /** Called before each batch: the views to write may have changed. Rejects if none may be written. */
  readonly refresh: () => Promise<void>
  readonly observer: ProjectorObserver
}

/** The earliest of several positions; null if one is missing. */
const earliestPosition = (positions: Iterable<string | null>): string | null => {
  let least: string | null = null
  for (const position of positions) {
    if (position === null) return null
    if (least === null || position < least) least = position
  }
  return least
}

/** Consumes events behind the views' own checkpoints until stopped. */
export const startRunner = async ({
  eventBus,
  applier,
  outbox,
  refresh,
  observer,
}: RunnerDeps): Promise<Runner> => {
  const inOrder = createSerialQueue()
  const exclusively = <T>(work: () => Promise<T>): Promise<T> => inOrder('views', work)
  /** last position that the bus has delivered, by partition */
  const given = new Map<number, string>()
  // publishes changes that an earlier process committed only
  outbox.nudge('all')
  const consumer: Consumer = await eventBus.consume<StoredEvent>({
    topic: TOPICS.events,
    group: PROJECTOR_GROUP,
    after: (partition) =>
      exclusively(async () => {
        await refresh()
        // another process may have owned the partition
        applier.forget()
        const place = earliestPosition((await applier.positions(partition)).values())
        given.set(partition, place ?? START)
        // publishes the former owner's committed changes before our own
        outbox.nudge('all')
        return place
      }),
    batchSize: BATCH,
    onBatch: async (batch) => {
      const begun = performance.now()
      await exclusively(async () => {
        const [first] = batch
        const last = batch.at(-1)
        if (first === undefined || last === undefined) return
        await refresh()
        const { partition } = first
        const events = batch.map(({ value }) => value)
        await applier.apply({ partition, events }, given.get(partition) ?? null)
        given.set(partition, last.position)
        observer.folded(batch.length, Date.now() - Date.parse(first.value.time))
        outbox.nudge('own')
      })
      // The cost of a batch hardly depends on its size. A pause as long as the batch collects more events. So views take at
      // most half of the time, unless they lag.
      if (batch.length < BATCH) await sleep(Math.min(performance.now() - begun, MOST_PAUSE_MS))
    },
  })
  return {
    exclusively,
    stop: async () => {
      await consumer.stop()
      await inOrder.idle()
      await outbox.stop()
    },
  }
}
