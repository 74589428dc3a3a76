import { type Static, Type } from '@sinclair/typebox'
import { Id, Strict, Time } from '../envelope.js'
import { VISIT_LIMITS } from '../users/visits.js'
import { routes } from './route.js'

/** `userId`: the administrator whom the visitor acts for; the company's first administrator unless given. */
const VisitBody = Strict({
  companyId: Id,
  userId: Type.Optional(Id),
  reason: Type.String({ minLength: VISIT_LIMITS.shortest, maxLength: VISIT_LIMITS.longest }),
  minutes: Type.Integer({ minimum: 1, maximum: VISIT_LIMITS.minutes }),
})
export type VisitBody = Static<typeof VisitBody>

/** A super user acts in another company for one of its administrators. */
export const visitRoutes = routes({
  'POST /visits': {
    allow: 'super',
    body: VisitBody,
    answer: Strict({ companyId: Id, userId: Id, until: Time }),
    views: ['users'],
    errors: ['ERR_NO_COMPANY_FOUND', 'ERR_COMPANY_BEING_ERASED', 'ERR_NO_USER_FOUND', 'ERR_VISIT_REFUSED'],
    summary:
      'Begins a visit, which both companies can read of; the next renewal of the session gives the desk of the other company',
  },
  'DELETE /visits/current': {
    allow: 'user',
    reads: true,
    whileBlocked: true,
    views: ['users'],
    summary:
      'Ends the visit of the caller, who is at home again with the next renewal; nothing where there is none',
  },
})
