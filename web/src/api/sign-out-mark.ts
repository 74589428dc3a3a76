import { readStored, storeText } from '../base/storage.js'

const KEY = 'guiche.left'

/**
 * Remembers that a user has signed out but the server may not know: the session's cookie, which scripts
 * cannot remove, would sign in the next user of a shared computer. Kept in this browser until the server has
 * ended the session, or a user signs in.
 */
export const signOutMark = {
  remember: (): void => void storeText(KEY, 'yes'),
  forget: (): void => void storeText(KEY, null),
  isRemembered: (): boolean => readStored(KEY) !== null,
}
