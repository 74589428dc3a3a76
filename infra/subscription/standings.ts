import type { DomainError } from '@guiche/contracts/errors.js'
import { ladderOf } from '@guiche/contracts/subscription/ladder.js'
import { type PlatformSettings, refusalOf } from '@guiche/contracts/subscription/refusal.js'
import { type Standing, type Steps, standingAt, stepsOf } from '@guiche/contracts/subscription/standing.js'
import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import { createBoundedCache } from '../bounded-cache.js'
import type { Clock } from '../clock.js'

/** For how long a company is not looked up again, in milliseconds: a block is seen by then. */
const KNOWN_MS = 200
const KNOWN = 20_000
const PLATFORM = 0

interface Known {
  readonly company: CompanyDoc
  readonly steps: Steps
  readonly platform: PlatformSettings
}

/** Where companies stand now, by the views. Each is looked up once in a while, so every caller may ask each time. */
export interface Standings {
  /** Null: there is no such company. */
  of(companyId: number): Promise<Standing | null>
  /** Why the company may not be used now, with the way to pay; null where it may, or is not there. */
  refusal(companyId: number): Promise<DomainError | null>
  /** Whether it is being erased: nothing of it happens any more. */
  isErasing(companyId: number): Promise<boolean>
  /** Whether it only receives now. */
  isBlocked(companyId: number): Promise<boolean>
}

/** `records`: reads the document of a company, and of the platform (0), whose settings say the ladder. */
export const createStandings = (
  records: { company(companyId: number): Promise<CompanyDoc | null> },
  clock: Clock,
): Standings => {
  const cache = createBoundedCache<number, Promise<Known | null>>(KNOWN, KNOWN_MS)

  const load = async (companyId: number): Promise<Known | null> => {
    const [company, platform] = await Promise.all([records.company(companyId), records.company(PLATFORM)])
    if (company === null) return null
    const settings = platform?.settings
    return { company, steps: stepsOf(company, ladderOf(settings)), platform: settings }
  }
  const known = (companyId: number): Promise<Known | null> => {
    const found = cache.get(companyId)
    if (found !== undefined) return found
    const fresh = load(companyId)
    cache.set(companyId, fresh)
    fresh.catch(() => cache.delete(companyId))
    return fresh
  }
  const of = async (companyId: number): Promise<Standing | null> => {
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
