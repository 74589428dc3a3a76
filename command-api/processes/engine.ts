import type { Consumer } from '@guiche/infra/event-bus/event-bus.js'
import { allSettled } from '@guiche/infra/parallel.js'
import { reasonOf } from '../kernel/refused.js'
import { type Backlog, backlogOf, keyList } from './backlog.js'
import type { Engine, EngineDeps, EngineSpec } from './engine-types.js'
import { createItemStore, type Item } from './item-store.js'
import {
  type EngineState,
  keepFailed,
  keepItems,
  type OpenItem,
  putAside,
  putInBacklog,
} from './kept-items.js'
import { runLanes } from './lanes.js'
import { createLearn } from './learn.js'
import { expectOwnFailure } from './own-failure.js'
import { createSchedule } from './schedule.js'

type Outcome = 'done' | 'more' | { readonly failure: unknown }

/**
 * Share of a company in one full batch: 50 items, or as many as finish within `SHARE_MS` after the first one.
 * `SHARE_ALONE_MS` replaces `SHARE_MS` if no other company has items in the batch: the vault costs more than most
 * consequences. Imported items have their own share in every batch. Light items need none. The rest goes to the backlog
 * in the vault.
 */
const SHARE = 50
const SHARE_MS = 100
const SHARE_ALONE_MS = 300
const IMPORTED_SHARE = 10
/** Items of a backlog in one run. */
const PAGE = 200
/** Time without a sign of life after which entries of another process are taken over, in milliseconds. */
const FOREIGN_MS = 60_000

/** Rejects while an engine is away. */
const runItem = async ({ deps, spec }: EngineState, item: Item): Promise<Outcome> => {
  try {
    return await spec.run(item)
  } catch (failure) {
    await expectOwnFailure(deps, item.companyId, failure)
    return { failure }
  }
}

/**
 * Whether the item waits in one of these backlogs, under either key: earlier releases kept some items under the other
 * one.
 */
const isItemKept = ({ store }: EngineState, item: Item, backlogs: readonly Backlog[]): boolean => {
  if (backlogs.every(({ waiting }) => waiting.size === 0)) return false
  const keys = [false, true].map((later) => store.waitingKey(item, later))
  return backlogs.some(({ waiting }) => keys.some((key) => waiting.has(key)))
}

/** Splits a batch into items that may run now, and items that wait behind others. */
const sortOut = (state: EngineState, items: readonly Item[], live: Backlog, later: Backlog) => {
  const { spec } = state
  const [now, inLive, inLater]: [Item[], Item[], Item[]] = [[], [], []]
  // Imported messages keep their order: they are added behind the waiting ones.
  const imported = later.waiting.size > 0 || items.filter(spec.later).length > IMPORTED_SHARE
  const behindLive = new Set<string>()
  const behindLater = new Set<string>()
  for (const item of items) {
    // redelivered and stored already
    if (isItemKept(state, item, [live, later])) continue
    const { own } = spec.keys(item)
    if ((own !== null && (later.holds(own) || behindLater.has(own))) || (imported && spec.later(item))) {
      inLater.push(item)
      if (own !== null) behindLater.add(own)
    } else if (keyList(spec.keys(item)).some((one) => live.holds(one) || behindLive.has(one))) {
      inLive.push(item)
      for (const one of keyList(spec.keys(item))) behindLive.add(one)
    } else now.push(item)
  }
  return { now, inLive, inLater }
}

/** Runs the items of one company, or keeps them in the vault. */
const takeIn = async (
  state: EngineState,
  companyId: number,
  items: readonly Item[],
  { full, alone }: { readonly full: boolean; readonly alone: boolean },
) => {
  const { spec, backlogs } = state
  const [live, later] = [backlogOf(backlogs, companyId, false), backlogOf(backlogs, companyId, true)]
  const { now, inLive, inLater } = sortOut(state, items, live, later)
  const share = full ? SHARE - live.waiting.size : Number.POSITIVE_INFINITY
  // counts from the first finished item: before, all may wait for the same view
  let until = live.waiting.size > 0 ? 0 : Number.POSITIVE_INFINITY
  const waiting = new Set([...now, ...inLive])
  let begun = 0
  await runLanes(now, {
    keysOf: (item) => keyList(spec.keys(item)),
    go: async (item) => spec.light?.(item) === true || begun++ < share || Date.now() < until,
    run: (item) => runItem(state, item),
    after: async (item, outcome) => {
      until = Math.min(until, Date.now() + (alone ? SHARE_ALONE_MS : SHARE_MS))
      waiting.delete(item)
      if (outcome === 'behind' || outcome === 'more') await putAside(state, [item], live)
      else if (outcome !== 'done') await keepFailed(state, item, outcome.failure, live, null)
    },
  })
  // after the ones that have just failed, to keep the order
  const left = items.filter((item) => waiting.has(item))
  await putAside(state, left, live)
  await putAside(state, inLater, later)
}

