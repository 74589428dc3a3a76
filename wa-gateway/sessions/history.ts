import type { Report } from '@guiche/contracts/bus/reports.js'
import type { HistoryImport } from '@guiche/contracts/message/history-import.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { retry } from '@guiche/infra/retry.js'
import { type Logger, wordsOf } from '../logger.js'
import type { ProviderEvent } from '../providers/provider.js'

interface Deps {
  readonly report: (report: Report) => Promise<void>
  /** the running import, as the view shows it now */
  readonly importOf: (connectionId: number) => Promise<HistoryImport | null>
  /** ms without a part of the history after which the history counts as complete */
  readonly silenceMs: number
  /** whether this gateway still has the connection: another gateway may have taken it over silently */
  readonly held: (connectionId: number) => boolean
  readonly logger: Logger
}

const RETRY_MS = 250
const LONGEST_RETRY_MS = 5_000

type Ids = Pick<ConnectionDoc, 'companyId' | 'connectionId'>
type OldMessagesEvent = Extract<ProviderEvent, { kind: 'old-messages' | 'history' }>

/**
 * Reports the old messages that a phone sends, and the end of its history. The phone marks the end, or the end is assumed after
 * a silence. The view has the running import, so another gateway, or this one after a restart, continues it.
 */
export const createHistoryReports = ({ report, importOf, silenceMs, held, logger }: Deps) => {
  const timers = new Map<number, NodeJS.Timeout>()
  /** connections whose line is up */
  const up = new Set<number>()
  let stopped = false

  /** The views may be away for a while. An import whose end nobody tells would stay open for ever. */
  const importNow = async (connectionId: number): Promise<HistoryImport | null> => {
    const found = await retry(() => importOf(connectionId), {
      first: RETRY_MS,
      longest: LONGEST_RETRY_MS,
      isOver: () => stopped || !held(connectionId),
      onFailure: (failure) =>
        logger.warn(
          { connectionId, error: wordsOf(failure) },
          'it is not known whether history is asked for',
        ),
    })
    return found === 'stopped' ? null : found
  }

  const rest = (connectionId: number): void => {
    clearTimeout(timers.get(connectionId))
    timers.delete(connectionId)
  }
  type Told = Omit<Extract<OldMessagesEvent, { kind: 'history' }>, 'kind'>
  const tell = async ({ companyId, connectionId }: Ids, part: Told): Promise<void> => {
    const asked = await importNow(connectionId)
    if (asked === null) return rest(connectionId)
    const { isLast, ...numbers } = part
    const about = { kind: 'history', companyId, connectionId, importId: asked.id } as const
    if (numbers.found > 0 || numbers.leftOut > 0 || !isLast)
      await report({ ...about, ...numbers, done: false })
    if (isLast) await report({ ...about, found: 0, leftOut: 0, progress: null, done: true })
  }
  /** Waits for more. */
  const listen = (ids: Ids): void => {
    rest(ids.connectionId)
    const end = (): void => {
      if (!held(ids.connectionId)) return rest(ids.connectionId)
      void tell(ids, { found: 0, leftOut: 0, progress: null, isLast: true })
    }
    timers.set(ids.connectionId, setTimeout(end, silenceMs).unref())
  }

  return {
    /** Called when the line is up: from now on the phone hands over its history. */
    opened: async (ids: Ids): Promise<void> => {
      up.add(ids.connectionId)
      if ((await importNow(ids.connectionId)) !== null && up.has(ids.connectionId)) listen(ids)
    },
    /** The line is down: nothing can come. */
    closed: (connectionId: number): void => {
      up.delete(connectionId)
      rest(connectionId)
    },
    take: async (ids: Ids, event: OldMessagesEvent): Promise<void> => {
      const { companyId, connectionId } = ids
      if (event.kind === 'old-messages') {
        if (timers.has(connectionId)) listen(ids)
        const reports = event.messages.map((message) =>
          report({
            kind: 'message',
            companyId,
            connectionId,
            ...message,
            mediaPending: message.media !== null,
            imported: true,
          }),
        )
        await Promise.all(reports)
        return
      }
      const { kind: _, ...part } = event
      if (part.isLast) rest(connectionId)
      else listen(ids)
      await tell(ids, part)
    },
    stop: (): void => {
      stopped = true
      for (const connectionId of [...timers.keys()]) rest(connectionId)
    },
  }
}
