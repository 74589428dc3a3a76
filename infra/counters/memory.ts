import { createBoundedCache } from '../bounded-cache.js'
import type { Counters } from './counters.js'

/** Maximum of keys; beyond it the longest unused key is dropped. */
const KEYS = 100_000

/** Counters of one process, in memory only. */
export const createMemoryCounters = (keys = KEYS): Counters => {
  const counts = createBoundedCache<string, number>(keys)
  return {
    add: async (key, amount, windowMs) => {
      const before = counts.get(key)
      const count = (before ?? 0) + amount
      counts.set(key, count, before === undefined ? { ttl: windowMs } : { noUpdateTTL: true })
      return count
    },
    forget: async (key) => void counts.delete(key),
  }
}
