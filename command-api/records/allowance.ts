import { type Allowance, allowanceOf } from '@guiche/contracts/company/allowance.js'
import { NO_OVERRIDES } from '@guiche/contracts/company/company.js'
import { SYSTEM } from '@guiche/contracts/envelope.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import { streams } from '@guiche/contracts/streams.js'
import type { PlanDoc } from '@guiche/contracts/views/company.js'
import { newUuid } from '@guiche/infra/ids.js'
import { companyDecider } from '../company/decide.js'
import { planUseDecider } from '../company/plan-use.js'
import type { Kernel } from '../kernel/kernel.js'
import { deciderOf, deciders } from './deciders.js'
import type { RecordCommand, RecordEvent, RecordsState } from './state.js'

type Deps = Pick<Kernel, 'load'>
/** The actor that finishes a deletion without a user. */
const PLATFORM_ITSELF = { companyId: PLATFORM_COMPANY, userId: 0, profile: 'admin', super: true } as const

const plansOf = async (kernel: Deps) =>
  (await kernel.load(deciders.plan, streams.records('plans', PLATFORM_COMPANY))).state.records

/** A plan with all appended events, in the form of its documents; null if absent. Rejects as `load` does. */
export const currentPlan = async (kernel: Deps, planId: number): Promise<PlanDoc | null> => {
  const stored = (await plansOf(kernel)).get(planId)
  return stored === undefined ? null : (stored as unknown as PlanDoc)
}

/** Whether there is such a plan. Rejects (StoreUnavailable) as `load` does. */
export const isPlanPresent = async (kernel: Deps, planId: number): Promise<boolean> =>
  (await plansOf(kernel)).has(planId)

/**
 * Whether self-registering companies may have this plan. A closed plan is refused, and its broken deletion repeated.
 * Rejects (StoreUnavailable) as `load` does.
 */
export const planIsOffered = async (
  kernel: Pick<Kernel, 'load' | 'execute'>,
  planId: number,
): Promise<boolean> => {
  if ((await plansOf(kernel)).get(planId)?.useInternal !== 1) return false
  const { state: use } = await kernel.load(planUseDecider, streams.planUse(planId))
  if (!use.isClosed) return true
  // a closed plan is refused, and its broken deletion repeated
  await kernel.execute<RecordsState, RecordCommand, RecordEvent>(
    deciderOf('plan'),
    streams.records('plans', PLATFORM_COMPANY),
    { kind: 'delete', id: planId, caller: PLATFORM_ITSELF },
    { commandId: newUuid(), companyId: PLATFORM_COMPANY, actor: SYSTEM, correlationId: newUuid() },
  )
  return false
}

/**
 * A company's allowance with all appended events: the limits of its plan now. An unregistered company has no limits.
 * Rejects (StoreUnavailable) as `load` does.
 */
export const currentAllowance = async (kernel: Deps, companyId: number): Promise<Allowance> => {
  const { state: company } = await kernel.load(companyDecider, streams.company(companyId))
  if (company === null) return { limits: NO_OVERRIDES, without: [] }
  const plan = company.planId === null ? null : ((await plansOf(kernel)).get(company.planId) ?? null)
  return allowanceOf(company, plan)
}
