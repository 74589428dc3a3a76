import { holdLock } from './locks.js'

/** Time without input after which a user counts as away, in ms. */
const AWAY_AFTER = 300_000
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const
/** Lock of each window whose user is active; service-worker/worker.js queries it. */
const AT_DESK = 'guiche.at-desk'

let away = false
const listeners = new Set<() => void>()

/** Whether this window had no input for five minutes. */
export const isAway = (): boolean => away

/**
 * Calls back when the user becomes idle in this window, and on the next input. Gives a function that stops
 * listening.
 */
export const onActivity = (tell: () => void): (() => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** Watches for input in this window. Gives a function that stops watching. */
export const watchActivity = (): (() => void) => {
  let last = Date.now()
  let timer: ReturnType<typeof setTimeout>
  let letGo = holdLock(AT_DESK)
  away = false
  const turn = (isAway: boolean): void => {
    away = isAway
    for (const tell of listeners) tell()
  }
  const look = (): void => {
    const quiet = Date.now() - last
    if (quiet < AWAY_AFTER) {
      timer = setTimeout(look, AWAY_AFTER - quiet)
      return
    }
    letGo()
    turn(true)
  }
  const sign = (): void => {
    last = Date.now()
    if (!away) return
    letGo = holdLock(AT_DESK)
    turn(false)
    timer = setTimeout(look, AWAY_AFTER)
  }
  timer = setTimeout(look, AWAY_AFTER)
  for (const name of ACTIVITY_EVENTS) addEventListener(name, sign, { capture: true, passive: true })
  return () => {
    clearTimeout(timer)
    letGo()
    for (const name of ACTIVITY_EVENTS) removeEventListener(name, sign, { capture: true })
  }
}
