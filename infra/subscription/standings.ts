import type { DomainError } from '@guiche/contracts/errors.js'
import { dueDateSettingsOf } from '@guiche/contracts/subscription/due-date-settings.js'
import { type PlatformSettings, refusalOf } from '@guiche/contracts/subscription/refusal.js'
import {
  type SubscriptionStanding,
  type SubscriptionSteps,
  standingAt,
  subscriptionStepsOf,
} from '@guiche/contracts/subscription/standing.js'
import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import { createReadCache } from '../bounded-cache.js'
import type { Clock } from '../clock.js'

/** Time that a company's standing is cached, in milliseconds: a block takes effect within this time. */
const CACHED_MS = 200
const MAX_CACHED = 20_000
const PLATFORM = 0

interface KnownStanding {
  readonly company: CompanyDoc
  readonly steps: SubscriptionSteps
  readonly platform: PlatformSettings
}

/**
 * Present standings of companies, from the views. Each standing is cached for a short time, so callers may
 * ask on every call.
 */
export interface Standings {
  /** Null: the company does not exist. */
  of(companyId: number): Promise<SubscriptionStanding | null>
  /**
   * The error why the company may not be used now, with the way to pay; null if it may, or does not exist.
   */
  refusal(companyId: number): Promise<DomainError | null>
  /** Whether the company is being erased: nothing more may happen in it. */
  isErasing(companyId: number): Promise<boolean>
  /** Whether the company is blocked: it only receives. */
  isBlocked(companyId: number): Promise<boolean>
}

/** `records`: reads the document of a company, and of the platform (0), whose settings say when companies are blocked. */
export const createStandings = (
  records: { company(companyId: number): Promise<CompanyDoc | null> },
  clock: Clock,
): Standings => {
  const cache = createReadCache<number, KnownStanding | null>(MAX_CACHED, CACHED_MS)

  const load = async (companyId: number): Promise<KnownStanding | null> => {
    const [company, platform] = await Promise.all([records.company(companyId), records.company(PLATFORM)])
    if (company === null) return null
    const settings = platform?.settings
    return { company, steps: subscriptionStepsOf(company, dueDateSettingsOf(settings)), platform: settings }
  }
  const known = (companyId: number): Promise<KnownStanding | null> =>
    cache.of(companyId, () => load(companyId))
  const of = async (companyId: number): Promise<SubscriptionStanding | null> => {
    const found = await known(companyId)
    return found && standingAt(found.steps, clock.now().getTime())
  }

  return {
    of,
    isErasing: async (companyId) => (await known(companyId))?.company.erasing === true,
    isBlocked: async (companyId) => (await of(companyId))?.standing === 'blocked',
    refusal: async (companyId) => {
      const found = await known(companyId)
      if (found === null) return null
      const standing = standingAt(found.steps, clock.now().getTime())
      return refusalOf(standing, found.company, found.platform)
    },
  }
}
