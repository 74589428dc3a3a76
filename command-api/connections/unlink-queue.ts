import { streams } from '@guiche/contracts/streams.js'
import { consequence } from '../kernel/consequence.js'
import { connectionsDecider } from './decide.js'

/** Connections lose a queue that is deleted. */
export const unlinkQueue = consequence({
  name: 'unlink-queue',
  group: 'cascade',
  atOnce: true,
  on: {
    'queue.deleted.v1': ({ companyId, data: { queueId } }, work) =>
      work.command(connectionsDecider, streams.connections(companyId), { kind: 'unlink-queue', queueId }),
  },
})
