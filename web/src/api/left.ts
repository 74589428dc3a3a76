import { readStored, store } from '../base/storage.js'

const KEY = 'guiche.left'

/**
 * Remembers that a person has signed out but the server may not know: the cookie, which scripts cannot remove, would
 * sign in the next person of a shared computer. Kept in this browser until the server has ended the session, or
 * somebody signs in.
 */
export const left = {
  remember: (): void => void store(KEY, 'yes'),
  forget: (): void => void store(KEY, null),
  isRemembered: (): boolean => readStored(KEY) !== null,
}
