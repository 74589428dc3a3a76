import type { Result } from '@guiche/contracts/result.js'
import { BILLING_SETTINGS, isSecret, type SettingKey } from '@guiche/contracts/settings/settings.js'
import { type BillingAccess, type BillingFault, createAskBilling } from '@guiche/infra/billing/ask-billing.js'
import type { FoundBill } from '@guiche/infra/billing/billing.js'
import type { AreaDeps } from '../deps.js'
import { secretsOf, settingOf } from './of-company.js'

/**
 * Asks the billing systems of a company for the open bills of a CPF or CNPJ (digits only). Rejects only if
 * views or vault are unavailable.
 */
export type AskBilling = (
  companyId: number,
  document: string,
) => Promise<Result<readonly FoundBill[], BillingFault>>

const KEYS: readonly SettingKey[] = Object.values(BILLING_SETTINGS).flat()

/** Billing systems with a company's settings. */
export const createCompanyBilling = ({
  records,
  vault,
  guardedFetch,
}: Pick<AreaDeps, 'records' | 'vault' | 'guardedFetch'>): AskBilling => {
  const ask = createAskBilling(guardedFetch)
  return async (companyId, document) => {
    const secrets = await secretsOf({ records, vault }, companyId, KEYS.filter(isSecret))
    const values = await Promise.all(
      KEYS.map(async (key) => [key, secrets[key] ?? (await settingOf(records, companyId, key))] as const),
    )
    return ask(Object.fromEntries(values) as unknown as BillingAccess, document)
  }
}
