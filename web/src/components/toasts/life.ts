import { newId } from '../../api/ids.js'
import type { Toast } from './toasts.js'

/** Milliseconds: errors close first; one with something to press stays longer. */
const STAYS = { failed: 2000, good: 3000, info: 3000, waiting: 3000 } as const
const WITH_ACTION = 6000
/** Milliseconds to read a character: a long sentence stays until it is read. */
const TO_READ = 55

/**
 * How a toast lives from now (milliseconds since the epoch) on. `stays`: so long while nobody holds it. `ends`: it goes
 * after so long also while it is held; null: never. What cannot be done any more is not offered.
 */
export const lifeOf = (toast: Toast, now: number) => {
  const { until } = toast.action ?? {}
  const action = until !== undefined && until <= now ? undefined : toast.action
  return {
    action,
    stays:
      toast.stays ??
      Math.max(action === undefined ? STAYS[toast.tone] : WITH_ACTION, toast.text.length * TO_READ),
    ends: action?.until === undefined ? null : action.until - now,
    // the same sentence twice at once is one, but not where each has something else to press
    key: toast.key ?? (action === undefined ? toast.text : newId()),
  }
}
