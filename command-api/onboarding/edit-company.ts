import type { DomainError } from '@guiche/contracts/errors.js'
import type { CompanyEvent } from '@guiche/contracts/events/company.js'
import type { Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import {
  type CompanyCommand,
  type CompanyState,
  type CompanyWish,
  companyDecider,
} from '../company/decide.js'
import type { PlanUse } from '../company/plan-use.js'
import type { AreaDeps } from '../deps.js'
import type { Handled, Meta } from '../kernel/kernel.js'
import { isPlanPresent } from '../records/allowance.js'
import { type CompanyNames, nameKey } from './names.js'

export interface EditCompanyDeps extends Pick<AreaDeps, 'kernel'> {
  readonly planUse: PlanUse
  readonly companyNames: CompanyNames
}

/**
 * Changes a company: whatever the wish says, in one writing. `meta` is of that company. Errors: ERR_NO_COMPANY_FOUND,
 * ERR_NO_PLAN_FOUND, ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_UNAVAILABLE.
 */
export const editCompany = async (
  { kernel, planUse, companyNames }: EditCompanyDeps,
  companyId: number,
  wish: CompanyWish,
  meta: Meta,
): Promise<Result<Handled<CompanyState>, DomainError>> => {
  const stream = streams.company(companyId)
  const write = () =>
    kernel.transact<CompanyState, CompanyCommand, CompanyEvent>({
      decider: companyDecider,
      stream,
      command: { kind: 'edit', wish },
      meta,
      around: ({ before, after }) => {
        const [was, is] = [nameKey(before?.name ?? ''), nameKey(after?.name ?? '')]
        return was === is ? null : companyNames.around(stream, { take: is, give: was }, meta)
      },
    })
  const { planId } = wish
  if (planId === undefined) return write()
  return planUse.move({ companyId, planId }, (id) => isPlanPresent(kernel, id), meta, write)
}
