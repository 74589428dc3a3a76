import type { Billing, CompanyEvent } from '../events/company.js'
import type { Language } from '../languages.js'
import type { LimitsOf } from './allowance.js'
import { dueDayOf, type Recurrence } from './due-date.js'
import type { Feature } from './features.js'

/**
 * State of a company, folded from its stream. Commands decide on the state; the view's document repeats it.
 */
export interface Company {
  readonly companyId: number
  readonly name: string
  readonly email: string
  readonly phone: string
  /** false: its users cannot sign in */
  readonly status: boolean
  /** end of use; null = unlimited */
  readonly dueDate: string | null
  /** day of the month of the due date; null without one */
  readonly dueDay: number | null
  readonly recurrence: Recurrence
  readonly trialExpiration: string | null
  readonly timezone: string
  readonly language: Language
  /** limits of a company without a plan; see allowance.ts */
  readonly limits: LimitsOf
  readonly without: readonly Feature[]
  readonly planId: number | null
  /** the company's own limits, which replace those of its plan */
  readonly overrides: LimitsOf
  readonly billing: Billing
  /** the last unblocking by an administrator: its due date and its end; absent before the first */
  readonly unblocked?: { readonly dueDate: string; readonly until: string }
  /** the company's erasure has begun: nobody can sign in, not even to pay */
  readonly erasing?: true
}

export const NO_BILLING: Billing = {
  billingName: '',
  addressZipCode: '',
  addressStreet: '',
  addressState: '',
  addressCity: '',
  addressDistrict: '',
}
export const NO_OVERRIDES: LimitsOf = { users: null, connections: null, queues: null }
/** Defaults for documents of an earlier version of the view, which are read until the rebuild is done. */
export const DEFAULTS_OF_ADDED = {
  without: [],
  planId: null,
  recurrence: 'MENSAL',
  trialExpiration: null,
  dueDay: null,
  overrides: NO_OVERRIDES,
  billing: NO_BILLING,
} as const satisfies Partial<Company>

/** The company after an event of its stream. Events before the registration change nothing. */
export const companyAfter = (before: Company | null, { type, data }: CompanyEvent): Company | null => {
  if (type === 'company.registered.v1') {
    const { onboarding: _, ...rest } = data
    return { ...DEFAULTS_OF_ADDED, ...rest, dueDay: dueDayOf(data.timezone, data.dueDate) }
  }
  if (before === null) return null
  switch (type) {
    case 'company.unblocked.v1': {
      const { dueDate, until } = data
      return { ...before, unblocked: { dueDate, until } }
    }
    case 'company.erasing.v1':
      return { ...before, status: false, erasing: true }
    case 'company.changed.v1':
    case 'company.status-set.v1':
    case 'company.plan-set.v1':
    case 'company.due-date-set.v1':
      return { ...before, ...data }
    default:
      return before
  }
}
