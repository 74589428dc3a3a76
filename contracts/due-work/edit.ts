import { dueKind } from './kind.js'

/** A new text of a sent message. Another text requested meanwhile stays due. */
export const editKind = dueKind({
  worker: 'gateway',
  subject: 'message',
  waits: true,
  view: 'due-work',
  asks: { 'message.edit-requested.v1': ({ data }) => ({ body: data.body }) },
  ends: {
    'message.edited.v1': ({ data }, work) => data.by === 'us' && work.body === data.body,
    'message.edit-failed.v1': true,
  },
})
