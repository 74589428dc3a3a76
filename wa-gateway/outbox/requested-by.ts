import type { Report } from '@guiche/contracts/bus/reports.js'
import { CORRELATION_ID } from '@guiche/contracts/envelope.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'

const ID = new RegExp(CORRELATION_ID)
/** Number of messages whose receipts may still come: about the last hours of a busy process. */
const MAX_CACHED_REQUESTS = 20_000

type Answer = Extract<Report, { readonly correlationId?: string }>
const KINDS: readonly string[] = ['ack', 'sent', 'failed', 'media', 'edited', 'revoked', 'reacted']
const isAnswer = (report: Report): report is Answer => KINDS.includes(report.kind)

/** The report as an answer to a request. Unchanged without a request, or with an id that a report may not have. */
export const withCorrelationId = (report: Report, correlationId: string | undefined): Report =>
  correlationId !== undefined && ID.test(correlationId) && isAnswer(report)
    ? { ...report, correlationId }
    : report

/** Reports the result of due work, under the correlation id of its request. */
export type ReportOnWork = (work: Pick<DueWorkDoc, 'correlationId'>, report: Report) => Promise<void>

/** The request behind each message, for later reports of the phone. In memory only; a loss is harmless. */
export const createRequestedBy = () => {
  const known = createBoundedCache<string, string>(MAX_CACHED_REQUESTS)
  const keyOf = (connectionId: number, waId: string): string => `${connectionId} ${waId}`
  return {
    remember: (connectionId: number, waId: string, correlationId: string): void => {
      known.set(keyOf(connectionId, waId), correlationId)
    },
    of: (connectionId: number, waId: string): string | undefined => known.get(keyOf(connectionId, waId)),
  }
}
export type RequestedBy = ReturnType<typeof createRequestedBy>
