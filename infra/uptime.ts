import type { Clock } from './clock.js'

/** How often it is looked whether time has jumped, in milliseconds. */
const LOOK_MS = 5_000
/** A look that comes so much too early or too late, in milliseconds, is not late because of load. */
const JUMP_MS = 30_000

/** How long a process has run without a break. */
export interface Uptime {
  /** For how many milliseconds it runs since its last break; a jump of the clock counts as a break, too. */
  ms(): number
  /** Looks for breaks until `stop`. */
  start(): void
  stop(): Promise<void>
}

/**
 * Counts from now on. On a machine that was suspended nothing runs, while the clock goes on: so a break shows in the
 * time between two looks. Whoever asks looks as well, so the break shows at once, also if the timer has not fired yet.
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
      timer = setInterval(ms, LOOK_MS).unref()
    },
    stop: async () => clearInterval(timer),
  }
}
