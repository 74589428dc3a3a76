import type { UserDoc } from '@guiche/contracts/views/directory.js'
import { create, type EventOf, projection, remove, update } from '../engine/projection.js'

const created = ({ data, ...event }: EventOf<'user.created.v1'>): UserDoc => ({
  id: String(data.userId),
  companyId: event.companyId,
  userId: data.userId,
  name: data.name,
  email: data.email,
  profile: data.profile,
  super: data.super,
  allTicket: data.allTicket,
  queueIds: data.queueIds,
  connectionId: data.connectionId,
  deleted: false,
  createdAt: event.time,
  updatedAt: event.time,
  position: event.position,
})

/** People who work here, and which of their sessions are running. A deleted user keeps the name for the history. */
export const users = projection({
  name: 'users',
  version: 1,
  collections: [
    {
      name: 'users',
      indexes: [
        ['companyId', 'deleted', 'createdAt', 'id'],
        ['companyId', 'deleted', 'name', 'id'],
      ],
      search: { text: ['name', 'email'] },
    },
    { name: 'sessions', indexes: [['companyId', 'userId']] },
  ],
  visibility: {
    users: (doc) => ({ userId: doc.userId }),
    sessions: (doc) => ({ userId: doc.userId }),
  },
  on: {
    'user.created.v1': create('users', (event) => event.data.userId, created),
    'user.changed.v1': update(
      'users',
      (event) => event.data.userId,
      (doc, { data, time, position }) => ({
        ...doc,
        name: data.name,
        email: data.email,
        profile: data.profile,
        allTicket: data.allTicket,
        queueIds: data.queueIds,
        connectionId: data.connectionId,
        updatedAt: time,
        position,
      }),
    ),
    'user.deleted.v1': update(
      'users',
      (event) => event.data.userId,
      (doc, { time, position }) => ({ ...doc, email: '', deleted: true, updatedAt: time, position }),
    ),
    'user.session-started.v1': create(
      'sessions',
      (event) => event.data.sessionId,
      ({ companyId, data, time }) => ({
        id: data.sessionId,
        companyId,
        userId: data.userId,
        startedAt: time,
      }),
    ),
    'user.session-ended.v1': remove('sessions', (event) => event.data.sessionId),
  },
})
