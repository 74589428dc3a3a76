import type { Logger } from 'pino'
import type { Line } from './lines.js'

/** How often it is looked for what other processes keep, in milliseconds. */
export const LOOK_MS = 2000
/** Pause of a line after a failure of an engine, in milliseconds. */
const PAUSE_MS = 1000
/** Lines that are worked on at once. */
const LINES = 4

/** Gives lines that are due their turns, in rounds, live ones first, until it is stopped. */
export const createSchedule = (deps: {
  /** by name; who has had its turn is put at the end */
  readonly lines: Map<string, Line>
  readonly work: (line: Line) => Promise<void>
  readonly look: () => Promise<void>
  readonly logger: Logger
}) => {
  const { lines, work, look, logger } = deps
  const working = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let running = false

  /** Begins the turns that are due, and comes again when the next one is. */
  const kick = (): void => {
    if (!running) return
    const now = Date.now()
    const idle = [...lines].filter(([, line]) => !line.busy)
    const due = idle.filter(([, { nextDue }]) => nextDue <= now)
    due.sort(([, a], [, b]) => Number(a.later) - Number(b.later))
    for (const [name, line] of due.slice(0, LINES - working.size)) {
      line.busy = true
      lines.delete(name)
      lines.set(name, line)
      const turn: Promise<void> = work(line)
        .catch((failure: unknown) => {
          logger.warn({ err: failure }, 'what waits is tried again')
          line.nextDue = Date.now() + PAUSE_MS
        })
        .finally(() => {
          line.busy = false
          working.delete(turn)
          kick()
        })
      working.add(turn)
    }
    const next = Math.min(now + LOOK_MS, ...idle.map(([, { nextDue }]) => nextDue).filter((at) => at > now))
    clearTimeout(timer)
    timer = setTimeout(
      () =>
        void look()
          .catch(() => undefined)
          .then(kick),
      next - now,
    ).unref()
  }

  return {
    kick,
    running: (): boolean => running,
    start: (): void => {
      running = true
      kick()
    },
    /** Resolves when no turn is under way any more. */
    stop: async (): Promise<void> => {
      running = false
      clearTimeout(timer)
      await Promise.all(working)
    },
  }
}
