import { setImmediate } from 'node:timers/promises'

/** Milliseconds for which folding may block the thread, and with it requests of users. */
const STRETCH_MS = 6

/**
 * To be awaited between pieces of work: yields to the event loop once this work has run for long enough. Time that was
 * spent waiting counts, too, which costs one superfluous yield at most.
 */
export const createYield = (stretchMs = STRETCH_MS): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < stretchMs) return
    await setImmediate()
    since = performance.now()
  }
}
