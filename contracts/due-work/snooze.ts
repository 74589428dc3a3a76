import { dueKind } from './kind.js'

/**
 * A snoozed ticket that returns at its time. A move, or a message of its contact, ends the snooze earlier.
 * While a close can be undone the work stays. An undo requests the work again, so that a ticket whose time
 * has passed returns at once.
 */
export const snoozeKind = dueKind({
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
