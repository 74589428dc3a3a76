const MAX_KEY = 300

/** An internal entry that tells whether SECRET_KEY is the right key. No caller's key looks like this. */
export const PROBE_KEY = '\u{1}probe'
export const WRONG_KEY = 'SECRET_KEY is not the one that the vault was written with'
/**
 * Present while a rotation of the key is unfinished: entries are then under two keys. Its value is sealed
 * under the new key.
 */
export const ROTATING_KEY = '\u{1}rotating'
export const HALF_ROTATED =
  'a rotation of SECRET_KEY was cut short; run npm run admin -- rotate-key again, with the same keys'

/** Whether callers may use the key. */
export const isVaultKey = (key: string): boolean =>
  key.length > 0 && key.length <= MAX_KEY && /^[\x20-\x7e]+$/.test(key)

/** The key, if callers may use it; else throws. */
export const checkedKey = (key: string): string => {
  if (!isVaultKey(key)) {
    throw new TypeError('a vault key is 1 to 300 printable ASCII characters')
  }
  return key
}

/**
 * The first key with the prefix, and the first key after all keys with the prefix. Keys are printable ASCII.
 */
export const rangeOf = (prefix: string): [string, string] => [
  prefix === '' ? ' ' : checkedKey(prefix),
  `${prefix}\u{7f}`,
]
