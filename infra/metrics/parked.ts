import type { Vault } from '../vault/vault.js'

/** Vault keys of items: `{prefix}{companyId}/{id}` when parked, `{prefix}{companyId}/waiting/{id}` while they wait. */
export const PARKED_REPORTS = 'parked-report/'
export const PARKED_EVENTS = 'parked-event/'
export const WAITING_PART = '/waiting/'
/** Prefix of waiting imported items, and of items behind them. They have a separate list, because there may be 100,000. */
export const LATER_PREFIX = 'later/'

/** Number of parked reports and events, without those that still have retries. */
export const countParked = async (vault: Pick<Vault, 'list'>): Promise<number> => {
  const keys = await Promise.all([vault.list(PARKED_REPORTS), vault.list(PARKED_EVENTS)])
  return keys.flat().filter((key) => !key.includes(WAITING_PART)).length
}
