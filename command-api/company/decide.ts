import type { LimitsOf } from '@guiche/contracts/company/allowance.js'
import { type Company, companyAfter } from '@guiche/contracts/company/company.js'
import { advanceDueDate, dueDayOf, type Recurrence } from '@guiche/contracts/company/due-date.js'
import { domainError } from '@guiche/contracts/errors.js'
import type { Billing, CompanyEvent } from '@guiche/contracts/events/company.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import { withSingleBlanks } from '@guiche/contracts/plain-text.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { DueDateSettings } from '@guiche/contracts/subscription/due-date-settings.js'
import type { Decider } from '../kernel/kernel.js'
import { unblockCompany } from './unblock.js'

/** The company of the first start, whose super users run the platform. */
export const FIRST_COMPANY = 1

/** A company folded from stream `company-{id}`; null before its registration. */
export type CompanyState = Company | null

/** Requested fields of a company; absent fields keep their value. */
export interface CompanyWish {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly billing?: Billing | undefined
  readonly status?: boolean | undefined
  readonly planId?: number | null | undefined
  readonly overrides?: LimitsOf | undefined
  readonly dueDate?: string | null | undefined
  readonly recurrence?: Recurrence | undefined
  readonly trialExpiration?: string | null | undefined
}

export type CompanyCommand =
  | ({ readonly kind: 'register' } & EventNamed<'company.registered.v1'>['data'])
  | { readonly kind: 'edit'; readonly wish: CompanyWish }
  /** another company claims a name that this company no longer needs */
  | { readonly kind: 'lose-name'; readonly companyId: number }
  /** begins the erasure of the company; `name`: the company's name as the super user typed it */
  | { readonly kind: 'erase'; readonly name: string }
  /** moves the due date by one recurrence; `from`: the due date that the caller has seen */
  | { readonly kind: 'advance'; readonly from: string | null }
  /** an administrator unblocks the company for a while; `settings`: the platform's */
  | { readonly kind: 'unblock'; readonly settings: DueDateSettings }

const isEqualJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const givenFields = <T extends object>(wish: T): Partial<T> =>
  Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)) as Partial<T>

/** One event for each group of fields that the request changes. */
const editEvents = (company: Company, wish: CompanyWish): readonly CompanyEvent[] => {
  const wanted = { ...company, ...givenFields(wish) } as Company
  const { companyId, name, email, phone, billing, status, planId, overrides } = wanted
  const { dueDate, recurrence, trialExpiration, timezone } = wanted
  // an unchanged due date keeps its day of the month
  const dueDay = dueDate === company.dueDate ? company.dueDay : dueDayOf(timezone, dueDate)
  const events: readonly CompanyEvent[] = [
    { type: 'company.changed.v1', data: { companyId, name, email, phone, billing } },
    { type: 'company.status-set.v1', data: { companyId, status } },
    { type: 'company.plan-set.v1', data: { companyId, planId, overrides } },
    { type: 'company.due-date-set.v1', data: { companyId, dueDate, dueDay, recurrence, trialExpiration } },
  ]
  return events.filter((event) => !isEqualJson(companyAfter(company, event), company))
}

/**
 * Registering a registered company changes nothing. Errors: ERR_NO_COMPANY_FOUND (not registered),
 * ERR_COMPANY_BEING_ERASED, ERR_COMPANY_NAME_DIFFERS (the typed name is not the company's),
 * ERR_DUE_DATE_CHANGED (another user changed the due date since the caller's read); for `unblockCompany` those of
 * `unblockCompany`.
 */
export const companyDecider: Decider<CompanyState, CompanyCommand, CompanyEvent> = {
  initial: null,
  evolve: companyAfter,
  decide: (state, command, time) => {
    if (command.kind === 'register') {
      const { kind: _, ...data } = command
      return ok(state === null ? [{ type: 'company.registered.v1', data }] : [])
    }
    if (command.kind === 'lose-name') {
      return ok([{ type: 'company.name-lost.v1', data: { companyId: command.companyId } }])
    }
    if (state === null) return err(domainError('ERR_NO_COMPANY_FOUND'))
    if (state.erasing) return err(domainError('ERR_COMPANY_BEING_ERASED'))
    if (command.kind === 'erase') {
      if (withSingleBlanks(command.name) !== withSingleBlanks(state.name))
        return err(domainError('ERR_COMPANY_NAME_DIFFERS', { field: 'name' }))
      return ok([{ type: 'company.erasing.v1', data: { companyId: state.companyId } }])
    }
    if (command.kind === 'edit') return ok(editEvents(state, command.wish))
    if (command.kind === 'unblock') return unblockCompany(state, new Date(time), command.settings)
    if (command.from !== state.dueDate) return err(domainError('ERR_DUE_DATE_CHANGED'))
    const { companyId, recurrence, trialExpiration } = state
    const next = advanceDueDate(state, new Date(time))
    return ok([
      { type: 'company.due-date-set.v1', data: { companyId, ...next, recurrence, trialExpiration } },
    ])
  },
}
