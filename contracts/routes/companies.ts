import { type Static, Type } from '@sinclair/typebox'
import { RECURRENCES } from '../company/due-date.js'
import { Id, Nullable, OneOf, Strict } from '../envelope.js'
import { Billing, Limits } from '../events/company.js'
import { MOST_A_DAY } from '../opening-hours/week.js'
import type { ScheduleEntry } from '../opening-hours/wire.js'
import { NAME_PATTERN } from '../plain-text.js'
import { bodyEntries, HOURS_FAULTS } from '../records/kinds/hours.js'
import { wrapSchema } from '../records/schemas.js'
import { Email, NEW_PASSWORD, optionalText, Password, pagedQuery } from '../text.js'
import { CompanyRecord, CompanyRow, CompanyUsage, WholeCompany } from '../views/company.js'
import { routes } from './route.js'

/** Existing clients send the id as text, or '' without a plan. */
const PlanId = Type.Union([Id, Type.Null(), Type.Literal(''), Type.String({ pattern: '^[1-9][0-9]{0,14}$' })])
/** A day or a moment, which the server checks (`isDueDate`); empty for none. */
const DueDate = Nullable(Type.String({ maxLength: 40 }))
const textOf = (maxLength: number) => Type.String({ maxLength })

const said = {
  phone: Type.Optional(Nullable(textOf(30))),
  planId: Type.Optional(PlanId),
  status: Type.Optional(Type.Boolean()),
  dueDate: Type.Optional(DueDate),
  /** empty: monthly */
  recurrence: Type.Optional(Type.Union([OneOf(RECURRENCES), Type.Literal('')])),
  /** the company's setting; existing clients send a text */
  campaignsEnabled: Type.Optional(
    Type.Union([Type.Boolean(), OneOf(['true', 'false', 'enabled', 'disabled'])]),
  ),
  overrides: Type.Optional(Limits),
  ...Type.Partial(Billing).properties,
}
const CompanyName = Type.String({ minLength: 2, maxLength: 100, pattern: NAME_PATTERN })

const NewCompanyBody = Strict({
  ...said,
  name: CompanyName,
  email: Email,
  /** password of the first admin; generated if absent or empty */
  password: Type.Optional(Type.Union([Password, Type.Literal('')])),
})
export const CompanyBody = Strict({
  ...said,
  name: Type.Optional(CompanyName),
  email: Type.Optional(Email),
  trialExpiration: Type.Optional(DueDate),
})
export type CompanyBody = Static<typeof CompanyBody>

const SHOWN_VIEWS = ['companies', 'plans'] as const
const invalid = { name: 'ERR_COMPANY_INVALID_NAME' } as const
const SAVE_ERRORS = [
  'ERR_COMPANY_BEING_ERASED',
  'ERR_COMPANY_INVALID_NAME',
  'ERR_COMPANY_NAME_ALREADY_EXISTS',
  'ERR_NO_PLAN_FOUND',
] as const

export const companyRoutes = routes({
  'GET /companies': {
    allow: 'super',
    query: pagedQuery({}),
    answer: Strict({
      companies: Type.Array(CompanyRow),
      count: Type.Integer({ minimum: 0 }),
      hasMore: Type.Boolean(),
      cursor: Nullable(Type.String()),
    }),
    views: [...SHOWN_VIEWS, 'users', 'connections', 'queues', 'inbox'],
    summary: 'Companies by their names, 20 a page, with what they use of their limits',
  },
  'GET /companies/list': {
    allow: 'super',
    query: Strict({ searchParam: optionalText.ignored, pageNumber: optionalText.ignored }),
    answer: Type.Array(WholeCompany),
    views: SHOWN_VIEWS,
    summary: 'All companies by their names',
  },
  'GET /companiesPlan': {
    allow: 'super',
    answer: Strict({ companies: Type.Array(CompanyRecord) }),
    views: SHOWN_VIEWS,
    summary: 'All companies with what their plans allow',
  },
  'GET /companies/:id': {
    allow: 'user',
    answer: WholeCompany,
    views: SHOWN_VIEWS,
    errors: ['ERR_NO_COMPANY_FOUND'],
    summary: 'The own company, or any for the super user',
  },
  'GET /companies/:id/usage': {
    allow: 'admin',
    /** usage under another plan; for the super user */
    query: Strict({ planId: optionalText.id }),
    answer: CompanyUsage,
    views: [...SHOWN_VIEWS, 'users', 'connections', 'queues'],
    errors: ['ERR_NO_COMPANY_FOUND', 'ERR_NO_PLAN_FOUND'],
    summary: 'What the own company uses of its limits, or any for the super user',
  },
  'GET /companies/:id/admins': {
    allow: 'super',
    answer: Type.Array(Strict({ id: Id, name: Type.String() })),
    views: ['companies', 'users'],
    errors: ['ERR_NO_COMPANY_FOUND'],
    summary: 'The administrators of a company, in whose place it can be visited',
  },
  'GET /companies/listPlan/:companyId': {
    allow: 'user',
    answer: CompanyRecord,
    views: SHOWN_VIEWS,
    errors: ['ERR_NO_COMPANY_FOUND'],
    summary: 'The own company with what its plan allows, or any for the super user',
  },
  'POST /companies': {
    allow: 'super',
    body: NewCompanyBody,
    invalid,
    answer: Strict({
      ...WholeCompany.properties,
      /** generated password of the first admin; shown only here */
      password: Nullable(Type.String()),
    }),
    views: [...SHOWN_VIEWS, 'users'],
    errors: [...SAVE_ERRORS, ...NEW_PASSWORD, 'ERR_EMAIL_ALREADY_EXISTS'],
    summary: 'Makes a company with its first admin, who signs in with the e-mail of the company',
  },
  'PUT /companies/:id': {
    allow: 'super',
    body: CompanyBody,
    invalid,
    answer: WholeCompany,
    views: SHOWN_VIEWS,
    errors: [...SAVE_ERRORS, 'ERR_NO_COMPANY_FOUND'],
    summary: 'Changes a company; what is absent stays',
  },
  'POST /companies/:id/due-date': {
    allow: 'super',
    body: Strict({ from: Nullable(Type.String({ maxLength: 40 })) }),
    answer: WholeCompany,
    views: SHOWN_VIEWS,
    errors: ['ERR_NO_COMPANY_FOUND', 'ERR_COMPANY_BEING_ERASED', 'ERR_DUE_DATE_CHANGED'],
    summary: 'Moves the due date one recurrence on; `from`: the due date that the caller has seen',
  },
})

/** The opening hours of the own company, which are one of its settings. */
export const companyHoursRoutes = routes({
  'PUT /companies/:id/schedules': {
    allow: 'admin',
    body: Strict({
      id: Type.Optional(Id),
      schedules: Nullable(wrapSchema<ScheduleEntry[]>(bodyEntries(MOST_A_DAY))),
    }),
    answer: CompanyRecord,
    views: SHOWN_VIEWS,
    errors: ['ERR_NO_COMPANY_FOUND', ...HOURS_FAULTS],
    summary: 'Sets the opening hours of the own company; null or no times at all: the default hours',
  },
})
