import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { type CommandObserver, silentCommands } from '@guiche/infra/metrics/observers.js'
import type { Records } from '@guiche/infra/records/records.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { Logger } from 'pino'
import { ViewsBehind } from '../kernel/unavailable.js'
import { createKept, type Form, type Item, type Loaded, NO_TROUBLE } from './kept.js'
import { inTurns, planLanes, settled } from './lanes.js'
import { createLine, type Keys, keyList, type Line } from './lines.js'
import { reasonOf } from './refused.js'
import { createSchedule, LOOK_MS } from './schedule.js'

export interface EngineDeps {
  readonly vault: Vault
  readonly eventStore: Pick<EventStore, 'head'>
  readonly records: Pick<Records, 'company'>
  readonly blobs: Pick<Blobs, 'info'>
  readonly logger: Logger
  readonly observer?: Pick<CommandObserver, 'parked'>
  /** pauses in milliseconds before an item that failed is tried again; after the last one it is parked */
  readonly retryDelays?: readonly number[]
}

export interface EngineSpec<T extends Item> extends Form<T> {
  keys(item: T): Keys
  /** gives way to everything else */
  later(item: T): boolean
  /** `more`: it is not finished, and goes on behind the other companies. Rejects when it failed. */
  run(item: T): Promise<'done' | 'more'>
}

export interface Engine<T extends Item> {
  /**
   * Does the items of a batch, or keeps them in the vault. `full`: more may wait behind it, so no company gets more than
   * its share of it. Rejects while an engine of the installation is away, to be given the batch again.
   */
  handle(items: readonly T[], full: boolean): Promise<void>
  /** Works on what waits, until `stop`. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Does a parked item now. Null when that succeeded, else why not. Rejects while an engine is away. */
  retry(item: Item): Promise<string | null>
}

type Outcome = 'done' | 'more' | { readonly failure: unknown }

const RETRY_DELAYS = [1000, 5000, 30_000, 300_000]
/** Items of one company in a full batch, and imported ones in any; what is beyond waits for its turn in the vault. */
const SHARE = 50
const IMPORTED_SHARE = 10
/** Lanes of one company that are worked on at once, and items of a line in its turn. */
const LANES = 16
const PAGE = 200
/** How long what other processes keep is theirs, in milliseconds. */
const FOREIGN_MS = 60_000
const LISTED = 500

/**
 * Works on items of many companies so that none holds up the others. Companies go side by side, and in a company items
 * that share no key. An item that fails for a reason of its own waits in the vault, with those that come behind it by
 * their keys; it is tried again and then parked there, and the others go on. What one company has too much of waits in
 * the same way. Nothing is acknowledged before it is done or kept; repeating it is harmless.
 */
