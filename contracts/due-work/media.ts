import { dueAtOnce, dueKind } from './kind.js'

/** The file of a message, to be downloaded. Files of live messages come before files of imported messages. */
export const mediaKind = dueKind({
  worker: 'gateway',
  subject: 'message',
  view: 'due-work',
  asks: {
    'message.received.v1': ({ data }) => (data.mediaPending ? { later: data.imported } : null),
    'message.recovered.v1': ({ data }) => (data.mediaPending ? {} : null),
    'message.media-retried.v1': dueAtOnce,
  },
  ends: {
    'message.media-stored.v1': true,
    'message.media-failed.v1': true,
  },
})
