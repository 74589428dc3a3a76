import type { HistoryImport } from '@guiche/contracts/history-import.js'
import type { Report } from '@guiche/contracts/reports.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { ProviderEvent } from '../providers/provider.js'

interface Deps {
  readonly report: (report: Report) => Promise<void>
  /** the import that is under way, as the view shows it now */
  readonly importOf: (connectionId: number) => Promise<HistoryImport | null>
  /** a phone that hands over nothing for so many milliseconds has nothing more */
  readonly silenceMs: number
  /** whether this gateway still has the connection: another one may have got it without a word */
  readonly held: (connectionId: number) => boolean
}

type Old = Extract<ProviderEvent, { kind: 'old-messages' | 'history' }>

/**
 * Reports the old messages that a phone hands over, and the end of its history: the phone names the end, or it is silent
 * for a while. The view says which import is under way, so another gateway, or this one after a restart, continues it.
 */
export const createHistoryReports = ({ report, importOf, silenceMs, held }: Deps) => {
  const timers = new Map<number, NodeJS.Timeout>()

  const rest = (connectionId: number): void => {
    clearTimeout(timers.get(connectionId))
    timers.delete(connectionId)
  }
  type Told = Omit<Extract<Old, { kind: 'history' }>, 'kind'>
  const tell = async ({ companyId, connectionId }: ConnectionDoc, part: Told): Promise<void> => {
    const asked = await importOf(connectionId)
    if (asked === null) return rest(connectionId)
    const { isLast, ...numbers } = part
    const about = { kind: 'history', companyId, connectionId, importId: asked.id } as const
    if (numbers.found > 0 || numbers.leftOut > 0 || !isLast)
      await report({ ...about, ...numbers, done: false })
    if (isLast) await report({ ...about, found: 0, leftOut: 0, progress: null, done: true })
  }
  /** Waits for more. */
  const listen = (doc: ConnectionDoc): void => {
    rest(doc.connectionId)
    const end = (): void => {
      if (!held(doc.connectionId)) return rest(doc.connectionId)
      tell(doc, { found: 0, leftOut: 0, progress: null, isLast: true }).catch(() => listen(doc))
    }
    timers.set(doc.connectionId, setTimeout(end, silenceMs).unref())
  }

  return {
    /** The line is up: from now on the phone hands over what it remembers. */
    opened: async (doc: ConnectionDoc): Promise<void> => {
      if ((await importOf(doc.connectionId)) !== null) listen(doc)
    },
    /** The line is down: nothing can come. */
    closed: rest,
    take: async (doc: ConnectionDoc, event: Old): Promise<void> => {
      const { companyId, connectionId } = doc
      if (event.kind === 'old-messages') {
        if (timers.has(connectionId)) listen(doc)
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
      else listen(doc)
      await tell(doc, part)
    },
    stop: (): void => {
      for (const connectionId of [...timers.keys()]) rest(connectionId)
    },
  }
}
