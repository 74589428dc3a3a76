import type { ViewName } from '@guiche/contracts/collections.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed, EventType } from '@guiche/contracts/events/index.js'
import { TOPICS } from '@guiche/contracts/topics.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import type { Delivery, EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import type { Records } from '@guiche/infra/records/records.js'
import { untilShown } from '../kernel/shown.js'
import { createEngine } from './engine.js'
import type { Engine, EngineDeps, GivingUp } from './engine-types.js'
import type { Item } from './item-store.js'

export interface ProcessDeps extends EngineDeps {
  readonly eventBus: Pick<EventBus, 'consume'>
  readonly eventStore: Pick<EventStore, 'head' | 'read'>
  readonly records: Pick<Records, 'company' | 'waitFor' | 'logPosition'>
}

/** What a reaction gets beside its event. */
export interface Work {
  /** Resolves when these views show the event. Rejects (ViewsBehind) when they do not in time: it is tried again. */
  shown(...views: ViewName[]): Promise<void>
  /** what the reaction gave for the last page that went well; null at first, and again after a restart */
  readonly after: string | null
}

/**
 * Reacts to an event by commands whose ids come from the event's, so that repeating it is harmless. Rejects with a
 * Refused, or whatever it stumbles over, to be tried again and then parked. Where it gives a text, one page of a long work
 * is done; it is called again for the same event, with that text as `after`, behind the other companies.
 */
type Reaction<T extends EventType> = (event: StoredEvent<EventNamed<T>>, work: Work) => Promise<unknown>

type Ending<T extends EventType> = Pick<GivingUp, 'retryDelays'> & {
  readonly say: (event: StoredEvent<EventNamed<T>>, reason: string) => Promise<void>
}

export interface ProcessSpec {
  /** of the consumer's group; a storage format */
  readonly name: string
  /** where a first start begins */
  readonly begin: 'oldest' | 'now'
  /** events of one lane keep their order and wait for each other; a lane for each company unless given */
  readonly lane?: (event: StoredEvent) => string
  /** events that end with a reason of their own when they fail each time; the others are parked */
  readonly giveUp?: { readonly [T in EventType]?: Ending<T> }
  readonly on: { readonly [T in EventType]?: Reaction<T> }
}

export interface Process extends Engine<Pick<Delivery<StoredEvent>, 'value'>> {
  /** Reacts to one event at once, page after page, for tests; rejects when that failed. */
  react(event: StoredEvent): Promise<void>
}

interface EventItem extends Item {
  readonly event: StoredEvent
}

const BATCH = 500
/** Long reactions whose page is remembered; one that is forgotten begins anew. */
const REMEMBERED = 1000

/**
 * A consumer of the event log with the failure policy of the engine. Imports alone use it: what else follows from an event
 * is a consequence (kernel/consequence.ts).
 */
export const createProcess = (deps: ProcessDeps, spec: ProcessSpec): Process => {
  const { name, begin, lane, giveUp, on } = spec
  const { eventBus, eventStore, records } = deps

  const reactionTo = ({ type }: StoredEvent) => on[type as EventType] as Reaction<EventType> | undefined
  /** How far long reactions have come, by event; also of one that failed, which goes on at the page that it failed at. */
  const pages = createBoundedCache<string, string>(REMEMBERED)
  /** One page of a reaction; gives the start of the next one, or null. */
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
    // only its position: personal data stays in the event's own stream
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
      // in a store that the installation was migrated to, the position is another one; the key stays
      return event === undefined ? null : { ...itemOf(event), id }
    },
    keys: ({ event }) => ({ shared: [lane?.(event) ?? ''], own: null }),
    later: () => false,
    givingUp: ({ event }) => {
      const ending = giveUp?.[event.type as EventType] as Ending<EventType> | undefined
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
