import type { AllStreamResolvedEvent, ResolvedEvent, StreamingRead } from '@eventstore/db-client'
import type { Recorded } from './eventstoredb-events.js'

/**
 * All events of a read, which is to be bounded: the client never ends the call of one that is left early, keeps what had
 * come of it for ever, and waits for it when it is disposed of. Rejects when it is not over within `deadlineMs`: in the
 * client, reads have no deadline, and one that is not answered waits for ever.
 */
export const readOut = async (
  read: StreamingRead<ResolvedEvent> | StreamingRead<AllStreamResolvedEvent>,
  deadlineMs: number,
): Promise<Recorded[]> => {
  const timer = setTimeout(() => read.destroy(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs)
  const events: Recorded[] = []
  try {
    for await (const { event } of read) if (event !== undefined) events.push(event)
    return events
  } finally {
    clearTimeout(timer)
    // What fails from here on concerns nobody, but would end the process if nobody listened.
    read.on('error', () => {})
    read.cancel().catch(() => {})
  }
}
