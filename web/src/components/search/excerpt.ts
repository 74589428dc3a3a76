import { MIN_SEARCH_DIGITS, SEARCH_WORD } from '@guiche/contracts/search-length.js'
import { wellFormed } from '@guiche/contracts/truncate.js'

const foldText = (text: string): string =>
  [...text]
    // folds letter by letter, so that indexes in the folded text are valid in the text
    .map(
      (letter) =>
        letter
          .normalize('NFD')
          .replace(/\p{Diacritic}/gu, '')
          .toLowerCase()
          .slice(0, letter.length) || letter,
    )
    .join('')

/** Characters before the first match. */
const BEFORE_MATCH = 40
const MAX_EXCERPT = 240

/** Finds the beginnings of searched words; digits also inside of numbers, as on the server. */
const createFinder = (wanted: string): RegExp | null => {
  const words = [...(foldText(wanted).match(SEARCH_WORD) ?? [])]
    // longest first: a word may begin with another word
    .sort((a, b) => b.length - a.length)
  if (words.length === 0) return null
  const areDigits = words.every((word) => /^\d+$/.test(word))
  const isAnywhere = (word: string) =>
    areDigits || !/^[\p{L}\p{N}]/u.test(word) || (/^\d+$/.test(word) && word.length >= MIN_SEARCH_DIGITS)
  return new RegExp(
    words.map((word) => (isAnywhere(word) ? word : `(?<![\\p{L}\\p{N}])${word}`)).join('|'),
    'gu',
  )
}

/** The part of a long text around the first match, ignoring case and accents. */
export const excerptAround = (text: string, wanted: string): string => {
  const place = createFinder(wanted)?.exec(foldText(text))?.index ?? 0
  const near = place <= BEFORE_MATCH ? 0 : place - BEFORE_MATCH
  // starts at the beginning of a word, if one begins before the match
  const from = near === 0 ? 0 : near + Math.max(0, text.slice(near - 1, place).search(/(?<=\s)\S/) - 1)
  const part = wellFormed(text.slice(from, from + MAX_EXCERPT))
  return `${from > 0 ? '…' : ''}${part}${from + MAX_EXCERPT < text.length ? '…' : ''}`
}

/** The text split into parts, matches marked. `at` = index in the text. */
export const splitBy = (text: string, wanted: string): { part: string; found: boolean; at: number }[] => {
  const parts: { part: string; found: boolean; at: number }[] = []
  let end = 0
  const search = createFinder(wanted)
  for (const { index, 0: word } of search === null ? [] : foldText(text).matchAll(search)) {
    if (index > end) parts.push({ part: text.slice(end, index), found: false, at: end })
    end = index + word.length
    parts.push({ part: text.slice(index, end), found: true, at: index })
  }
  if (end < text.length) parts.push({ part: text.slice(end), found: false, at: end })
  return parts
}
