import { PLATFORM } from '@guiche/contracts/records/record.js'
import { presentSubscription, type SubscriptionRecord } from '@guiche/contracts/views/subscription.js'
import type { Clock } from '../clock.js'
import type { Records } from '../records/records.js'

/** Gives the subscription of a company as its administrators read it now; null where there is no such company. */
export const createSubscriptionOf =
  (records: Pick<Records, 'company' | 'user'>, clock: Clock) =>
  async (companyId: number): Promise<SubscriptionRecord | null> => {
    const [company, platform] = await Promise.all([records.company(companyId), records.company(PLATFORM)])
    if (company === null) return null
    const { unblocked } = company
    const by = unblocked === undefined ? null : await records.user(companyId, unblocked.userId)
    return presentSubscription(company, platform?.settings, clock.now(), by?.name ?? null)
  }
