import { FEATURES, type Feature, LIMITED_THINGS, type LimitedFeature } from './features.js'

/** Limit of each thing that plans limit; null for unlimited. */
export type LimitsOf = { readonly [L in LimitedFeature]: number | null }

/** The limits and features of a company. */
export interface Allowance {
  readonly limits: LimitsOf
  /** features that the company lacks */
  readonly without: readonly Feature[]
}

/** Limits, features and plan of a company, from its stream or its document. */
interface OfCompany {
  readonly limits: LimitsOf
  readonly without?: readonly Feature[]
  readonly overrides?: LimitsOf
}
/** A stored plan: flags are 0 or 1. */
type OfPlan = LimitsOf & { readonly [F in Feature]: 0 | 1 }

/**
 * A company's present limits and features. Its own limits replace those of its plan. `plan` null: the company
 * has no plan, and keeps the limits of its registration.
 */
export const allowanceOf = (company: OfCompany, plan: OfPlan | null): Allowance => {
  const basis: LimitsOf = plan ?? company.limits
  const limits = Object.fromEntries(
    LIMITED_THINGS.map((name) => [name, company.overrides?.[name] ?? basis[name]]),
  ) as LimitsOf
  const without = plan === null ? (company.without ?? []) : FEATURES.filter((feature) => plan[feature] === 0)
  return { limits, without }
}
