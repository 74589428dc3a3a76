import { ALLOWED_VALUES } from './config.js'

const KNOWN_VARIABLES = Object.keys(ALLOWED_VALUES)
/** Shorter names are similar by chance. */
const MIN_LENGTH = 6

const lettersOf = (name: string): string => name.toUpperCase().replace(/[^A-Z]/g, '')

/** Whether two texts differ by one added, missing or replaced letter, or two swapped neighbours. */
const isAlmost = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && left === [...right].reverse().join('')
}

/**
 * Variables that look like a misspelt setting, for example `DATADIR`, with the intended setting. The
 * environment is full of other variables. So only names close to our settings, or with our prefix, are
 * reported.
 */
export const misspeltVariables = (
  env: Readonly<Record<string, string | undefined>>,
): readonly { readonly name: string; readonly meant: string }[] =>
  Object.keys(env).flatMap((name) => {
    if (KNOWN_VARIABLES.includes(name)) return []
    const letters = lettersOf(name).replace(/^GUICHE/, '')
    const meant = KNOWN_VARIABLES.find((known) => {
      const its = lettersOf(known)
      if (its === letters) return true
      return its.length >= MIN_LENGTH && letters.length >= MIN_LENGTH && isAlmost(its, letters)
    })
    if (meant !== undefined) return [{ name, meant }]
    return /^GUICHE_/i.test(name) && name !== 'GUICHE_VERSION' ? [{ name, meant: 'none' }] : []
  })
