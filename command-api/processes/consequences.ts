import { setTimeout } from 'node:timers/promises'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed, EventType } from '@guiche/contracts/events/index.js'
import type { ViewName } from '@guiche/contracts/views/collections.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import type { Delivery, EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { Records } from '@guiche/infra/records/records.js'
import type { Standings } from '@guiche/infra/subscription/standings.js'
import { within } from '@guiche/infra/within.js'
import {
  type AnyConsequence,
  CONSEQUENCE_GROUPS,
  type Group,
  type NeedsOf,
  Page,
  type Work,
} from '../kernel/consequence.js'
import type { Handled, Kernel, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { Refused } from '../kernel/refused.js'
import { untilShown } from '../kernel/view-wait.js'
import { createEngine } from './engine.js'
import type { Engine, EngineDeps, EngineSpec } from './engine-types.js'
import type { Item } from './item-store.js'

export interface ConsequenceDeps extends EngineDeps {
  readonly kernel: Pick<Kernel, 'execute'>
  readonly eventBus: Pick<EventBus, 'consume'>
  readonly eventStore: Pick<EventStore, 'head' | 'read'>
  readonly records: Pick<Records, 'company' | 'waitFor' | 'logPosition'>
  readonly standings: Pick<Standings, 'isBlocked' | 'isErasing'>
}

type FollowedEvent = StoredEvent<EventNamed<EventType>>

/** One consequence of one event. */
interface ConsequenceItem extends Item {
  readonly event: FollowedEvent
  /** the consequences to run, one after another: one, or all of the event for an item of an earlier release */
  readonly todo: readonly AnyConsequence[]
  /** the lanes of `todo`, computed once: the engine asks for them several times */
  readonly lanes: readonly string[]
  /** null: kept without a name */
  readonly name: string | null
}

/** Hooks of an engine before its first item and after its last one. */
export type EngineHooks = Pick<EngineSpec<Item, never>, 'beforeStart' | 'afterStop'>

export type ConsequenceGroup = Engine<Pick<Delivery<StoredEvent>, 'value'>>

const BATCH = 500
/** Maximum of long consequences whose page is remembered. A forgotten consequence starts at its first page. */
const REMEMBERED = 1000
/** Longest wait of a handler for consequences, in ms; their group finishes the rest. */
const FINISH_WITHIN_MS = 5000

/**
 * Wait in ms, after which a view usually shows an event. Earlier polls only slow the projector down. Groups wait like
 * this; `FinishEvents` does not, because a person waits for it.
 */
const SHOWN_AFTER_MS = 25

const followsEvent = ({ on }: AnyConsequence, { type }: FollowedEvent): boolean => on[type] !== undefined

/** An error before an item exists would stop the group: the event becomes an item instead, which fails alone. */
const unlessFails = <V>(ask: () => V, otherwise: V): V => {
  try {
    return ask()
  } catch {
    return otherwise
  }
}
const mayFollow = (one: AnyConsequence, event: FollowedEvent): boolean =>
  unlessFails(() => one.when?.(event) ?? true, true)
const isLight = (one: AnyConsequence, event: FollowedEvent): boolean =>
  unlessFails(() => one.light?.(event) ?? false, false)
const laneOf = (one: AnyConsequence, event: FollowedEvent): string =>
  `${one.name} ${unlessFails(() => one.lane?.(event) ?? event.stream, '')}`

/**
 * Runs pages of consequences; see `Work`. `shownAfter`: milliseconds after an event before the first poll of
 * the views. `wrote` gets the positions of the written events.
 */
const createPerform = (
  deps: ConsequenceDeps,
  shownAfter: number,
  wrote: (position: string) => void = () => {},
) => {
  const { kernel, records } = deps

  const workOf = (one: AnyConsequence, event: FollowedEvent, after: string | null): Work => {
    /** computed on first use: most consequences of a message write nothing */
    let base: Meta | null = null
    const meta: Work['meta'] = (...parts) => {
      base ??= {
        commandId: one.commandId?.(event) ?? derivedUuid(event.id, one.name),
        companyId: event.companyId,
        actor: one.actor?.(event) ?? event.actor,
        correlationId: event.correlationId,
      }
      return parts.length === 0 ? base : followUp(base, ...parts)
    }
    const settle: Work['settle'] = (result) => {
      if (!result.ok && one.harmless?.includes(result.error.code) !== true)
        throw new Refused(result.error.code)
      const position = result.ok
        ? (result.value as Partial<Handled<unknown>> | null | undefined)?.position
        : null
      if (typeof position === 'string') wrote(position)
    }
    return {
      shown: async (...views: ViewName[]) => {
        const age = Date.now() - Date.parse(event.time)
        if (age >= 0 && age < shownAfter) await setTimeout(shownAfter - age)
        await untilShown(records, views, event)
      },
      after,
      next: (start) => (start === null ? null : new Page(start)),
      meta,
      settle,
      command: async (decider, stream, command, ...parts) =>
        settle(await kernel.execute(decider, stream, command, meta(stream, ...parts))),
    }
  }
  /** Does one page; gives the start of the next one, or null. */
  return async (one: AnyConsequence, event: FollowedEvent, after: string | null): Promise<string | null> => {
    if (!followsEvent(one, event) || one.when?.(event) === false) return null
    if (!one.whileErasing && (await deps.standings.isErasing(event.companyId))) return null
    if (one.speaks && (await deps.standings.isBlocked(event.companyId))) return null
    const run = one.on[event.type] as (...all: unknown[]) => Promise<unknown>
    const outcome = await run(event, workOf(one, event, after), deps)
    return outcome instanceof Page ? outcome.start : null
  }
}

/**
 * A consumer of the event log that runs the consequences of one group. An item is an event with one consequence, so
 * that a failure holds up its own lane alone. For the failure policy see the engine.
 */
export const createGroup = <const C extends readonly AnyConsequence[]>(
  deps: ConsequenceDeps & NeedsOf<C[number]>,
  name: string,
  begin: 'oldest' | 'now',
  declared: C,
  around: EngineHooks = {},
): ConsequenceGroup => {
  const { eventBus, eventStore } = deps
  const perform = createPerform(deps, SHOWN_AFTER_MS)
  /** Progress of paged consequences, by item and name; failed ones resume at the failed page. */
  const pages = createBoundedCache<string, string>(REMEMBERED)
  /**
   * mark of finished consequences in an item without a name: a failure of the next one does not run them
   * again
   */
  const DONE = ''

  const byType = new Map<string, AnyConsequence[]>()
  for (const one of declared)
    for (const type of Object.keys(one.on)) byType.set(type, [...(byType.get(type) ?? []), one])
  const itemOf = (
    id: string,
    event: FollowedEvent,
    todo: readonly AnyConsequence[],
    kept: string | null,
  ): ConsequenceItem => ({
    ...{ id, companyId: event.companyId, event, todo, name: kept },
    lanes: todo.map((one) => laneOf(one, event)),
  })
  const itemsOf = (event: FollowedEvent): ConsequenceItem[] =>
    (byType.get(event.type) ?? [])
      .filter((one) => mayFollow(one, event))
      .map((one) => itemOf(`${name}-${event.position}-${one.name}`, event, [one], one.name))

  return createEngine<ConsequenceItem, Pick<Delivery<StoredEvent>, 'value'>>(deps, {
    consume: (handed) =>
      eventBus.consume<StoredEvent>({ topic: TOPICS.events, group: name, begin, ...handed }),
    ...around,
    batchSize: BATCH,
    itemsOf: ({ value }) => itemsOf(value as FollowedEvent),
    kind: 'event',
    ids: `${name}-`,
    // stores only the position: personal data stays in the event's own stream
    toBody: ({ name: consequence, event: { stream, revision, type, time } }) => ({
      ...{ process: name, ...(consequence !== null && { consequence }) },
      ...{ type, time, stream, revision },
    }),
    fromBody: async (id, _companyId, body) => {
      const { stream, revision, consequence } = body as {
        readonly stream: string
        readonly revision: number
        readonly consequence?: string
      }
      const [event] = (await eventStore.read(stream, {
        from: revision,
        limit: 1,
      })) as readonly FollowedEvent[]
      if (event === undefined) return null
      const todo = declared.filter(
        (one) =>
          (consequence === undefined || one.name === consequence || one.was?.includes(consequence)) &&
          followsEvent(one, event),
      )
      // after a migration the position differs; the key stays
      return todo.length === 0 ? null : itemOf(id, event, todo, consequence ?? null)
    },
    keys: ({ lanes }) => ({ shared: lanes, own: null }),
    later: () => false,
    light: ({ event, todo }) => todo.every((one) => isLight(one, event)),
    givingUp: ({ event, todo }) => {
      const [one, second] = todo
      if (one?.policy === undefined || second !== undefined) return null
      const { policy } = one
      return {
        retryDelays: policy.delays,
        ...(policy.giveUp !== undefined && {
          say: async (reason: string) => policy.giveUp?.(event, reason, deps as never),
        }),
      }
    },
    run: async ({ id, event, todo }) => {
      const keyOf = (one: AnyConsequence) => `${id} ${one.name}`
      for (const one of todo) {
        const from = pages.get(keyOf(one)) ?? null
        if (from === DONE) continue
        const next = await perform(one, event, from)
        if (next !== null || todo.length > 1) pages.set(keyOf(one), next ?? DONE)
        if (next !== null) return 'more'
      }
      for (const one of todo) pages.delete(keyOf(one))
      return 'done'
    },
  })
}

export type Groups = { readonly [G in Group]: ConsequenceGroup }

/** Makes the groups of all declared consequences; they start with the rest of command-api. */
export const createGroups = <const C extends readonly AnyConsequence[]>(
  deps: ConsequenceDeps & NeedsOf<C[number]>,
  declared: C,
  around: { readonly [G in Group]?: EngineHooks } = {},
): Groups => {
  const made = Object.entries(CONSEQUENCE_GROUPS).map(([name, begin]) => {
    const own = declared.filter(({ group }) => group === name)
    return [name, createGroup<readonly C[number][]>(deps, name, begin, own, around[name as Group])]
  })
  return Object.fromEntries(made) as Groups
}

/**
 * For a handler before its answer: runs consequences declared `atOnce`, one page of each. Failed or slow ones are left
 * to the groups. Gives the position of the last appended event, or null.
 */
export type FinishEvents = (events: readonly StoredEvent[]) => Promise<string | null>

/** Makes `FinishEvents` for all declared consequences of every group. */
export const createFinish = <const C extends readonly AnyConsequence[]>(
  deps: ConsequenceDeps & NeedsOf<C[number]>,
  declared: C,
): FinishEvents => {
  const atOnce = declared.filter((one) => one.atOnce)
  const left = (correlationId: string, name: string) => (failure: unknown) =>
    deps.logger.warn({ err: failure, correlationId, consequence: name }, 'left to its group')
  return async (events) => {
    let last: string | null = null
    const perform = createPerform(deps, 0, (position) => {
      if (last === null || position > last) last = position
    })
    const all = events.flatMap((event) =>
      atOnce.map((one) =>
        perform(one, event as FollowedEvent, null).catch(left(event.correlationId, one.name)),
      ),
    )
    await within(Promise.all(all), FINISH_WITHIN_MS, undefined)
    return last
  }
}
