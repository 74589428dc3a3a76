import type { ReportOf } from '@guiche/contracts/bus/reports.js'
import { domainError } from '@guiche/contracts/errors.js'
import type { HistoryEvent } from '@guiche/contracts/events/connections.js'
import type { HistoryWish } from '@guiche/contracts/message/history-import.js'
import { pick, sameIn } from '@guiche/contracts/pick.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { Decider } from '../kernel/kernel.js'

type Part = Pick<ReportOf<'history'>, 'importId' | 'found' | 'leftOut' | 'progress' | 'done'>

/**
 * The imports of old messages of one connection (stream `history-{connectionId}`): the import that is under way, or
 * null.
 */
export type HistoryState = (HistoryWish & { readonly importId: string }) | null

export type HistoryCommand =
  /**
   * `now`: ISO-8601 in UTC. Asking for the same import again changes nothing; another import replaces the one under
   * way.
   */
  | ({
      readonly kind: 'request'
      readonly connectionId: number
      readonly importId: string
      readonly now: string
    } & HistoryWish)
  /** a gateway's report; ignored unless its import is running */
  | ({ readonly kind: 'progress'; readonly connectionId: number } & Part)
  | { readonly kind: 'cancel'; readonly connectionId: number }
  /** closes the tickets that the import opened so far */
  | { readonly kind: 'close-tickets'; readonly connectionId: number }

const IMPORT_OPTIONS = ['from', 'to', 'groups', 'closeTickets'] as const
/** Clocks of browsers and servers may differ by this much. */
const SKEW_MS = 60_000

/** Whether a period may be imported: it begins in the last two years, ends after its begin, and not in the future. */
export const isWindow = ({ from, to }: Pick<HistoryWish, 'from' | 'to'>, now: string): boolean => {
  const earliest = new Date(now)
  earliest.setUTCFullYear(earliest.getUTCFullYear() - 2)
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const latest = Date.parse(now) + SKEW_MS
  return start >= earliest.getTime() - SKEW_MS && start <= latest && end >= start && end <= latest
}

/** Errors: ERR_IMPORT_WINDOW. */
export const historyDecider: Decider<HistoryState, HistoryCommand, HistoryEvent> = {
  initial: null,
  evolve: (state, event) => {
    switch (event.type) {
      case 'connection.import-requested.v1':
        return pick(event.data, 'importId', 'untilLinked', ...IMPORT_OPTIONS)
      case 'connection.import-finished.v1':
      case 'connection.import-cancelled.v1':
        return state?.importId === event.data.importId ? null : state
      default:
        return state
    }
  },
  decide: (state, command) => {
    const { connectionId } = command
    const cancelled = (importId: string) =>
      ({ type: 'connection.import-cancelled.v1', data: { connectionId, importId } }) as const
    if (command.kind === 'cancel') return ok(state === null ? [] : [cancelled(state.importId)])
    if (command.kind === 'close-tickets') {
      return ok([{ type: 'connection.import-close-requested.v1', data: { connectionId } }])
    }
    if (command.kind === 'request') {
      if (!isWindow(command, command.now)) return err(domainError('ERR_IMPORT_WINDOW'))
      if (state !== null && sameIn<HistoryWish>(state, command, ...IMPORT_OPTIONS)) return ok([])
      const { importId, untilLinked } = command
      const data = {
        connectionId,
        importId,
        ...pick(command, ...IMPORT_OPTIONS),
        ...(untilLinked && { untilLinked }),
      }
      return ok([
        ...(state === null ? [] : [cancelled(state.importId)]),
        { type: 'connection.import-requested.v1', data },
      ])
    }
    const { importId } = command
    if (state?.importId !== importId) return ok([])
    if (!command.done) {
      const data = { connectionId, ...pick(command, 'importId', 'found', 'leftOut', 'progress') }
      return ok([{ type: 'connection.import-progressed.v1', data }])
    }
    const { closeTickets } = state
    return ok([{ type: 'connection.import-finished.v1', data: { connectionId, importId, closeTickets } }])
  },
}
