import { MAX_SEARCH_WORDS, MIN_SEARCH_DIGITS, SEARCH_WORD } from '@guiche/contracts/search-length.js'
import type { CollectionSpec, Doc } from './read-store.js'

/** Maximum of characters of a word. Longer words are cut in documents and in searches alike. */
const MAX_WORD = 64

/** Text without regard to case, accents and forms of the same letter. */
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')

/** The words of a text, folded, each once; emojis are words of their own. */
export const wordsOf = (text: string): string[] => [
  ...new Set((foldText(text).match(SEARCH_WORD) ?? []).map((word) => word.slice(0, MAX_WORD))),
]

/** Marks tokens of numbers; no word holds it. */
const NUMBER = '_'
/** Number of grouped digits from which a text is a phone number, of which each group counts. */
const NUMBER_WHOLE = 8
/** Digits in the groups in which people write numbers. */
const GROUPS = /[\d+(][\d\s().+-]*/g

/**
 * The digits of a text that are searched inside numbers: long ones, a phone number's, or all digits of a text without
 * words.
 */
const numberParts = (text: string): ReadonlySet<string> => {
  const written = foldText(text)
  const parts = (written.match(GROUPS) ?? []).flatMap((run) => {
    const groups = run.match(/\d+/g) ?? []
    const isNumber = groups.join('').length >= NUMBER_WHOLE || run.length === written.length
    return groups.filter((group) => isNumber || group.length >= MIN_SEARCH_DIGITS)
  })
  return new Set(parts.map((part) => part.slice(0, MAX_WORD)))
}

/**
 * The words of a search: the longest ones, up to the limit. A word that is the beginning of another word is
 * left out, because it finds nothing else.
 */
export const searchedWords = (text: string): string[] => {
  const words = wordsOf(text).sort((a, b) => b.length - a.length)
  return words
    .filter((word, index) => !words.slice(0, index).some((longer) => longer.startsWith(word)))
    .slice(0, MAX_SEARCH_WORDS)
}

/**
 * The tokens of a search: for each word, token prefixes of which a document must have one. With `inNumbers` false
 * digits are searched only in texts.
 */
export const searchedTokens = (text: string, inNumbers = true): readonly (readonly string[])[] => {
  const parts = inNumbers ? numberParts(text.trim()) : new Set()
  return searchedWords(text).map((word) => (parts.has(word) ? [word, NUMBER + word] : [word]))
}

/** Whether a text has digits that are searched inside numbers. */
export const asksForNumbers = (text: string): boolean => numberParts(text.trim()).size > 0

/** Every end of a number's digits, so that the beginning of an end is any part of the number. */
const endsOf = (number: string): string[] => {
  const digits = number.replace(/\D+/g, '').slice(0, MAX_WORD)
  return Array.from(digits, (_, index) => NUMBER + digits.slice(index))
}

const textAt = (doc: Doc, path: string): string => {
  let value: unknown = doc
  for (const key of path.split('.')) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  }
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join(' ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

type Fields = NonNullable<CollectionSpec['search']>

/** The texts from which `tokensOf` derives tokens: equal texts give equal tokens. */
export const searchedText = ({ text, digits = [] }: Fields, doc: Doc): string =>
  [...text, ...digits].map((path) => textAt(doc, path)).join('\0')

/** Search tokens of a document, sorted and unique. */
export const tokensOf = (search: Fields, doc: Doc): string[] => {
  const words = search.text.flatMap((path) => wordsOf(textAt(doc, path)))
  const ends = (search.digits ?? []).flatMap((path) => endsOf(textAt(doc, path)))
  return [...new Set([...words, ...ends])].sort()
}

/**
 * Tells which documents a text finds: each word that is searched for begins a token there. An empty text finds all, one
 * that has only signs finds none. `inNumbers`: as of `searchedTokens`.
 */
export const createSearcher = (search: Fields, text: string, inNumbers = true): ((doc: Doc) => boolean) => {
  const words = searchedTokens(text, inNumbers)
  if (words.length === 0) return () => text.trim() === ''
  return (doc) => {
    const tokens = tokensOf(search, doc)
    return words.every((begins) => tokens.some((token) => begins.some((begin) => token.startsWith(begin))))
  }
}