/** Works on the first items of a backlog that are due. */
const workOff = async (state: EngineState, backlog: Backlog): Promise<void> => {
  const { deps, spec, store, foreignMs } = state
  const due = backlog.ready(Date.now(), PAGE)
  if (due.length === 0) return
  const found = await store.load(due)
  const entries: OpenItem[] = []
  /** Time until which an entry is left to the instance that keeps it. */
  const leftUntil = ({ key, parked }: OpenItem): number =>
    backlog.waiting.get(key)?.foreign === true ? (parked.dueAt ?? 0) + foreignMs : 0
  const done: string[] = []
  for (const key of due) {
    const one = found.get(key)
    if (one?.item) entries.push({ ...one, item: one.item, key })
    else done.push(key)
  }
  const go = async () => {
    // live work goes first
    if (backlog.later) await Promise.allSettled(state.handling)
    return state.schedule.running()
  }
  try {
    await runLanes(entries, {
      keysOf: ({ item }) => keyList(spec.keys(item)),
      go,
      run: async (entry) => (leftUntil(entry) > Date.now() ? 'left' : runItem(state, entry.item)),
      after: async (entry, outcome) => {
        if (outcome === 'done') done.push(entry.key)
        else if (outcome === 'left')
          putInBacklog(state, backlog, entry.item, { key: entry.key, dueAt: leftUntil(entry), foreign: true })
        else if (outcome === 'more') await keepItems(state, entry, backlog)
        else if (outcome !== 'behind') await keepFailed(state, entry.item, outcome.failure, backlog, entry)
      },
    })
  } finally {
    if (done.length > 0) await deps.vault.commit(done.map((key) => ({ key, value: null })))
    for (const key of done) backlog.drop(key)
    backlog.nextDue = Date.now()
  }
}

/** Handles a batch company by company. */
const takeBatch = async (state: EngineState, items: readonly Item[], full: boolean): Promise<void> => {
  const companies = new Map<number, Item[]>()
  for (const item of items) {
    const own = companies.get(item.companyId)
    if (own === undefined) companies.set(item.companyId, [item])
    else own.push(item)
  }
  const alone = companies.size === 1
  await allSettled([...companies].map(([companyId, own]) => takeIn(state, companyId, own, { full, alone })))
}

/** Does a parked item now. Null when that succeeded, else why not. */
const retryParked = async (state: EngineState, id: Item): Promise<string | null> => {
  const { deps, store, backlogs } = state
  const key = store.parkedKey(id)
  const known = (await store.load([key])).get(key)
  if (known === undefined) return null
  const { item, epoch, parked } = known
  const outcome = item === null ? 'done' : await runItem(state, item)
  if (item !== null && typeof outcome !== 'string') {
    const again = { ...parked, attempts: parked.attempts + 1, reason: reasonOf(outcome.failure), dueAt: null }
    await deps.vault.commit([{ ...store.entry(key, item, again), expected: epoch }])
    return again.reason
  }
  if (item !== null && outcome === 'more')
    await putAside(state, [item], backlogOf(backlogs, item.companyId, false))
  await deps.vault.commit([{ key, value: null }])
  return null
}

/**
 * Runs items of many companies in parallel; inside a company, items that share no key. A failed item is kept in the
 * vault with the items behind it, retried, and then parked there. Items beyond a company's share are kept, too. An item
 * is acknowledged when done or kept; running an item is idempotent.
 */
export const createEngine = <T extends Item, D>(deps: EngineDeps, spec: EngineSpec<T, D>): Engine<D> => {
  const { vault, logger, foreignMs = FOREIGN_MS } = deps
  const sole = deps.config?.sole ?? false
  const store = createItemStore<Item>(vault, spec)
  const backlogs = new Map<string, Backlog>()
  const { look, expire } = createLearn({ store, spec, backlogs, sole, foreignMs })
  const schedule = createSchedule({ backlogs, work: (backlog) => workOff(state, backlog), look, logger })
  const handling = new Set<Promise<void>>()
  const state: EngineState = { deps, spec, store, backlogs, schedule, handling, foreignMs }

  const handle = (batch: readonly D[]): Promise<void> => {
    const items = batch.flatMap(spec.itemsOf)
    const all = look().then(() => takeBatch(state, items, batch.length >= spec.batchSize))
    handling.add(all)
    return all.finally(() => handling.delete(all))
  }

  let consumer: Consumer | null = null
  const engine: Engine<D> = {
    handle,
    start: async () => {
      await spec.beforeStart?.()
      await look(true)
      schedule.start()
      // the former owner of the partitions may have kept items just before
      consumer = await spec.consume({ onBatch: handle, batchSize: spec.batchSize, assigned: expire })
    },
    stop: async () => {
      await consumer?.stop()
      consumer = null
      await schedule.stop()
      await spec.afterStop?.()
    },
    parks: { kind: spec.kind, ids: spec.ids, retry: (id) => retryParked(state, id) },
  }
  deps.running.push(engine)
  return engine
}
