import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import { LATER_PREFIX, PARKED_EVENTS, PARKED_REPORTS, WAITING_PART } from '@guiche/infra/metrics/parked.js'
import type { Vault } from '@guiche/infra/vault/vault.js'

/** An item of a process: its id is unique in its company, and grows. */
export interface Item {
  readonly id: string
  readonly companyId: number
}

/** The reason why an item is kept; stored beside the item's own fields under `parked`. */
export interface RetryState {
  /** ISO-8601, of the first failure */
  readonly since: string
  /** error code, or name of the thrown error; empty before the first try */
  readonly reason: string
  readonly attempts: number
  /** milliseconds since the epoch; null: parked, without automatic retries */
  readonly dueAt: number | null
  /** the item is in the list of imported items; keys of earlier releases do not always show the list */
  readonly later: boolean
}

export const notTried = (): RetryState => ({
  since: new Date().toISOString(),
  reason: '',
  attempts: 0,
  dueAt: Date.now(),
  later: false,
})

/** Stored form of items of one kind. A report is stored whole, an event as its place in the event store. */
export interface Form<T extends Item> {
  readonly kind: 'report' | 'event'
  /** prefix of these items' ids; other processes may have items of the same kind */
  readonly ids: string
  toBody(item: T): object
  /** null if the item's subject is gone */
  fromBody(id: string, companyId: number, body: object): Promise<T | null>
}

export interface LoadedItem<T> {
  readonly companyId: number
  /** null if the item's subject is gone */
  readonly item: T | null
  readonly epoch: number
  readonly parked: RetryState
}

/** Number of waiting items kept in memory. Failed items are read again, because they may be removed meanwhile. */
const REMEMBERED = 5000

/** A key without the prefix of the list of imported items. */
const placeOf = (key: string): string => (key.startsWith(LATER_PREFIX) ? key.slice(LATER_PREFIX.length) : key)

export const PARKED_PREFIXES = { report: PARKED_REPORTS, event: PARKED_EVENTS } as const

/** Entries of one read or write of the vault. */
const ENTRIES = 500
export const pagesOfItems = <I>(items: readonly I[]): I[][] =>
  Array.from({ length: Math.ceil(items.length / ENTRIES) }, (_, n) =>
    items.slice(n * ENTRIES, (n + 1) * ENTRIES),
  )

export type ItemStore<T extends Item> = ReturnType<typeof createItemStore<T>>

/** Items of one kind in the vault, by their keys. */
export const createItemStore = <T extends Item>(vault: Vault, form: Form<T>) => {
  const prefix = PARKED_PREFIXES[form.kind]
  const kept = createBoundedCache<string, T>(REMEMBERED)
  return {
    /** `later`: in the list that yields to other items */
    waitingKey: ({ companyId, id }: Item, later: boolean): string =>
      `${later ? LATER_PREFIX : ''}${prefix}${companyId}${WAITING_PART}${id}`,
    parkedKey: ({ companyId, id }: Item): string => `${prefix}${companyId}/${id}`,
    entry: (key: string, item: T, parked: RetryState) => {
      if (parked.attempts === 0) kept.set(key, item)
      return { key, value: Buffer.from(JSON.stringify({ ...form.toBody(item), parked })) }
    },
    load: async (keys: readonly string[]): Promise<Map<string, LoadedItem<T>>> => {
      const found = new Map<string, LoadedItem<T>>()
      for (const [key, { value, epoch }] of await vault.getMany(keys)) {
        const { parked = notTried(), ...body } = JSON.parse(value.toString()) as { parked?: RetryState }
        const place = key.slice(key.indexOf(prefix) + prefix.length)
        const [company, id = ''] = place.replace(WAITING_PART, '/').split('/')
        const companyId = Number(company)
        const item = kept.get(key) ?? (await form.fromBody(id, companyId, body))
        kept.delete(key)
        found.set(key, { companyId, item, epoch, parked })
      }
      return found
    },
    /** keys of waiting items, in the order of the log; the list that yields only if `all` */
    waiting: async (all: boolean): Promise<string[]> => {
      const own = async (list: string) =>
        (await vault.list(list)).filter((key) => key.includes(`${WAITING_PART}${form.ids}`))
      const live = await own(prefix)
      if (!all) return live
      // The later list is read last: the first list may hold entries of earlier releases that belong behind
      // it.
      const later = await own(`${LATER_PREFIX}${prefix}`)
      return live.concat(later).sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
    },
    /** whether a key is in the list that yields to other items */
    isLater: (key: string): boolean => key.startsWith(LATER_PREFIX),
  }
}
