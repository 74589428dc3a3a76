import { streams } from '@guiche/contracts/streams.js'
import { consequence } from '../kernel/consequence.js'
import { sessionDecider } from './session.js'

/** The line of a deleted connection stops. */
export const stopLine = consequence({
  name: 'stop-line',
  group: 'cascade',
  atOnce: true,
  on: {
    'connection.deleted.v1': ({ data: { connectionId } }, work) =>
      work.command(sessionDecider, streams.connection(connectionId), {
        kind: 'stop',
        connectionId,
        ended: true,
      }),
  },
})
