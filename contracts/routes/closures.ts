import { Type } from '@sinclair/typebox'
import { Strict } from '../envelope.js'
import { ClosureRecord } from '../views/closures.js'
import { routes } from './route.js'

export const closureRoutes = routes({
  'GET /company-erasures': {
    allow: 'super',
    answer: Type.Array(ClosureRecord),
    summary:
      'Erasures of companies, newest first: how far each has come, and how much it has removed by place',
  },
  'DELETE /companies/:id': {
    allow: 'super',
    /** `name`: the company's name, exactly as stored */
    body: Strict({ name: Type.String({ minLength: 1, maxLength: 100 }) }),
    views: ['companies'],
    errors: [
      'ERR_NO_COMPANY_FOUND',
      'ERR_COMPANY_NAME_DIFFERS',
      'ERR_COMPANY_BEING_ERASED',
      'ERR_OWN_COMPANY',
    ],
    summary: 'Erases a company with all that it has; nobody of it may do anything from now on',
  },
})
