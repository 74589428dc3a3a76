import { FEATURES, type Feature, LIMITED, type Limited } from './features.js'

/** How many of each; null where there is no limit. */
export type LimitsOf = { readonly [L in Limited]: number | null }

/** What a company may have and use. */
export interface Allowance {
  readonly limits: LimitsOf
  /** features that it lacks */
  readonly without: readonly Feature[]
}

/** A company as its stream or its document tells it. */
interface OfCompany {
  readonly limits: LimitsOf
  readonly without?: readonly Feature[]
  readonly overrides?: LimitsOf
}
/** A plan as it is stored: flags are 0 or 1. */
type OfPlan = LimitsOf & { readonly [F in Feature]: 0 | 1 }

/**
 * What a company may have and use now. Its own limits come first, then those of its plan. `plan` is null for a company
 * without a plan, which has what it was registered with.
 */
export const allowanceOf = (company: OfCompany, plan: OfPlan | null): Allowance => {
  const basis: LimitsOf = plan ?? company.limits
  const limits = Object.fromEntries(
    LIMITED.map((name) => [name, company.overrides?.[name] ?? basis[name]]),
  ) as LimitsOf
  const without = plan === null ? (company.without ?? []) : FEATURES.filter((feature) => plan[feature] === 0)
  return { limits, without }
}
