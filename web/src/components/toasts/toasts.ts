import { createAction, isAnyOf } from '@reduxjs/toolkit'
import { signedIn } from '../../api/session.js'
import { listener } from '../../base/listener.js'

export interface Toast {
  readonly tone: 'failed' | 'good' | 'info' | 'waiting'
  /** already translated */
  readonly text: string
  /** an action such as undo; at `until` (milliseconds since the epoch) the toast ends, even while held */
  readonly action?: { readonly label: string; readonly run: () => void; readonly until?: number }
  /** milliseconds that the toast stays; see life.ts */
  readonly stays?: number
  /** a newer toast with this key replaces it */
  readonly key?: string
}

/** Shows a short message that disappears automatically. */
export const toastShown = createAction<Toast>('toasts/shown')

const waiting: Toast[] = []
let show = (toast: Toast): void => void waiting.push(toast)
listener.startListening({ actionCreator: toastShown, effect: ({ payload }) => show(payload) })

/**
 * Resolves when the region of toasts must load. Before the sign-in: with the first toast. After the sign-in:
 * at once, so that a toast can appear while the connection is down.
 */
export const toastsNeeded = new Promise<void>((resolve) => {
  listener.startListening({ matcher: isAnyOf(toastShown, signedIn), effect: () => resolve() })
})

/** Shows toasts with this function from now on, waiting toasts first. */
export const showToastsBy = (shows: (toast: Toast) => void): void => {
  show = shows
  for (const toast of waiting.splice(0)) shows(toast)
}
