const MAX_KEY = 300

/** An entry of ours whose only purpose is to tell whether SECRET_KEY is the right one. No caller's key is like it. */
export const PROBE = '\u{1}probe'
export const WRONG_KEY = 'SECRET_KEY is not the one that the vault was written with'
/**
 * Present while a rotation of the key is unfinished: entries are under two keys then. Its value is sealed under the new
 * one.
 */
export const ROTATING = '\u{1}rotating'
export const HALF_ROTATED =
  'a rotation of SECRET_KEY was cut short; run npm run admin -- rotate-key again, with the same keys'

/** Whether callers may use it as a key. */
export const isVaultKey = (key: string): boolean =>
  key.length > 0 && key.length <= MAX_KEY && /^[\x20-\x7e]+$/.test(key)

/** A key as callers may use it. Throws on any other. */
export const checkedKey = (key: string): string => {
  if (!isVaultKey(key)) {
    throw new TypeError('a vault key is 1 to 300 printable ASCII characters')
  }
  return key
}

/** First key that begins with the prefix, and the first one that no longer does. Keys are printable ASCII. */
export const rangeOf = (prefix: string): [string, string] => [
  prefix === '' ? ' ' : checkedKey(prefix),
  `${prefix}\u{7f}`,
]
