import { PLATFORM_SETTINGS } from '@guiche/contracts/settings/settings.js'
import type { Records } from '../records/records.js'

/** Company id of the platform's settings. */
const PLATFORM = 0

/** Private addresses that super users allow; see `createGuardedFetch`. */
export const privateAddresses = async (records: Pick<Records, 'company'>): Promise<string> =>
  (await records.company(PLATFORM))?.settings.privateAddresses ?? PLATFORM_SETTINGS.privateAddresses.default
