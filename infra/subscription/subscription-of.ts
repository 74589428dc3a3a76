import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { presentSubscription, type SubscriptionRecord } from '@guiche/contracts/views/subscription.js'
import type { Clock } from '../clock.js'
import type { Records } from '../records/records.js'

/**
 * Gives the subscription of the caller's company as its administrators see it; null if the company does not
 * exist.
 */
export const createSubscriptionOf =
  (records: Pick<Records, 'company' | 'companyWithPlan' | 'user'>, clock: Clock) =>
  async ({
    companyId,
    super: isSuper,
  }: Pick<Caller, 'companyId' | 'super'>): Promise<SubscriptionRecord | null> => {
    const [found, platform] = await Promise.all([
      records.companyWithPlan(companyId),
      records.company(PLATFORM_COMPANY),
    ])
    if (found === null) return null
    const { unblockedBy } = found.company
    const by = unblockedBy === undefined ? null : await records.user(companyId, unblockedBy)
    return presentSubscription(found, platform?.settings, clock.now(), by?.name ?? null, isSuper)
  }
