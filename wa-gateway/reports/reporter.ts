import { Report } from '@guiche/contracts/reports.js'
import { check } from '@guiche/contracts/schema.js'
import { TOPICS } from '@guiche/contracts/topics.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import { type Logger, wordsOf } from '../logger.js'

interface Deps {
  readonly eventBus: Pick<EventBus, 'publish'>
  readonly logger: Logger
  /** how long a report may wait before the sockets are closed, in milliseconds */
  readonly stallMs: number
  readonly onStall: () => void
  readonly onRecover: () => void
}

/** Hands reports to command-api, in order, until they are kept. */
export interface Reporter {
  /** Resolves when the bus has kept it. */
  report(report: Report): Promise<void>
  /** Reports that wait. */
  waiting(): number
  /** Gives up retrying; what still waits is lost and resolves never. */
  stop(): Promise<void>
}

const MAX_BATCH = 200
const RETRY_MS = 250

export const createReporter = ({ eventBus, logger, stallMs, onStall, onRecover }: Deps): Reporter => {
  const queue: { readonly report: Report; readonly done: () => void }[] = []
  let running: Promise<void> | null = null
  let stopped = false
  let stalled = false

  const setStalled = (now: boolean): void => {
    if (stalled === now) return
    stalled = now
    if (now) onStall()
    else onRecover()
  }

  const run = async (): Promise<void> => {
    while (queue.length > 0 && !stopped) {
      const batch = queue.slice(0, MAX_BATCH)
      const watch = setTimeout(() => setStalled(true), stallMs)
      for (let kept = false; !kept && !stopped; ) {
        try {
          await eventBus.publish(
            TOPICS.reports,
            batch.map(({ report }) => ({ key: report.companyId, value: report })),
          )
          kept = true
        } catch (error) {
          logger.warn({ error: wordsOf(error), waiting: queue.length }, 'reports cannot be written')
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
        }
      }
      clearTimeout(watch)
      if (stopped) return
      setStalled(false)
      queue.splice(0, batch.length)
      for (const { done } of batch) done()
    }
  }

  const start = (): void => {
    running ??= run().finally(() => {
      running = null
      // One may have come after the last look.
      if (queue.length > 0 && !stopped) start()
    })
  }

  return {
    report: (report) => {
      const valid = check(Report, report)
      if (!valid.ok) {
        logger.error({ kind: report.kind, ...valid.error }, 'a report does not fit its schema and is dropped')
        return Promise.resolve()
      }
      return new Promise((done) => {
        queue.push({ report, done })
        start()
      })
    },
    waiting: () => queue.length,
    stop: async () => {
      stopped = true
      await running
    },
  }
}
