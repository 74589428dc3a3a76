import { createBoundedCache } from '../bounded-cache.js'

interface Bucket {
  left: number
  /** milliseconds since the epoch */
  filledAt: number
}

/** Lets each key do so much at once, and so much in a minute on average. */
export interface Buckets {
  /** Takes one; if there is none, gives the milliseconds until the next. */
  take(key: string): 0 | number
}

/** Keys that are told apart at once. */
const KEYS = 20_000

/** Buckets in the memory of this process: several instances allow as much each. */
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
