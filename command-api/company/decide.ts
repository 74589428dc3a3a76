import type { CompanyEvent } from '@guiche/contracts/events/company.js'
import { ok } from '@guiche/contracts/result.js'
import type { Decider } from '../kernel/kernel.js'

/** A company as stream `company-{id}` tells it; null before it is registered. */
export type CompanyState = CompanyEvent['data'] | null

export type CompanyCommand = { readonly kind: 'register' } & CompanyEvent['data']

/** Registering a company that is registered changes nothing. */
export const companyDecider: Decider<CompanyState, CompanyCommand, CompanyEvent> = {
  initial: null,
  evolve: (state, event) => (event.type === 'company.registered.v1' ? event.data : state),
  decide: (state, { kind: _, ...data }) =>
    ok(state === null ? [{ type: 'company.registered.v1', data }] : []),
}
