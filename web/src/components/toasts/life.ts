import { newId } from '../../api/ids.js'
import type { Toast } from './toasts.js'

/** Milliseconds that toasts stay: failures the shortest, toasts with an action longer. */
const TOAST_MS = { failed: 2000, good: 3000, info: 3000, waiting: 3000 } as const
const WITH_ACTION = 6000
/** Milliseconds to read a character: a long text stays longer. */
const TO_READ = 55

/**
 * The life of a toast from `now` (milliseconds since the epoch). `stays`: milliseconds while the toast is not
 * hovered or focused. `ends`: milliseconds to its end even while held; null: none. An expired action is
 * omitted.
 */
export const lifeOf = (toast: Toast, now: number) => {
  const { until } = toast.action ?? {}
  const action = until !== undefined && until <= now ? undefined : toast.action
  return {
    action,
    stays:
      toast.stays ??
      Math.max(action === undefined ? TOAST_MS[toast.tone] : WITH_ACTION, toast.text.length * TO_READ),
    ends: action?.until === undefined ? null : action.until - now,
    // equal texts are one toast, unless each has its own action
    key: toast.key ?? (action === undefined ? toast.text : newId()),
  }
}
