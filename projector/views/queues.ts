import type { QueueDoc } from '@guiche/contracts/views/directory.js'
import { create, type EventOf, projection, retire, update } from '../engine/projection.js'

const created = ({ data, companyId, time, position }: EventOf<'queue.created.v1'>): QueueDoc => ({
  ...data,
  id: String(data.queueId),
  companyId,
  createdAt: time,
  updatedAt: time,
  position,
})

/** Queues as they are configured. */
export const queues = projection({
  name: 'queues',
  version: 2,
  collections: [
    { name: 'queues', indexes: [['companyId', 'id']] },
    { name: 'deleted-queues', indexes: [] },
  ],
  visibility: { queues: (doc) => ({ queueId: doc.queueId }) },
  on: {
    'queue.created.v1': create('queues', (event) => event.data.queueId, created),
    'queue.changed.v1': update(
      'queues',
      (event) => event.data.queueId,
      (doc, { data, time, position }) => ({ ...doc, ...data, updatedAt: time, position }),
    ),
    'queue.deleted.v1': retire('queues', 'deleted-queues', (event) => event.data.queueId),
  },
})
