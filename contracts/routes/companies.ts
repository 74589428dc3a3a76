import { Type } from '@sinclair/typebox'
import { Id, Nullable, Strict } from '../envelope.js'
import { MOST_A_DAY } from '../opening-hours/week.js'
import type { ScheduleEntry } from '../opening-hours/wire.js'
import { HOURS_FAULTS, saidEntries } from '../records/kinds/hours.js'
import { wrapped } from '../records/schemas.js'
import { CompanyRecord } from '../views/company.js'
import { routes } from './route.js'

export const companyRoutes = routes({
  'GET /companies/listPlan/:companyId': {
    allow: 'user',
    answer: CompanyRecord,
    views: ['companies'],
    errors: ['ERR_NO_COMPANY_FOUND'],
    summary: 'The own company with what its plan allows, or any for the super user',
  },
  'PUT /companies/:id/schedules': {
    allow: 'admin',
    body: Strict({
      id: Type.Optional(Id),
      schedules: Nullable(wrapped<ScheduleEntry[]>(saidEntries(MOST_A_DAY))),
    }),
    answer: CompanyRecord,
    views: ['companies'],
    errors: ['ERR_NO_COMPANY_FOUND', ...HOURS_FAULTS],
    summary: 'Sets the opening hours of the own company; null or no times at all: the default hours',
  },
})
