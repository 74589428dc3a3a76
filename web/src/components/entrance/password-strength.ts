import { LEAST } from '@guiche/contracts/password.js'

/** Characters from which a password of one kind of sign is strong, too. */
const LONG = 14
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u] as const

/** Whether everybody tries a password (contracts/common-passwords.ts). */
export type IsCommon = (password: string) => boolean

/** How well a password protects. `common`: the server refuses the password, because everybody tries it. */
export const strengthOf = (password: string, isCommon: IsCommon): 'short' | 'common' | 'fair' | 'strong' => {
  if (password.length < LEAST.strong) return 'short'
  if (isCommon(password)) return 'common'
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  return password.length >= LONG || (kinds >= 3 && password.length >= 10) ? 'strong' : 'fair'
}
