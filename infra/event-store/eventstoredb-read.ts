import type { AllStreamResolvedEvent, ResolvedEvent, StreamingRead } from '@eventstore/db-client'
import type { Recorded } from './eventstoredb-events.js'

/**
 * The events of a read, as they come. Throws when it is not over within `deadlineMs`: in the client, reads have
 * no deadline, and one that is not answered waits for ever. The call is cancelled when the reader leaves early.
 */
export async function* eventsOf(
  read: StreamingRead<ResolvedEvent> | StreamingRead<AllStreamResolvedEvent>,
  deadlineMs: number,
): AsyncGenerator<Recorded> {
  const timer = setTimeout(() => read.destroy(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs)
  try {
    for await (const { event } of read) if (event !== undefined) yield event
  } finally {
    clearTimeout(timer)
    // What fails from here on concerns nobody, but would end the process if nobody listened.
    read.on('error', () => {})
    read.cancel().catch(() => {})
  }
}
