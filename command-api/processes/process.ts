import type { ViewName } from '@guiche/contracts/collections.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed, EventType } from '@guiche/contracts/events/index.js'
import { TOPICS } from '@guiche/contracts/topics.js'
import type { Consumer, EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { withCorrelation } from '@guiche/infra/log/correlation.js'
import type { Records } from '@guiche/infra/records/records.js'
import { ViewsBehind } from '../kernel/unavailable.js'
import { createEngine, type Engine, type EngineDeps } from './engine.js'
import type { Item } from './kept.js'

export interface ProcessDeps extends EngineDeps {
  readonly eventBus: Pick<EventBus, 'consume'>
  readonly eventStore: Pick<EventStore, 'head' | 'read'>
  readonly records: Pick<Records, 'company' | 'waitFor' | 'place'>
}

/** What a reaction gets beside its event. */
export interface Work {
  /** Resolves when these views show the event. Rejects (ViewsBehind) when they do not in time: it is tried again. */
  shown(...views: ViewName[]): Promise<void>
  /** what the reaction gave for its last page; null at first, and again after a restart */
  readonly after: string | null
}

/**
 * Reacts to an event by commands whose ids come from the event's, so that repeating it is harmless. Rejects with a
 * Refused, or whatever it stumbles over, to be tried again and then parked. Where it gives a text, one page of a long work
 * is done; it is called again for the same event, with that text as `after`, behind the other companies.
 */
type Reaction<T extends EventType> = (event: StoredEvent<EventNamed<T>>, work: Work) => Promise<unknown>

export interface ProcessSpec {
  /** of the consumer's group; a storage format */
  readonly name: string
  /** where a first start begins */
  readonly begin: 'oldest' | 'now'
  /** events of one lane keep their order and wait for each other; a lane for each company unless given */
  readonly lane?: (event: StoredEvent) => string
  readonly on: { readonly [T in EventType]?: Reaction<T> }
}

export interface Process {
  start(): Promise<void>
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>
  /** Handles events as the consumer does. */
  onBatch(batch: readonly { readonly value: StoredEvent }[]): Promise<void>
  /** Reacts to one event at once, for a handler that waits for it; rejects when that failed. */
  react(event: StoredEvent): Promise<void>
  readonly retry: Engine<Item>['retry']
}

interface EventItem extends Item {
  readonly event: StoredEvent
}

const BATCH = 500

/** A consumer of the event log with the failure policy of the engine. */
export const createProcess = (deps: ProcessDeps, { name, begin, lane, on }: ProcessSpec): Process => {
  const { eventBus, eventStore, records } = deps
  let consumer: Consumer | null = null

  const reactionTo = ({ type }: StoredEvent) => on[type as EventType] as Reaction<EventType> | undefined
  /** How far long reactions have come, by event. */
  const pages = new Map<string, string>()
  /** One page of a reaction; gives the place of the next one, or null. */
  const reactOnce = async (event: StoredEvent, after: string | null): Promise<string | null> => {
    const shown = async (...views: ViewName[]) => {
      const there = await records.waitFor(views, records.place(event.companyId, event.position))
      if (!there) throw new ViewsBehind()
    }
    const outcome = await withCorrelation(event.correlationId, async () =>
      reactionTo(event)?.(event as StoredEvent<EventNamed<EventType>>, { shown, after }),
    )
    return typeof outcome === 'string' ? outcome : null
  }
  const itemOf = (event: StoredEvent): EventItem => ({
    id: `${name}-${event.position}`,
    companyId: event.companyId,
    event,
  })

  const engine = createEngine<EventItem>(deps, {
    kind: 'event',
    ids: `${name}-`,
    // its place alone: what is personal stays in the event's own stream
    toBody: ({ event: { stream, revision, type, time } }) => ({
      process: name,
      type,
      time,
      stream,
      revision,
    }),
    fromBody: async (_id, _companyId, body) => {
      const { stream, revision } = body as { stream: string; revision: number }
      const [event] = await eventStore.read(stream, { from: revision, limit: 1 })
      return event === undefined ? null : itemOf(event)
    },
    keys: ({ event }) => ({ shared: [lane?.(event) ?? ''], own: null }),
    later: () => false,
    run: async ({ event }) => {
      const after = pages.get(event.id) ?? null
      pages.delete(event.id)
      const next = await reactOnce(event, after)
      if (next === null) return 'done'
      pages.set(event.id, next)
      return 'more'
    },
  })
  const onBatch: Process['onBatch'] = (batch) =>
    engine.handle(
      batch.flatMap(({ value }) => (reactionTo(value) === undefined ? [] : [itemOf(value)])),
      batch.length >= BATCH,
    )

  return {
    onBatch,
    react: async (event) => {
      for (let after = await reactOnce(event, null); after !== null; ) after = await reactOnce(event, after)
    },
    retry: engine.retry,
    start: async () => {
      await engine.start()
      const from = { topic: TOPICS.events, group: name, begin, batchSize: BATCH } as const
      consumer = await eventBus.consume<StoredEvent>({ ...from, onBatch })
    },
    stop: async () => {
      await consumer?.stop()
      consumer = null
      await engine.stop()
    },
  }
}
