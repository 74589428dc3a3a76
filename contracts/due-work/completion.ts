import { dueKind, plusMs } from './kind.js'

/**
 * The completion message, once the resolution can no longer be undone. An undone or answered close sends
 * nothing.
 */
export const completionKind = dueKind({
  worker: 'command-api',
  subject: 'ticket',
  waits: true,
  view: 'due-work',
  asks: {
    'ticket.closed.v1': ({ time, data: { undoSeconds } }) =>
      undoSeconds === undefined ? null : { dueAt: plusMs(time, undoSeconds * 1000) },
  },
  ends: {
    'ticket.close-undone.v1': true,
    'ticket.reopened.v1': true,
    'ticket.resumed.v1': true,
    'ticket.close-settled.v1': true,
  },
})
