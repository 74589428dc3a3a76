import { readStored, store } from '../base/storage.js'
import { claimsOf } from './token.js'

const KEY = 'guiche.pushed'

const sessionOf = (token: string | null): string => claimsOf(token ?? '').sid ?? ''

/**
 * For which session this browser is pushed to. The subscription is the whole browser's, and a tab whose session has ended
 * must not end the pushes of another one that has begun in a tab beside it.
 */
export const pushed = {
  remember: (token: string | null): void => void store(KEY, sessionOf(token)),
  isFor: (token: string | null): boolean => readStored(KEY) === sessionOf(token),
  isForNobody: (): boolean => readStored(KEY) === null,
  forget: (): void => void store(KEY, null),
}
