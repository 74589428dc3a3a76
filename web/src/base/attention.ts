import { isAway, onActivity } from './activity.js'

/** Whether an active user can see this window; another window may have the focus. */
export const isWindowVisible = (): boolean => document.visibilityState === 'visible' && !isAway()

/** Whether an active user uses this window: it is visible and has the focus. */
export const hasAttention = (): boolean => isWindowVisible() && document.hasFocus()

/**
 * Calls back whenever visibility, focus or idleness may have changed. Gives a function that stops listening.
 */
export const followAttention = (tell: () => void): (() => void) => {
  const signs = [
    [window, 'focus'],
    [window, 'blur'],
    [document, 'visibilitychange'],
  ] as const
  const end = onActivity(tell)
  for (const [where, sign] of signs) where.addEventListener(sign, tell)
  return () => {
    end()
    for (const [where, sign] of signs) where.removeEventListener(sign, tell)
  }
}

/**
 * Runs a function if this window is visible: now, and whenever it becomes visible. Gives a function that
 * stops this.
 */
export const whenVisible = (run: () => void): (() => void) => {
  const look = (): void => {
    if (isWindowVisible()) run()
  }
  look()
  return followAttention(look)
}
