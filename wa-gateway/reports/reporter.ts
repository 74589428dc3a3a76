import { Report } from '@guiche/contracts/bus/reports.js'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import { isReachable } from '@guiche/infra/event-bus/is-reachable.js'
import { createLoop } from '@guiche/infra/loop.js'
import { retry } from '@guiche/infra/retry.js'
import { type Logger, wordsOf } from '../logger.js'

interface Deps {
  readonly eventBus: Pick<EventBus, 'publish' | 'reach'>
  readonly logger: Logger
  /** how long a report may wait before the sockets are closed, in milliseconds */
  readonly stallMs: number
  readonly onStall: () => void
  readonly onRecover: () => void
}

/** Hands reports to command-api, in order, until they are kept. */
export interface Reporter {
  /** Resolves when the bus has stored the report. */
  report(report: Report): Promise<void>
  /** Reports that wait. */
  waiting(): number
  /** Whether reports can be handed on now: none has waited too long, and the bus answers. */
  canTell(): Promise<boolean>
  /** Gives up retrying. Waiting reports are lost, and their promises never resolve. */
  stop(): Promise<void>
}

const MAX_BATCH = 200
const RETRY_MS = 250

export const createReporter = ({ eventBus, logger, stallMs, onStall, onRecover }: Deps): Reporter => {
  const queue: { readonly report: Report; readonly done: () => void }[] = []
  let stalled = false

  const setStalled = (now: boolean): void => {
    if (stalled === now) return
    stalled = now
    if (now) onStall()
    else onRecover()
  }

  const pass = async (): Promise<void> => {
    while (queue.length > 0 && !loop.stopped) {
      const batch = queue.slice(0, MAX_BATCH)
      const watch = setTimeout(() => setStalled(true), stallMs)
      const messages = batch.map(({ report }) => ({ key: report.companyId, value: report }))
      await retry(() => eventBus.publish(TOPICS.reports, messages), {
        first: RETRY_MS,
        isOver: () => loop.stopped,
        onFailure: (error) =>
          logger.warn({ error: wordsOf(error), waiting: queue.length }, 'reports cannot be written'),
      })
      clearTimeout(watch)
      if (loop.stopped) return
      setStalled(false)
      queue.splice(0, batch.length)
      for (const { done } of batch) done()
    }
  }

  const loop = createLoop(pass, {
    onFailure: (error) => logger.error({ error: wordsOf(error) }, 'reports cannot be handed on'),
  })

  return {
    report: (report) => {
      const valid = checkSchema(Report, report)
      if (!valid.ok) {
        logger.error({ kind: report.kind, ...valid.error }, 'a report does not fit its schema and is dropped')
        return Promise.resolve()
      }
      return new Promise((done) => {
        queue.push({ report, done })
        loop.wake()
      })
    },
    waiting: () => queue.length,
    canTell: async () => !stalled && (await isReachable(eventBus)),
    stop: loop.stop,
  }
}

/** Publishes a message that nobody keeps; without the bus the message is lost. */
export const broadcastMessage = async (
  { eventBus, logger }: { readonly eventBus: Pick<EventBus, 'publish'>; readonly logger: Logger },
  value: EphemeralMessage,
): Promise<void> => {
  await eventBus.publish(TOPICS.ephemeral, [{ key: value.companyId, value }]).catch((error: unknown) => {
    logger.debug({ kind: value.kind, error: wordsOf(error) }, 'an ephemeral message was lost')
  })
}
