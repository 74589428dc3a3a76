import { streams } from '@guiche/contracts/streams.js'
import { absentIn } from '../kernel/named-ids.js'
import { deciders } from './deciders.js'

/** For queues that a body names. */
export const absentQueue = absentIn({
  decider: deciders.queue,
  streamOf: (companyId) => streams.records('queues', companyId),
  isThere: ({ records }, id) => records.has(id),
  error: 'ERR_QUEUE_NOT_FOUND',
})
