import type { Consumer } from '@guiche/infra/event-bus/event-bus.js'
import { silentCommands } from '@guiche/infra/metrics/observers.js'
import { settled } from '@guiche/infra/side-by-side.js'
import { isFinal, reasonOf } from '../kernel/refused.js'
import { type Backlog, createBacklog, keyList, type Waiting } from './backlog.js'
import type { Engine, EngineDeps, EngineSpec } from './engine-types.js'
import { createItemStore, type Item, type Loaded, notTried, pages } from './item-store.js'
import { runLanes } from './lanes.js'
import { createLearn } from './learn.js'
import { createOwnFailure } from './own-failure.js'
import { createSchedule } from './schedule.js'

type Outcome = 'done' | 'more' | { readonly failure: unknown }
/** A kept item, as read from the vault. */
type Open<T> = Loaded<T> & { readonly key: string; readonly item: T }

const RETRY_DELAYS = [1000, 5000, 30_000, 300_000]
/**
 * Fair share of a company in one full batch: 50 items, or as many as finish within 100 ms. Imported items have their
 * own share in every batch. The rest goes to the backlog in the vault.
 */
const SHARE = 50
const SHARE_MS = 100
const IMPORTED_SHARE = 10
/** Items of a backlog in one run. */
const PAGE = 200
/** Time without a sign of life after which entries of another process are taken over, in milliseconds. */
const FOREIGN_MS = 60_000
/**
 * Runs items of many companies in parallel; inside a company, items that share no key. A failed item is kept in the
 * vault with the items behind it, retried, and then parked there. Items beyond a company's share are kept, too. An item
 * is acknowledged when done or kept; running an item is idempotent.
 */