export const createEngine = <T extends Item>(deps: EngineDeps, spec: EngineSpec<T>): Engine<T> => {
  const { vault, logger, observer = silentCommands, retryDelays = RETRY_DELAYS } = deps
  const kept = createKept(vault, spec)
  const lines = new Map<string, Line>()
  const handling = new Set<Promise<void>>()
  let nextLook = 0

  const keysOf = (item: T) => keyList(spec.keys(item))
  const lineOf = (companyId: number, later: boolean): Line => {
    const name = `${companyId} ${later}`
    const line = lines.get(name) ?? createLine(later)
    lines.set(name, line)
    return line
  }

  /** With an engine away everything fails, and nothing is the item's fault: then this rejects. */
  const enginesUp = (companyId: number): Promise<unknown> =>
    Promise.all([
      deps.eventStore.head(),
      deps.records.company(companyId),
      deps.blobs.info('0'.repeat(40)),
      vault.getMany(['probe']),
    ])
  const run = async (item: T): Promise<Outcome> => {
    try {
      return await spec.run(item)
    } catch (failure) {
      if (failure instanceof ViewsBehind) throw failure
      await enginesUp(item.companyId)
      return { failure }
    }
  }

  /** Keeps items that wait for their turn, in this order. */
  const putAside = async (items: readonly T[], line: Line): Promise<void> => {
    const parked = { ...NO_TROUBLE(), later: line.later }
    for (let rest = items; rest.length > 0; rest = rest.slice(LISTED)) {
      await vault.commit(rest.slice(0, LISTED).map((item) => kept.entry(kept.waitingKey(item), item, parked)))
    }
    for (const item of items) {
      line.put({ key: kept.waitingKey(item), keys: spec.keys(item), dueAt: Date.now(), foreign: false })
    }
    schedule.kick()
  }

  /** Keeps an item that failed, to be tried again or parked. `known`: as it was kept before. */
  const keepFailed = async (
    item: T,
    failure: unknown,
    line: Line,
    known: Loaded<T> | null,
  ): Promise<void> => {
    const key = kept.waitingKey(item)
    const { since, attempts } = known?.parked ?? NO_TROUBLE()
    const delay = retryDelays[attempts]
    const dueAt = delay === undefined ? null : Date.now() + delay
    const parked = { since, reason: reasonOf(failure), attempts: attempts + 1, dueAt, later: line.later }
    // an erasure may have taken it away meanwhile: then it must not come back
    const expected = known === null ? {} : { expected: known.epoch }
    const writes =
      dueAt !== null
        ? [{ ...kept.entry(key, item, parked), ...expected }]
        : [{ key, value: null, ...expected }, kept.entry(kept.parkedKey(item), item, parked)]
    const written = await vault.commit(writes)
    if (written === 'fenced' || dueAt === null) line.drop(key)
    else line.put({ key, keys: spec.keys(item), dueAt, foreign: false })
    schedule.kick()
    if (written === 'fenced') return
    const about = { key, reason: parked.reason, err: failure }
    if (dueAt !== null) return logger.warn(about, `${spec.kind} failed and is tried again`)
    observer.parked()
    logger.error({ alarm: `${spec.kind}-parked`, ...about }, `${spec.kind} parked`)
  }

  /** Runs items in the order of their keys, while `go` says so. `after` learns what came of each; `behind`: not run. */
  const runAll = async <E extends { readonly item: T }>(
    entries: readonly E[],
    go: () => Promise<boolean>,
    after: (entry: E, outcome: 'behind' | Outcome) => Promise<void> | void,
  ): Promise<void> => {
    const open = new Set<string>()
    for (const stage of planLanes(entries, ({ item }) => keysOf(item))) {
      await inTurns(stage, LANES, async (lane) => {
        for (const entry of lane) {
          if (!(await go())) return
          const keys = keysOf(entry.item)
          const outcome = keys.some((key) => open.has(key)) ? 'behind' : await run(entry.item)
          if (outcome !== 'done') for (const key of keys) open.add(key)
          await after(entry, outcome)
        }
      })
    }
  }

  /** Which items of a batch are done now, and which wait behind others or for the company's next turn. */
  const sortOut = (items: readonly T[], live: Line, later: Line, full: boolean) => {
    const [now, inLive, inLater]: [T[], T[], T[]] = [[], [], []]
    const imported = items.filter(spec.later).length + later.waiting.size > IMPORTED_SHARE
    const share = full ? SHARE - live.waiting.size : Number.POSITIVE_INFINITY
    const behindLive = new Set<string>()
    const behindLater = new Set<string>()
    for (const item of items) {
      const key = kept.waitingKey(item)
      // it was given again, and is kept already
      if (live.waiting.has(key) || later.waiting.has(key)) continue
      const { own } = spec.keys(item)
      if ((own !== null && (later.holds(own) || behindLater.has(own))) || (imported && spec.later(item))) {
        inLater.push(item)
        if (own !== null) behindLater.add(own)
      } else if (now.length >= share || keysOf(item).some((one) => live.holds(one) || behindLive.has(one))) {
        inLive.push(item)
        for (const one of keysOf(item)) behindLive.add(one)
      } else now.push(item)
    }
    return { now, inLive, inLater }
  }

  const takeIn = async (companyId: number, items: readonly T[], full: boolean): Promise<void> => {
    const [live, later] = [lineOf(companyId, false), lineOf(companyId, true)]
    const { now, inLive, inLater } = sortOut(items, live, later, full)
    await runAll(
      now.map((item) => ({ item })),
      async () => true,
      async ({ item }, outcome) => {
        if (outcome === 'behind' || outcome === 'more') await putAside([item], live)
        else if (outcome !== 'done') await keepFailed(item, outcome.failure, live, null)
      },
    )
    // only now, because they stand behind those that have just failed
    await putAside(inLive, live)
    await putAside(inLater, later)
  }

  /** Gives a line its turn: its first items that are due. */
  const work = async (line: Line): Promise<void> => {
    const due = line.ready(Date.now(), PAGE)
    if (due.length === 0) return
    const found = await kept.load(due)
    const entries: (Loaded<T> & { readonly key: string; readonly item: T })[] = []
    const done: string[] = []
    for (const key of due) {
      const one = found.get(key)
      if (one?.item) entries.push({ ...one, item: one.item, key })
      else done.push(key)
    }
    const go = async () => {
      // what people wait for goes first
      if (line.later) await Promise.allSettled(handling)
      return schedule.running()
    }
    try {
      await runAll(entries, go, async (entry, outcome) => {
        if (outcome === 'done') done.push(entry.key)
        else if (typeof outcome !== 'string') await keepFailed(entry.item, outcome.failure, line, entry)
      })
    } finally {
      if (done.length > 0) await vault.commit(done.map((key) => ({ key, value: null })))
      for (const key of done) line.drop(key)
      line.nextDue = Date.now()
    }
  }

  /** Learns what waits in the vault: all of it at the start, later what other processes keep there, or have done. */
  const look = async (first: boolean): Promise<void> => {
    if (Date.now() < nextLook) return
    nextLook = Date.now() + LOOK_MS
    const unknown = new Set(await kept.waiting())
    for (const line of lines.values()) {
      for (const { key, foreign } of line.waiting.values())
        if (!unknown.delete(key) && foreign) line.drop(key)
    }
    for (let rest = [...unknown]; rest.length > 0; rest = rest.slice(LISTED)) {
      const page = rest.slice(0, LISTED)
      const found = await kept.load(page)
      // in the order of their keys, which is that of the log
      for (const key of page) {
        const one = found.get(key)
        if (one === undefined) continue
        const { companyId, item, parked } = one
        const keys = item === null ? { shared: [], own: null } : spec.keys(item)
        const dueAt = (parked.dueAt ?? 0) + (first ? 0 : FOREIGN_MS)
        lineOf(companyId, parked.later).put({ key, keys, dueAt, foreign: !first })
      }
    }
  }

  const schedule = createSchedule({ lines, work, look: () => look(false), logger })

  return {
    handle: (items, full) => {
      const companies = new Map<number, T[]>()
      for (const item of items) {
        const own = companies.get(item.companyId) ?? []
        own.push(item)
        companies.set(item.companyId, own)
      }
      const all = look(false).then(() =>
        settled([...companies].map(([companyId, own]) => takeIn(companyId, own, full))),
      )
      handling.add(all)
      return all.finally(() => handling.delete(all))
    },
    start: async () => {
      await look(true)
      schedule.start()
    },
    stop: schedule.stop,
    retry: async (id) => {
      const key = kept.parkedKey(id)
      const known = (await kept.load([key])).get(key)
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
        await vault.commit([{ ...kept.entry(key, item, again), expected: epoch }])
        return again.reason
      }
      if (item !== null && outcome === 'more') await putAside([item], lineOf(item.companyId, false))
      await vault.commit([{ key, value: null }])
      return null
    },
  }
}
