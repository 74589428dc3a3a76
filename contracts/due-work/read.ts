import { streams } from '../streams.js'
import { dueKind } from './kind.js'

/**
 * Number of a ticket's latest read messages whose ids are kept while receipts are pending. A limit, because a
 * gateway may be away for long.
 */
const RECEIPTS = 50

const newestReceipts = (before: readonly string[], read: readonly string[]): readonly string[] =>
  [...new Set([...before, ...read])].slice(-Math.max(RECEIPTS, read.length))

/** Read receipts of a ticket's messages. */
export const read = dueKind({
  worker: 'gateway',
  subject: 'ticket',
  waits: true,
  view: 'due-work',
  asks: {
    'ticket.read.v1': ({ stream, revision, data }, work) =>
      // read marks of earlier versions are in the ticket's own stream, and their receipts are never reported
      stream === streams.marks(data.ticketId)
        ? { messageIds: newestReceipts(work?.messageIds ?? [], data.messageIds), mark: revision }
        : null,
  },
  ends: { 'ticket.receipts-given.v1': ({ data }, work) => (work.mark ?? 0) <= data.upTo },
})
