import { dueKind } from './kind.js'

/** An emoji reaction to a message. A reaction requested while this one is being sent stays due. */
export const reactionKind = dueKind({
  worker: 'gateway',
  subject: 'message',
  waits: true,
  view: 'due-work',
  asks: { 'message.reaction-requested.v1': ({ data }) => ({ body: data.emoji }) },
  ends: {
    'message.reacted.v1': ({ data }, work) => data.by === 'us' && work.body === data.emoji,
    'message.reaction-failed.v1': true,
  },
})
