import { Type } from '@sinclair/typebox'
import { Id, Strict } from '../envelope.js'
import { routes } from './route.js'

/** Routes of views besides those of every record. */
export const ticketViewRoutes = routes({
  'GET /ticket-views/counts': {
    allow: 'user',
    answer: Type.Array(Strict({ id: Id, count: Type.Integer({ minimum: 0 }) })),
    views: ['ticket-views', 'queues', 'tags', 'users', 'connections', 'inbox'],
    summary: 'How many tickets each view of the caller shows; up to 1000 of each',
  },
})
