import { isFinal, reasonOf } from '../kernel/refused.js'
import type { Backlog, WaitingItem } from './backlog.js'
import type { EngineDeps, EngineSpec } from './engine-types.js'
import { type Item, type ItemStore, type LoadedItem, notTried, pagesOfItems } from './item-store.js'
import type { Schedule } from './schedule.js'

/** The state of one engine. */
export interface EngineState {
  readonly deps: EngineDeps
  readonly spec: EngineSpec<Item, unknown>
  readonly store: ItemStore<Item>
  readonly backlogs: Map<string, Backlog>
  readonly schedule: Pick<Schedule, 'kick' | 'running'>
  /** batches under way */
  readonly handling: Set<Promise<void>>
  readonly foreignMs: number
}

/** A kept item, as read from the vault. */
export type OpenItem = LoadedItem<Item> & { readonly key: string; readonly item: Item }

const RETRY_DELAYS = [1000, 5000, 30_000, 300_000]

/** Puts an item into the backlog; due now unless `kept` has another time. */
export const putInBacklog = (
  state: EngineState,
  backlog: Backlog,
  item: Item,
  kept: Partial<WaitingItem> = {},
): void => {
  const key = state.store.waitingKey(item, backlog.later)
  backlog.put({ key, keys: state.spec.keys(item), dueAt: Date.now(), foreign: false, ...kept })
}

/** Stores items that cannot run yet in the vault and the backlog, in this order. */
export const putAside = async (state: EngineState, items: readonly Item[], backlog: Backlog) => {
  const { store, deps, schedule } = state
  const parked = { ...notTried(), later: backlog.later }
  for (const page of pagesOfItems(items)) {
    const entries = page.map((item) => store.entry(store.waitingKey(item, backlog.later), item, parked))
    await deps.vault.commit(entries)
  }
  for (const item of items) putInBacklog(state, backlog, item)
  schedule.kick()
}

/** Keeps a failed item for a retry, parks it, or gives it up. `known`: its entry before. */
export const keepFailed = async (
  state: EngineState,
  item: Item,
  failure: unknown,
  backlog: Backlog,
  known: OpenItem | null,
): Promise<void> => {
  const { deps, spec, store, schedule } = state
  const { vault, logger } = deps
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
  else putInBacklog(state, backlog, item, { key, dueAt })
  schedule.kick()
  if (written === 'fenced') return
  // named `item`, because the log redacts fields named `key`
  const about = { item: dueAt === null ? store.parkedKey(item) : key, reason, err: failure }
  if (dueAt !== null) return logger.warn(about, `${spec.kind} failed and is tried again`)
  deps.observer?.parked()
  logger.error({ alarm: `${spec.kind}-parked`, ...about }, `${spec.kind} parked`)
}

/**
 * Keeps an unfinished item and resets its failures. Writes now and then, so that other instances see that this one
 * lives.
 */
export const keepItems = async (
  state: EngineState,
  { key, item, epoch, parked }: OpenItem,
  backlog: Backlog,
) => {
  const now = Date.now()
  if (parked.attempts === 0 && (parked.dueAt ?? 0) > now - state.foreignMs / 3) return
  const entry = state.store.entry(key, item, { ...notTried(), later: backlog.later })
  const written = await state.deps.vault.commit([{ ...entry, expected: epoch }])
  // fenced: another process works on it, too, or an erasure has removed it
  putInBacklog(state, backlog, item, { key, dueAt: now, foreign: written === 'fenced' })
}
