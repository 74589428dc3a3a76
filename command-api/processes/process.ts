import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed, EventType } from '@guiche/contracts/events/index.js'
import type { ViewName } from '@guiche/contracts/views/collections.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import type { Delivery, EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import type { Records } from '@guiche/infra/records/records.js'
import { untilShown } from '../kernel/view-wait.js'
import { createEngine } from './engine.js'
import type { Engine, EngineDeps, GivingUp } from './engine-types.js'
import type { Item } from './item-store.js'

export interface ProcessDeps extends EngineDeps {
  readonly eventBus: Pick<EventBus, 'consume'>
  readonly eventStore: Pick<EventStore, 'head' | 'read'>
  readonly records: Pick<Records, 'company' | 'waitFor' | 'logPosition'>
}

/** A handler's tools beside its event. */
export interface Work {
  /**
   * Resolves when these views show the event. Rejects with ViewsBehind after a timeout; the event is then tried again.
   */
  shown(...views: ViewName[]): Promise<void>
  /** the value that the handler gave for its last successful page; null at first, and again after a restart */
  readonly after: string | null
}

/**
 * Handles an event by commands whose ids derive from the event's, so that a repetition is harmless. Rejects with
 * Refused or any other error, to be retried and then parked. A returned text ends one page of long work. The handler is
 * then called again for the same event, with the text as `after`, behind the other companies.
 */
type Reaction<T extends EventType> = (event: StoredEvent<EventNamed<T>>, work: Work) => Promise<unknown>

type EndingOptions<T extends EventType> = Pick<GivingUp, 'retryDelays'> & {
  readonly say: (event: StoredEvent<EventNamed<T>>, reason: string) => Promise<void>
}

export interface ProcessSpec {
  /** name of the consumer's group; a storage format */
  readonly name: string
  /** position of the first start */
  readonly begin: 'oldest' | 'now'
  /** events of one lane keep their order and wait for each other; a lane for each company unless given */
  readonly lane?: (event: StoredEvent) => string
  /** endings for events that fail at every retry; other failed events are parked */
  readonly giveUp?: { readonly [T in EventType]?: EndingOptions<T> }
  readonly on: { readonly [T in EventType]?: Reaction<T> }
}

export interface Process extends Engine<Pick<Delivery<StoredEvent>, 'value'>> {
  /** For tests: handles one event now, page after page. Rejects on failure. */
  react(event: StoredEvent): Promise<void>
}

interface EventItem extends Item {
  readonly event: StoredEvent
}

const BATCH = 500
/** Number of paged handlers whose progress is remembered; a forgotten one begins again. */
const REMEMBERED = 1000

/**
 * A consumer of the event log with the failure policy of the engine. Only imports use processes; other follow-up work
 * is a consequence (kernel/consequence.ts).
 */
export const createProcess = (deps: ProcessDeps, spec: ProcessSpec): Process => {
  const { name, begin, lane, giveUp, on } = spec
  const { eventBus, eventStore, records } = deps

  const reactionTo = ({ type }: StoredEvent) => on[type as EventType] as Reaction<EventType> | undefined
  /** Progress of paged handlers, by event. A failed handler resumes at the page that failed. */
  const pages = createBoundedCache<string, string>(REMEMBERED)
  /** Runs one page of a handler; gives the start of the next page, or null. */
  const reactOnce = async (event: StoredEvent, after: string | null): Promise<string | null> => {
    const shown = (...views: ViewName[]) => untilShown(records, views, event)
    const outcome = await reactionTo(event)?.(event as StoredEvent<EventNamed<EventType>>, { shown, after })
    return typeof outcome === 'string' ? outcome : null
  }
  const itemOf = (event: StoredEvent): EventItem => ({
    id: `${name}-${event.position}`,
    companyId: event.companyId,
    event,
  })

  const engine = createEngine<EventItem, Pick<Delivery<StoredEvent>, 'value'>>(deps, {
    consume: (handed) =>
      eventBus.consume<StoredEvent>({ topic: TOPICS.events, group: name, begin, ...handed }),
    batchSize: BATCH,
    itemsOf: ({ value }) => (reactionTo(value) === undefined ? [] : [itemOf(value)]),
    kind: 'event',
    ids: `${name}-`,
    // stores only the position: personal data stays in the event's own stream
    toBody: ({ event: { stream, revision, type, time } }) => ({
      process: name,
      type,
      time,
      stream,
      revision,
    }),
    fromBody: async (id, _companyId, body) => {
      const { stream, revision } = body as { stream: string; revision: number }
      const [event] = await eventStore.read(stream, { from: revision, limit: 1 })
      // after a migration the position differs; the key stays
      return event === undefined ? null : { ...itemOf(event), id }
    },
    keys: ({ event }) => ({ shared: [lane?.(event) ?? ''], own: null }),
    later: () => false,
    givingUp: ({ event }) => {
      const ending = giveUp?.[event.type as EventType] as EndingOptions<EventType> | undefined
      if (ending === undefined) return null
      const { retryDelays, say } = ending
      return { retryDelays, say: (reason) => say(event as StoredEvent<EventNamed<EventType>>, reason) }
    },
    run: async ({ event }) => {
      const next = await reactOnce(event, pages.get(event.id) ?? null)
      if (next !== null) pages.set(event.id, next)
      else pages.delete(event.id)
      return next === null ? 'done' : 'more'
    },
  })

  return {
    ...engine,
    react: async (event) => {
      for (let after = await reactOnce(event, null); after !== null; ) after = await reactOnce(event, after)
    },
  }
}
