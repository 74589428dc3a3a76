import type { EventNamed } from '@guiche/contracts/events/index.js'
import { pick } from '@guiche/contracts/pick.js'
import { change, createRule, declareView, make, removeRule } from '../engine/projection.js'

const userIdOf = (event: { readonly data: { readonly userId: number } }): number => event.data.userId

const profileOf = (data: EventNamed<'user.changed.v1'>['data']) =>
  pick(
    data,
    'name',
    'email',
    'profile',
    'allTicket',
    'queueIds',
    'connectionId',
    'maxOpenTickets',
    'startWork',
    'endWork',
  )

/** People who work here, and which of their sessions are running. A deleted user keeps the name for the history. */
export const users = declareView({
  name: 'users',
  version: 5,
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
    'user.created.v1': make('users', userIdOf, ({ data }) => ({
      ...profileOf(data),
      userId: data.userId,
      super: data.super,
      deleted: false,
    })),
    'user.changed.v1': change('users', userIdOf, ({ data }) => profileOf(data)),
    'user.invited.v1': change('users', userIdOf, ({ data }) => ({ invitedUntil: data.until })),
    'user.password-changed.v1': change('users', userIdOf, () => ({ invitedUntil: null })),
    'user.deleted.v1': change('users', userIdOf, () => ({ email: '', deleted: true })),
    'user.session-started.v1': createRule(
      'sessions',
      (event) => event.data.sessionId,
      ({ companyId, data, time }) => ({
        id: data.sessionId,
        companyId,
        userId: data.userId,
        startedAt: time,
      }),
    ),
    'user.session-ended.v1': removeRule('sessions', (event) => event.data.sessionId),
    'user.visited.v1': createRule(
      'sessions',
      (event) => event.data.sessionId,
      ({ companyId, data, time }) => ({
        id: data.sessionId,
        companyId,
        userId: data.userId,
        startedAt: time,
        visit: pick(data, 'visitorId', 'visitorCompanyId', 'visitorSessionId', 'why', 'until'),
      }),
    ),
    'user.visit-ended.v1': removeRule('sessions', (event) => event.data.sessionId),
  },
})
