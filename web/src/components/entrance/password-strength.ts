import { MIN_PASSWORD_LENGTH } from '@guiche/contracts/users/password.js'

/** Minimum length of a strong password with one kind of characters. */
const LONG_PASSWORD = 14
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u] as const

/** Whether a password is common (contracts/users/common-passwords.ts). */
export type IsCommon = (password: string) => boolean

/** Strength of a password. `common`: the server refuses the password. */
export const strengthOf = (password: string, isCommon: IsCommon): 'short' | 'common' | 'fair' | 'strong' => {
  if (password.length < MIN_PASSWORD_LENGTH.strong) return 'short'
  if (isCommon(password)) return 'common'
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  return password.length >= LONG_PASSWORD || (kinds >= 3 && password.length >= 10) ? 'strong' : 'fair'
}
