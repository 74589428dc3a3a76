import { readStored, store } from '../base/storage.js'

const KEY = 'guiche.left'

/**
 * That a person has left and the server may not know it: the cookie that scripts cannot remove would let the next person
 * of a shared computer in. It is remembered in this browser until the server has ended the session, or somebody signs in.
 */
export const left = {
  remember: (): void => void store(KEY, 'yes'),
  forget: (): void => void store(KEY, null),
  isRemembered: (): boolean => readStored(KEY) !== null,
}
