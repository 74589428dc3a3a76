import { readStored, storeText } from '../base/storage.js'
import { claimsOf } from './token.js'

const KEY = 'guiche.pushed'

const sessionOf = (token: string | null): string => claimsOf(token ?? '').sid ?? ''

/**
 * The session that this browser's push subscription belongs to. The subscription is shared by all tabs. A tab whose
 * session has ended must not end the pushes of a session of another tab.
 */
export const pushSession = {
  remember: (token: string | null): void => void storeText(KEY, sessionOf(token)),
  isFor: (token: string | null): boolean => readStored(KEY) === sessionOf(token),
  isForNobody: (): boolean => readStored(KEY) === null,
  forget: (): void => void storeText(KEY, null),
}
