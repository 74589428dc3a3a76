import { dueAtOnce, dueKind } from './kind.js'

/** A message to be sent to WhatsApp, in the order of its connection. */
export const sendKind = dueKind({
  worker: 'gateway',
  subject: 'message',
  waits: true,
  view: 'due-work',
  asks: {
    'message.requested.v1': dueAtOnce,
    'message.retried.v1': dueAtOnce,
  },
  ends: {
    'message.sent.v1': true,
    // an acknowledgement may arrive before the event `sent`
    'message.acknowledged.v1': true,
    'message.failed.v1': true,
  },
})
