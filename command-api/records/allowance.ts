import { type Allowance, allowanceOf } from '@guiche/contracts/allowance.js'
import { NO_OVERRIDES } from '@guiche/contracts/company.js'
import { PLATFORM } from '@guiche/contracts/records/record.js'
import { streams } from '@guiche/contracts/streams.js'
import { companyDecider } from '../company/decide.js'
import type { Kernel } from '../kernel/kernel.js'
import { deciders } from './deciders.js'

type Deps = Pick<Kernel, 'load'>

const plansOf = async (kernel: Deps) =>
  (await kernel.load(deciders.plan, streams.records('plans', PLATFORM))).state.records

/** Whether there is such a plan. Rejects (StoreUnavailable) as `load` does. */
export const planIsThere = async (kernel: Deps, planId: number): Promise<boolean> =>
  (await plansOf(kernel)).has(planId)

/** Whether companies that register themselves may have this plan. Rejects (StoreUnavailable) as `load` does. */
export const planIsOffered = async (kernel: Deps, planId: number): Promise<boolean> =>
  (await plansOf(kernel)).get(planId)?.useInternal === 1

/**
 * What a company may have and use, with all that is appended: as its plan says at this moment. A company that nobody has
 * registered has no limits. Rejects (StoreUnavailable) as `load` does.
 */
export const allowanceNow = async (kernel: Deps, companyId: number): Promise<Allowance> => {
  const { state: company } = await kernel.load(companyDecider, streams.company(companyId))
  if (company === null) return { limits: NO_OVERRIDES, without: [] }
  const plan = company.planId === null ? null : ((await plansOf(kernel)).get(company.planId) ?? null)
  return allowanceOf(company, plan)
}
