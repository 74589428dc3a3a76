import { byDue } from '@guiche/contracts/bot/bills.js'
import type { BillingError } from '@guiche/contracts/errors/billing.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { BILLING_SETTINGS, BILLING_SYSTEMS, type BillingSystem } from '@guiche/contracts/settings/settings.js'
import type { GuardedFetch } from '../http/guarded-fetch.js'
import { createAsaas } from './asaas.js'
import type { Access, Billing, FoundBill } from './billing.js'
import { createIxc } from './ixc.js'
import { createMkAuth } from './mkauth.js'

/** The values of all settings of billing systems, secrets in clear. */
export type BillingAccess = Access<BillingSystem>

/** The system that could not be asked, and the reason. */
export interface BillingFault {
  readonly system: BillingSystem
  readonly code: BillingError
}

/** The billing systems of a company: those with all settings set. */
export const systemsIn = (settings: Readonly<Record<string, string | undefined>>): readonly BillingSystem[] =>
  BILLING_SYSTEMS.filter((system) => BILLING_SETTINGS[system].every((key) => (settings[key] ?? '') !== ''))

const CREATE: {
  readonly [S in BillingSystem]: (fetch: GuardedFetch, access: BillingAccess, asaas?: string) => Billing
} = {
  ixc: createIxc,
  mkauth: createMkAuth,
  asaas: createAsaas,
}

/**
 * Asks all billing systems of a company in parallel. A bill of one system counts even if another system
 * failed. Without bills the first fault is given. Never rejects. `asaas`: address of that system for tests.
 */
export const createAskBilling =
  (fetch: GuardedFetch, asaas?: string) =>
  async (access: BillingAccess, document: string): Promise<Result<readonly FoundBill[], BillingFault>> => {
    const systems = systemsIn(access)
    const answers = await Promise.all(
      systems.map(async (system) => ({
        system,
        found: await CREATE[system](fetch, access, asaas).openBills(document),
      })),
    )
    const bills = answers.flatMap(({ found }) => (found.ok ? found.value : [])).toSorted(byDue)
    if (bills.length > 0) return ok(bills)
    for (const { system, found } of answers) if (!found.ok) return err({ system, code: found.error })
    return ok([])
  }
