import { LIMITED_THINGS, type LimitedFeature } from '@guiche/contracts/company/features.js'
import type { CompanyUsage } from '@guiche/contracts/views/company.js'

export type LimitUse = CompanyUsage[LimitedFeature]

/** How near a limit is: near from 80 %, full from 100 %. */
export const nearnessOfLimit = ({ used, limit }: LimitUse): 'near' | 'full' | null => {
  if (limit === null) return null
  if (used >= limit) return 'full'
  return used >= 0.8 * limit ? 'near' : null
}

/** The limits of a plan that a company exceeds, and the excess of each. */
export const exceededLimits = (
  usage: Readonly<Record<LimitedFeature, LimitUse>>,
): readonly (readonly [LimitedFeature, number])[] =>
  LIMITED_THINGS.flatMap((what) => {
    const { used, limit } = usage[what]
    return limit === null || used <= limit ? [] : [[what, used - limit] as const]
  })
