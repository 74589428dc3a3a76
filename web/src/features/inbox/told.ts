import { readStored, store } from '../../base/storage.js'

/** What was told last, by whichever window. */
const TOLD = 'guiche.noticed'
/** So many events may come at once. */
const REMEMBERED = 50
/** Milliseconds until every window can read what another one has stored. */
const UNTIL_READ = 2000

/** Whether no other window has asked for this within the last moments; without locks that is not known. */
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
 * Whether this window is the one of this browser that tells an event; it counts as told then. What one window stores is
 * read by the others a little later, so a lock decides until then.
 */
export const isFirstToTell = async (key: string): Promise<boolean> => {
  if (!(await isAlone(key))) return false
  const told = (readStored(TOLD) ?? '').split(' ')
  if (told.includes(key)) return false
  store(TOLD, [key, ...told].slice(0, REMEMBERED).join(' '))
  return true
}

/** Tickets of which this window has told why it does not show them any more. */
const leaving = new Set<number>()

/** Remembers that it was told why a ticket leaves this window. */
export const tellLeaving = (ticketId: number): void => void leaving.add(ticketId)

/** Whether that was told, so that the page which showed the ticket need not say it again; it is asked once. */
export const wasToldLeaving = (ticketId: number): boolean => leaving.delete(ticketId)
