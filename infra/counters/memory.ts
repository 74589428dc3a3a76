import { LRUCache } from 'lru-cache'
import type { Counters } from './counters.js'

/** Keys at once; beyond that the longest unused are forgotten. */
const KEYS = 100_000

/** Counters of one process, forgotten with it. */
export const createMemoryCounters = (keys = KEYS): Counters => {
  let made: LRUCache<string, number> | null = null
  /** Created with the first count, because allocating it takes time. */
  const room = (): LRUCache<string, number> => {
    made ??= new LRUCache<string, number>({ max: keys })
    return made
  }
  return {
    add: async (key, amount, windowMs) => {
      const counts = room()
      const before = counts.get(key)
      const count = (before ?? 0) + amount
      counts.set(key, count, before === undefined ? { ttl: windowMs } : { noUpdateTTL: true })
      return count
    },
    forget: async (key) => void room().delete(key),
  }
}