export const createEngine = <T extends Item, D>(deps: EngineDeps, spec: EngineSpec<T, D>): Engine<D> => {
  const { vault, logger, observer = silentCommands, foreignMs = FOREIGN_MS } = deps
  const sole = deps.config?.sole ?? false
  const store = createItemStore(vault, spec)
  const backlogs = new Map<string, Backlog>()
  const handling = new Set<Promise<void>>()

  const keysOf = (item: T) => keyList(spec.keys(item))
  const backlogOf = (companyId: number, later: boolean): Backlog => {
    const name = `${companyId} ${later}`
    const backlog = backlogs.get(name) ?? createBacklog(later)
    backlogs.set(name, backlog)
    return backlog
  }

  const ownFailure = createOwnFailure(deps)
  const run = async (item: T): Promise<Outcome> => {
    try {
      return await spec.run(item)
    } catch (failure) {
      await ownFailure(item.companyId, failure)
      return { failure }
    }
  }

  const wait = (item: T, backlog: Backlog, dueAt: number, kept: Partial<Waiting> = {}): void =>
    backlog.put({
      ...{ key: store.waitingKey(item, backlog.later), keys: spec.keys(item), dueAt, foreign: false },
      ...kept,
    })

  /** Keeps items that cannot be done yet, in this order. */
  const putAside = async (items: readonly T[], backlog: Backlog): Promise<void> => {
    const parked = { ...notTried(), later: backlog.later }
    for (const page of pages(items)) {
      await vault.commit(page.map((item) => store.entry(store.waitingKey(item, backlog.later), item, parked)))
    }
    for (const item of items) wait(item, backlog, Date.now())
    schedule.kick()
  }

  /** Keeps a failed item for a retry, parks it, or gives it up. `known`: its entry before. */
  const keepFailed = async (
    item: T,
    failure: unknown,
    backlog: Backlog,
    known: Open<T> | null,
  ): Promise<void> => {
    // earlier releases kept some items under other keys
    const key = known?.key ?? store.waitingKey(item, backlog.later)
    const { since, attempts } = known?.parked ?? notTried()
    const givingUp = spec.givingUp?.(item) ?? null
    const delays = deps.retryDelays ?? givingUp?.retryDelays ?? RETRY_DELAYS
    const delay = isFinal(failure) ? undefined : delays[attempts]
    const dueAt = delay === undefined ? null : Date.now() + delay
    const reason = reasonOf(failure)
    if (dueAt === null && givingUp?.say !== undefined) {
      await givingUp.say(reason)
      if (known !== null) await vault.commit([{ key, value: null, expected: known.epoch }])
      backlog.drop(key)
      return logger.error(
        { alarm: `${spec.kind}-given-up`, item: key, reason, err: failure },
        `${spec.kind} failed and was given up`,
      )
    }
    const parked = { since, reason, attempts: attempts + 1, dueAt, later: backlog.later }
    // an erasure may have removed the entry meanwhile: an expected epoch keeps it removed
    const expected = known === null ? {} : { expected: known.epoch }
    const writes =
      dueAt !== null
        ? [{ ...store.entry(key, item, parked), ...expected }]
        : [{ key, value: null, ...expected }, store.entry(store.parkedKey(item), item, parked)]
    const written = await vault.commit(writes)
    if (written === 'fenced' || dueAt === null) backlog.drop(key)
    else wait(item, backlog, dueAt, { key })
    schedule.kick()
    if (written === 'fenced') return
    // named `item`, because the log redacts fields named `key`
    const about = { item: dueAt === null ? store.parkedKey(item) : key, reason, err: failure }
    if (dueAt !== null) return logger.warn(about, `${spec.kind} failed and is tried again`)
    observer.parked()
    logger.error({ alarm: `${spec.kind}-parked`, ...about }, `${spec.kind} parked`)
  }

  /**
   * Keeps an unfinished item and resets its failures. Writes now and then, so that other instances see that this one
   * lives.
   */
  const keepOn = async ({ key, item, epoch, parked }: Open<T>, backlog: Backlog): Promise<void> => {
    const now = Date.now()
    if (parked.attempts === 0 && (parked.dueAt ?? 0) > now - foreignMs / 3) return
    const entry = store.entry(key, item, { ...notTried(), later: backlog.later })
    const written = await vault.commit([{ ...entry, expected: epoch }])
    // fenced: another process works on it, too, or an erasure has removed it
    wait(item, backlog, now, { key, foreign: written === 'fenced' })
  }

  /**
   * Whether the item waits in one of these backlogs, under either key: earlier releases kept some items under the other
   * one.
   */
  const isKept = (item: T, backlogs: readonly Backlog[]): boolean => {
    const keys = [false, true].map((later) => store.waitingKey(item, later))
    return backlogs.some(({ waiting }) => keys.some((key) => waiting.has(key)))
  }

  /** Splits a batch into items that may run now, and items that wait behind others. */
  const sortOut = (items: readonly T[], live: Backlog, later: Backlog) => {
    const [now, inLive, inLater]: [T[], T[], T[]] = [[], [], []]
    // imported messages keep their order: they go behind those that wait already
    const imported = later.waiting.size > 0 || items.filter(spec.later).length > IMPORTED_SHARE
    const behindLive = new Set<string>()
    const behindLater = new Set<string>()
    for (const item of items) {
      // redelivered and stored already
      if (isKept(item, [live, later])) continue
      const { own } = spec.keys(item)
      if ((own !== null && (later.holds(own) || behindLater.has(own))) || (imported && spec.later(item))) {
        inLater.push(item)
        if (own !== null) behindLater.add(own)
      } else if (keysOf(item).some((one) => live.holds(one) || behindLive.has(one))) {
        inLive.push(item)
        for (const one of keysOf(item)) behindLive.add(one)
      } else now.push(item)
    }
    return { now, inLive, inLater }
  }

  const takeIn = async (companyId: number, items: readonly T[], full: boolean): Promise<void> => {
    const [live, later] = [backlogOf(companyId, false), backlogOf(companyId, true)]
    const { now, inLive, inLater } = sortOut(items, live, later)
    const share = full ? SHARE - live.waiting.size : Number.POSITIVE_INFINITY
    // counts from the first finished item: before, all may wait for the same view
    let until = live.waiting.size > 0 ? 0 : Number.POSITIVE_INFINITY
    const waiting = new Set([...now, ...inLive])
    let begun = 0
    await runLanes(now, {
      keysOf,
      go: async () => begun++ < share || Date.now() < until,
      run,
      after: async (item, outcome) => {
        until = Math.min(until, Date.now() + SHARE_MS)
        waiting.delete(item)
        if (outcome === 'behind' || outcome === 'more') await putAside([item], live)
        else if (outcome !== 'done') await keepFailed(item, outcome.failure, live, null)
      },
    })
    // after the ones that have just failed, to keep the order
    await putAside(
      items.filter((item) => waiting.has(item)),
      live,
    )
    await putAside(inLater, later)
  }

  /** Works on the first items of a backlog that are due. */
  const work = async (backlog: Backlog): Promise<void> => {
    const due = backlog.ready(Date.now(), PAGE)
    if (due.length === 0) return
    const found = await store.load(due)
    const entries: Open<T>[] = []
    /** Time until which an entry is left to the instance that keeps it. */
    const leftUntil = ({ key, parked }: Open<T>): number =>
      backlog.waiting.get(key)?.foreign === true ? (parked.dueAt ?? 0) + foreignMs : 0
    const done: string[] = []
    for (const key of due) {
      const one = found.get(key)
      if (one?.item) entries.push({ ...one, item: one.item, key })
      else done.push(key)
    }
    const go = async () => {
      // live work goes first
      if (backlog.later) await Promise.allSettled(handling)
      return schedule.running()
    }
    try {
      await runLanes(entries, {
        keysOf: ({ item }) => keysOf(item),
        go,
        run: async (entry) => (leftUntil(entry) > Date.now() ? 'left' : run(entry.item)),
        after: async (entry, outcome) => {
          if (outcome === 'done') done.push(entry.key)
          else if (outcome === 'left')
            wait(entry.item, backlog, leftUntil(entry), { key: entry.key, foreign: true })
          else if (outcome === 'more') await keepOn(entry, backlog)
          else if (outcome !== 'behind') await keepFailed(entry.item, outcome.failure, backlog, entry)
        },
      })
    } finally {
      if (done.length > 0) await vault.commit(done.map((key) => ({ key, value: null })))
      for (const key of done) backlog.drop(key)
      backlog.nextDue = Date.now()
    }
  }

  const { look, expire } = createLearn({ store, spec, backlogs, backlogOf, sole, foreignMs })
  const schedule = createSchedule({ backlogs, work, look, logger })

  const handle = (batch: readonly D[]): Promise<void> => {
    const companies = new Map<number, T[]>()
    for (const item of batch.flatMap(spec.itemsOf)) {
      const own = companies.get(item.companyId)
      if (own === undefined) companies.set(item.companyId, [item])
      else own.push(item)
    }
    const full = batch.length >= spec.batchSize
    const all = look().then(() =>
      settled([...companies].map(([companyId, items]) => takeIn(companyId, items, full))),
    )
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
    parks: {
      kind: spec.kind,
      ids: spec.ids,
      retry: async (id) => {
        const key = store.parkedKey(id)
        const known = (await store.load([key])).get(key)
        if (known === undefined) return null
        const { item, epoch, parked } = known
        const outcome = item === null ? 'done' : await run(item)
        if (item !== null && typeof outcome !== 'string') {
          const again = {
            ...parked,
            attempts: parked.attempts + 1,
            reason: reasonOf(outcome.failure),
            dueAt: null,
          }
          await vault.commit([{ ...store.entry(key, item, again), expected: epoch }])
          return again.reason
        }
        if (item !== null && outcome === 'more') await putAside([item], backlogOf(item.companyId, false))
        await vault.commit([{ key, value: null }])
        return null
      },
    },
  }
  deps.running.push(engine)
  return engine
}
