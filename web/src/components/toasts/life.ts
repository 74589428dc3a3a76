import { newId } from '../../api/ids.js'
import type { Toast } from './toasts.js'

/** Milliseconds: errors close first; one with something to press stays longer. */
const STAYS = { failed: 2000, good: 3000, info: 3000, waiting: 3000 } as const
const WITH_ACTION = 6000
/** Milliseconds to read a character: a long sentence stays until it is read. */
const TO_READ = 55

/**
 * The life of a toast from `now` (milliseconds since the epoch). `stays`: milliseconds while nobody holds it. `ends`:
 * milliseconds to its end even while held; null: none. An action that is no longer possible is not offered.
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
    // equal sentences are one toast, unless each has an action of its own
    key: toast.key ?? (action === undefined ? toast.text : newId()),
  }
}
