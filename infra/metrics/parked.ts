import type { Vault } from '../vault/vault.js'

/**
 * Where command-api puts aside in the vault what it could not do: `{prefix}{companyId}/{id}`, and while it is still
 * tried, or waits for its turn, `{prefix}{companyId}/waiting/{id}`.
 */
export const PARKED_REPORTS = 'parked-report/'
export const PARKED_EVENTS = 'parked-event/'
export const WAITING = '/waiting/'

/** How many reports and events are parked; those that are still tried are not. */
export const countParked = async (vault: Pick<Vault, 'list'>): Promise<number> => {
  const keys = await Promise.all([vault.list(PARKED_REPORTS), vault.list(PARKED_EVENTS)])
  return keys.flat().filter((key) => !key.includes(WAITING)).length
}
