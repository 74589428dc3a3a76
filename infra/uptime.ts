import type { Clock } from './clock.js'

/** Interval of the checks for a jump of time, in milliseconds. */
const POLL_MS = 5_000
/** A check that is this much too early or too late, in milliseconds, is not late because of load. */
const JUMP_MS = 30_000

/** How long a process has run without a break. */
export interface Uptime {
  /** Milliseconds since the last break; a jump of the clock counts as a break, too. */
  ms(): number
  /** Checks for breaks until `stop`. */
  start(): void
  stop(): Promise<void>
}

/**
 * Counts from now on. On a suspended machine nothing runs, while the clock continues: so a break shows as a
 * long time between two checks. Each read checks, too, so a break shows even before the timer fires.
 */
export const createUptime = (clock: Clock): Uptime => {
  const now = (): number => clock.now().getTime()
  let since = now()
  let seen = since
  let timer: NodeJS.Timeout | undefined
  const ms = (): number => {
    const at = now()
    if (Math.abs(at - seen) > JUMP_MS) since = at
    seen = at
    return at - since
  }
  return {
    ms,
    start: () => {
      timer = setInterval(ms, POLL_MS).unref()
    },
    stop: async () => clearInterval(timer),
  }
}
