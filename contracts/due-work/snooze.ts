import { dueKind } from './kind.js'

/**
 * A snoozed ticket that comes back. Whatever moves the ticket brings it back before that, and so does what the contact
 * writes. While a close can be undone the work stays; an undo asks for it anew, so that it is done also if its time has
 * passed.
 */
export const snooze = dueKind({
  worker: 'command-api',
  subject: 'ticket',
  view: 'due-work',
  asks: {
    'ticket.snoozed.v1': ({ data }) => ({ dueAt: data.until }),
    'ticket.close-undone.v1': (_, work) => work && { dueAt: work.dueAt },
  },
  ends: {
    'ticket.woken.v1': true,
    'ticket.accepted.v1': true,
    'ticket.returned.v1': true,
    'ticket.transferred.v1': true,
    'ticket.unlinked.v1': true,
    'ticket.reopened.v1': true,
    'ticket.resumed.v1': true,
    'ticket.closed.v1': ({ data }) => data.undoSeconds === undefined,
    'ticket.close-settled.v1': true,
    'message.received.v1': ({ data }) => !data.fromMe && !data.imported,
  },
})
