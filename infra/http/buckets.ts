import { createBoundedCache } from '../bounded-cache.js'

interface Bucket {
  left: number
  /** milliseconds since the epoch */
  filledAt: number
}

/** Token buckets (rate limit): each key has a burst and an average rate per minute. */
export interface Buckets {
  /** Takes a token. Gives 0, or the milliseconds until the next token. */
  take(key: string): 0 | number
}

/** Maximum of keys with a bucket of their own. */
const KEYS = 20_000

/** Buckets in the memory of this process: each instance has its own limits. */
export const createBuckets = ({
  perMinute,
  burst,
  now = Date.now,
}: {
  readonly perMinute: number
  readonly burst: number
  readonly now?: () => number
}): Buckets => {
  const buckets = createBoundedCache<string, Bucket>(KEYS)
  const perMs = perMinute / 60_000
  return {
    take: (key) => {
      const time = now()
      const { left, filledAt } = buckets.get(key) ?? { left: burst, filledAt: time }
      const filled = Math.min(burst, left + Math.max(0, time - filledAt) * perMs)
      const taken = filled >= 1
      buckets.set(key, { left: taken ? filled - 1 : filled, filledAt: time })
      return taken ? 0 : Math.ceil((1 - filled) / perMs)
    },
  }
}
