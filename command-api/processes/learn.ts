import { type Backlog, backlogOf } from './backlog.js'
import type { EngineSpec } from './engine-types.js'
import { type Item, type ItemStore, pagesOfItems } from './item-store.js'
import { POLL_MS } from './schedule.js'

/** A poller of the vault, shared by all its callers. */
interface VaultPoller {
  /**
   * Resolves when the vault was read at most `everyMs` ago, and after the last `expire`. `first`: nothing was read yet.
   * Rejects while the vault is away.
   */
  look(first?: boolean): Promise<void>
  /** Marks the known backlog as stale: later callers of `look` wait for a new read. */
  expire(): void
}

/** Calls `learn` once at a time, `everyMs` milliseconds after the time before at the earliest. */
const createLooks = (learn: (first: boolean) => Promise<void>, everyMs: number): VaultPoller => {
  let last: Promise<void> = Promise.resolve()
  let next = 0
  const expire = (): void => {
    next = 0
  }
  return {
    look: (first = false) => {
      if (Date.now() < next) return last
      next = Date.now() + everyMs
      const again = () => learn(first)
      last = last.then(again, again)
      last.catch(expire)
      return last
    },
    expire,
  }
}

interface Deps<T extends Item> {
  readonly store: ItemStore<T>
  readonly spec: Pick<EngineSpec<T, unknown>, 'keys'>
  readonly backlogs: Map<string, Backlog>
  /** no other process keeps entries in the vault */
  readonly sole: boolean
  /** milliseconds without a sign of life after which entries of another process are taken over */
  readonly foreignMs: number
}

/**
 * Loads the backlog from the vault: all of it at start, later only changes of other instances. Imported items (up to
 * 100,000) are loaded again only after `expire`, because until then their owner works on them. After a rebalance of
 * partitions the new owner calls `expire`.
 */
export const createLearn = <T extends Item>(deps: Deps<T>): VaultPoller => {
  const { store, spec, backlogs, sole, foreignMs } = deps

  /** `everything`: imported items, too */
  const learn = (everything: boolean) => async (first: boolean) => {
    const unknown = new Set(await store.waiting(everything))
    for (const backlog of backlogs.values()) {
      for (const { key, foreign } of backlog.waiting.values()) {
        if (unknown.delete(key) || !foreign || (!everything && store.isLater(key))) continue
        backlog.drop(key)
        // items behind the removed one may run now
        backlog.nextDue = Date.now()
      }
    }
    for (const page of pagesOfItems([...unknown])) {
      const found = await store.load(page)
      // in the order of the keys, which is that of the log
      for (const key of page) {
        const one = found.get(key)
        if (one === undefined) continue
        const { companyId, item, parked } = one
        if (parked.later && !everything) {
          // an earlier release keeps it here, apart from the imported messages that it waits behind
          all.expire()
          continue
        }
        const keys = item === null ? { shared: [], own: null } : spec.keys(item)
        const dueAt = (parked.dueAt ?? 0) + (first ? 0 : foreignMs)
        backlogOf(backlogs, companyId, parked.later).put({ key, keys, dueAt, foreign: !first })
      }
    }
  }

  const all = createLooks(learn(true), Number.POSITIVE_INFINITY)
  const live = createLooks(learn(false), sole ? Number.POSITIVE_INFINITY : POLL_MS)
  return {
    look: async (first) => {
      await all.look(first)
      await live.look(first)
    },
    // a full read includes the changes that `live` would find
    expire: all.expire,
  }
}
