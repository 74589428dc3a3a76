import { readStored, storeText } from '../../base/storage.js'

/** Storage key of recent notices in this browser, by any window. */
const NOTICES_KEY = 'guiche.noticed'
/** Maximum of remembered notices. */
const MAX_NOTICES = 50
/** Milliseconds until every window can read a value stored by another window. */
const UNTIL_READ = 2000

/** Whether no other window has claimed this key just now; true without locks. */
const isAlone = (key: string): Promise<boolean> => {
  const locks: LockManager | undefined = navigator.locks
  if (locks === undefined) return Promise.resolve(true)
  return new Promise((resolve) => {
    const take = (lock: Lock | null): Promise<void> | undefined => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise((end) => setTimeout(end, UNTIL_READ))
    }
    locks.request(`guiche.told-${key}`, { ifAvailable: true }, take).catch(() => resolve(true))
  })
}

/**
 * Whether this window is the one of the browser that shows a notice; marks the notice as shown. Other windows
 * read the storage a little later, so a lock decides.
 */
export const claimNotice = async (key: string): Promise<boolean> => {
  if (!(await isAlone(key))) return false
  const told = (readStored(NOTICES_KEY) ?? '').split(' ')
  if (told.includes(key)) return false
  storeText(NOTICES_KEY, [key, ...told].slice(0, MAX_NOTICES).join(' '))
  return true
}

/** Tickets whose removal from this window was already explained. */
const leaving = new Set<number>()

/** Remembers that a notice explained why a ticket leaves this window. */
export const rememberLeaving = (ticketId: number): void => void leaving.add(ticketId)

/**
 * Whether a toast has announced that the user lost this ticket. The page then shows no second notice. True only
 * for the first call.
 */
export const wasLeavingShown = (ticketId: number): boolean => leaving.delete(ticketId)
