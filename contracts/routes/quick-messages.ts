import { Type } from '@sinclair/typebox'
import { Id, Strict } from '../envelope.js'
import { routes } from './route.js'

/** Routes of quick replies besides those of every record. */
export const quickMessageRoutes = routes({
  'GET /quick-messages/uses': {
    allow: 'user',
    answer: Type.Array(Strict({ id: Id, uses: Type.Integer({ minimum: 1 }) })),
    views: ['quick-uses'],
    summary: 'How many messages the caller has sent with each quick reply, the most used first',
  },
})
