import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { all, create, type EventOf, projection, retire, update } from '../engine/projection.js'

const created = ({ data, companyId, time, position }: EventOf<'connection.created.v1'>): ConnectionDoc => ({
  ...data,
  id: String(data.connectionId),
  companyId,
  status: 'DISCONNECTED',
  reason: null,
  number: null,
  retries: 0,
  request: null,
  requestNumber: null,
  requestPosition: null,
  createdAt: time,
  updatedAt: time,
  position,
})

const withDefault =
  (isDefault: boolean) =>
  (doc: ConnectionDoc, { time, position }: EventOf<'connection.default-changed.v1'>): ConnectionDoc => ({
    ...doc,
    isDefault,
    updatedAt: time,
    position,
  })

/** Connections: how they are configured, what was asked of their session and what became of it. */
export const connections = projection({
  name: 'connections',
  version: 2,
  collections: [
    {
      name: 'connections',
      indexes: [['companyId', 'id'], ['status', 'id'], ['requestPosition']],
    },
    { name: 'deleted-connections', indexes: [] },
  ],
  visibility: { connections: () => ({}) },
  on: {
    'connection.created.v1': create('connections', (event) => event.data.connectionId, created),
    'connection.changed.v1': update(
      'connections',
      (event) => event.data.connectionId,
      (doc, { data, time, position }) => ({ ...doc, ...data, updatedAt: time, position }),
    ),
    'connection.default-changed.v1': all(
      update('connections', (event) => event.data.previousId ?? 0, withDefault(false)),
      update('connections', (event) => event.data.connectionId, withDefault(true)),
    ),
    'connection.deleted.v1': retire(
      'connections',
      'deleted-connections',
      (event) => event.data.connectionId,
      (doc) => ({ ...doc, isDefault: false, status: 'DISCONNECTED' }),
    ),
    'connection.session-requested.v1': update(
      'connections',
      (event) => event.data.connectionId,
      (doc, { data, time, position }) => ({
        ...doc,
        request: data.request,
        requestNumber: data.number,
        requestPosition: position,
        updatedAt: time,
        position,
      }),
    ),
    'connection.status-changed.v1': update(
      'connections',
      (event) => event.data.connectionId,
      (doc, { data, time, position }) => ({
        ...doc,
        status: data.status,
        reason: data.reason,
        number: data.number,
        retries: data.retries,
        updatedAt: time,
        position,
      }),
    ),
  },
})
