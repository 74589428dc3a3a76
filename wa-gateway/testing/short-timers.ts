/**
 * The WhatsApp library leaves timers behind when a socket ends, the longest of two minutes; they must not keep a test
 * run from ending. To be imported before the library is used.
 */
const startTimer = globalThis.setTimeout
const LONG_MS = 3_000
globalThis.setTimeout = ((run: (...rest: unknown[]) => void, ms?: number, ...rest: unknown[]) => {
  const timer = startTimer(() => run(...rest), ms)
  return ms !== undefined && ms >= LONG_MS ? timer.unref() : timer
}) as typeof setTimeout

export {}
