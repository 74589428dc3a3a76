import { domainError } from '@guiche/contracts/errors.js'
import type { CompanyEvent } from '@guiche/contracts/events/company.js'
import { sortedText } from '@guiche/contracts/records/order.js'
import { streams } from '@guiche/contracts/streams.js'
import { type CompanyCommand, type CompanyState, companyDecider, FIRST_COMPANY } from '../company/decide.js'
import { type ClaimingWrapper, createClaiming } from '../kernel/claiming.js'
import type { Claims, Kernel } from '../kernel/kernel.js'

/** Names that differ in case, accents or blanks alone are the same. */
export const nameKey = (name: string): string => sortedText(name.replace(/\s+/g, ' ').trim())

const idOf = (holder: string): number => Number(holder.slice(streams.company(0).length - 1))

/** Names of companies, which are one company's in the whole installation, by `nameKey`. */
export type CompanyNames = ClaimingWrapper<string, CompanyState, never>

export const createCompanyNames = (deps: {
  readonly kernel: Kernel
  readonly claims: Claims
}): CompanyNames =>
  createClaiming<string, CompanyState, CompanyCommand, CompanyEvent, never>(deps, {
    kind: 'company-name',
    partsOf: (name) => [name],
    decider: companyDecider,
    streamOf: (holder) => holder,
    needs: (state, name) => state !== null && nameKey(state.name) === name,
    // the first company's initial name has no claim
    isReserved: async (name, holder) => {
      const first = streams.company(FIRST_COMPANY)
      if (holder === first) return false
      const { state } = await deps.kernel.load(companyDecider, first)
      return state !== null && nameKey(state.name) === name
    },
    // a running registration then decides again, and finds that another company holds the name
    lose: (_name, holder) => ({ kind: 'lose-name', companyId: idOf(holder) }),
    taken: () => domainError('ERR_COMPANY_NAME_ALREADY_EXISTS'),
  })
