import { holdLock, locks } from '../../base/locks.js'
import { followLooks, isLooked } from '../../base/looked.js'

const lockOf = (uuid: string): string => `guiche.looks-at-${uuid}`

/**
 * Informs the browser's other windows while the user has this conversation on the screen. Gives a function
 * that ends this.
 */
export const tellLookedAt = (uuid: string): (() => void) => {
  let release: (() => void) | null = null
  const tell = () => {
    const looks = isLooked()
    if (looks === (release !== null)) return
    release?.()
    release = looks ? holdLock(lockOf(uuid)) : null
  }
  tell()
  const end = followLooks(tell)
  return () => {
    end()
    release?.()
  }
}

/** Whether the user has this conversation on the screen, in any window of this browser. */
export const isLookedAt = async (uuid: string): Promise<boolean> => {
  if (location.pathname === `/tickets/${uuid}` && isLooked()) return true
  const all = await locks()
    ?.query()
    .catch(() => undefined)
  return (all?.held ?? []).some(({ name }) => name === lockOf(uuid))
}
