import { BILLING_SETTINGS } from '@guiche/contracts/settings/settings.js'
import { useUser } from '../../base/access.js'

/**
 * Whether the company has set a billing system, so that queues of bills can ask it. Secrets are masks, not
 * empty.
 */
export const useAsksBilling = (): boolean => {
  const { settings } = useUser().company
  const isSet = (key: string): boolean => settings.some((one) => one.key === key && one.value !== '')
  return Object.values(BILLING_SETTINGS).some((keys) => keys.every(isSet))
}
