import { Type } from '@sinclair/typebox'
import { Strict } from '../envelope.js'
import { shownOfRecord } from '../records/derive.js'
import { RECORDS } from '../records/index.js'
import { optionalText } from '../text.js'
import { routes } from './route.js'

const plans = {
  allow: 'anonymous',
  query: Strict({
    searchParam: optionalText.ignored,
    pageNumber: optionalText.ignored,
    companyId: optionalText.ignored,
  }),
  answer: Type.Array(shownOfRecord(RECORDS.plan)),
  views: ['plans', 'companies'],
} as const
const seen = {
  ...plans,
  known: true,
  summary:
    'Plans by their names: all for the super user; for others those that are offered at sign-up and, in a session, their own',
} as const

/** Lists of plans that everybody may read, apart from the record's own routes. */
export const planRoutes = routes({
  'GET /plans/list': seen,
  'GET /plans/all': seen,
  'GET /plans/register': { ...plans, summary: 'Plans that are offered at sign-up, by their names' },
})
