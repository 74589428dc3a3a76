import type { AllStreamResolvedEvent, ResolvedEvent, StreamingRead } from '@eventstore/db-client'
import type { RecordedFields } from './eventstoredb-events.js'

/**
 * All events of a bounded read. A read that is left early would stay open in the client for ever, with all its events.
 * Rejects if the read takes longer than `deadlineMs`: reads of the client have no deadline, and an unanswered one waits
 * for ever.
 */
export const readOut = async (
  read: StreamingRead<ResolvedEvent> | StreamingRead<AllStreamResolvedEvent>,
  deadlineMs: number,
): Promise<RecordedFields[]> => {
  const timer = setTimeout(() => read.destroy(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs)
  const events: RecordedFields[] = []
  try {
    for await (const { event } of read) if (event !== undefined) events.push(event)
    return events
  } finally {
    clearTimeout(timer)
    // The result is known, so a later failure is ignored. Without a listener it would end the process.
    read.on('error', () => {})
    read.cancel().catch(() => {})
  }
}
