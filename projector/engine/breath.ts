import { setImmediate } from 'node:timers/promises'

/** Milliseconds that folding keeps the thread at a stretch: what people ask for waits no longer than that. */
const STRETCH_MS = 6

/**
 * To be awaited between pieces of work: gives everything else its turn once this work has lasted long enough.
 * Waiting for something else in between counts too, which costs a turn of the loop and nothing more.
 */
export const createBreath = (stretchMs = STRETCH_MS): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < stretchMs) return
    await setImmediate()
    since = performance.now()
  }
}
