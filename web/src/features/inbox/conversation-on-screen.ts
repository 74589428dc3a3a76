import { followAttention, hasAttention } from '../../base/attention.js'
import { browserLocks, holdLock } from '../../base/locks.js'

const lockOf = (uuid: string): string => `guiche.looks-at-${uuid}`

/**
 * Informs the browser's other windows while the user has this conversation on the screen. Gives a function
 * that ends this.
 */
export const announceOnScreen = (uuid: string): (() => void) => {
  let release: (() => void) | null = null
  const tell = () => {
    const looks = hasAttention()
    if (looks === (release !== null)) return
    release?.()
    release = looks ? holdLock(lockOf(uuid)) : null
  }
  tell()
  const end = followAttention(tell)
  return () => {
    end()
    release?.()
  }
}

/** Whether the user has this conversation on the screen, in any window of this browser. */
export const isOnScreen = async (uuid: string): Promise<boolean> => {
  if (location.pathname === `/tickets/${uuid}` && hasAttention()) return true
  const all = await browserLocks()
    ?.query()
    .catch(() => undefined)
  return (all?.held ?? []).some(({ name }) => name === lockOf(uuid))
}
