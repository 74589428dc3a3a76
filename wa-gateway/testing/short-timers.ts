/**
 * The WhatsApp library leaves timers of up to two minutes when a socket ends. This file shortens them, so that a test run can
 * end. Import it before the library.
 */
const startTimer = globalThis.setTimeout
const LONG_MS = 3_000
globalThis.setTimeout = ((run: (...rest: unknown[]) => void, ms?: number, ...rest: unknown[]) => {
  const timer = startTimer(() => run(...rest), ms)
  return ms !== undefined && ms >= LONG_MS ? timer.unref() : timer
}) as typeof setTimeout

export {}
