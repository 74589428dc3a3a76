import type { Logger } from 'pino'
import type { Backlog } from './backlog.js'

/** Interval of searches for items of other instances, in ms. */
export const POLL_MS = 2000
/** Pause of a backlog after a failure of an engine, in milliseconds. */
const PAUSE_MS = 1000
/** Backlogs that are worked on at once. */
const BACKLOGS = 4

export type Schedule = ReturnType<typeof createSchedule>

/** Runs due backlogs round-robin, live ones before imported ones, until stopped. */
export const createSchedule = (deps: {
  /** by name; a backlog moves to the end after its run */
  readonly backlogs: Map<string, Backlog>
  readonly work: (backlog: Backlog) => Promise<void>
  readonly look: () => Promise<void>
  readonly logger: Logger
}) => {
  const { backlogs, work, look, logger } = deps
  const working = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let running = false

  /** Starts the runs that are due, and calls itself when the next one is. */
  const kick = (): void => {
    if (!running) return
    const now = Date.now()
    const idle = [...backlogs].filter(([, backlog]) => !backlog.busy)
    const due = idle.filter(([, { nextDue }]) => nextDue <= now)
    due.sort(([, a], [, b]) => Number(a.later) - Number(b.later))
    for (const [name, backlog] of due.slice(0, BACKLOGS - working.size)) {
      backlog.busy = true
      backlogs.delete(name)
      backlogs.set(name, backlog)
      const run: Promise<void> = work(backlog)
        .catch((failure: unknown) => {
          logger.warn({ err: failure }, 'what waits is tried again')
          backlog.nextDue = Date.now() + PAUSE_MS
        })
        .finally(() => {
          backlog.busy = false
          working.delete(run)
          kick()
        })
      working.add(run)
    }
    const next = Math.min(now + POLL_MS, ...idle.map(([, { nextDue }]) => nextDue).filter((at) => at > now))
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
    /** Resolves when the current run has ended. */
    stop: async (): Promise<void> => {
      running = false
      clearTimeout(timer)
      await Promise.all(working)
    },
  }
}
