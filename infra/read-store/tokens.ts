import { SEARCH_WORDS } from '@guiche/contracts/search-length.js'
import type { CollectionSpec, Doc } from './read-store.js'

/** Characters of a word that count; longer ones are cut alike in documents and in what is searched for. */
const MAX_WORD = 64

/** Text without regard to case, accents and forms of the same letter. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')

/** The words of a text, folded, each once: runs of letters and digits. */
export const wordsOf = (text: string): string[] => [
  ...new Set((fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, MAX_WORD))),
]

/**
 * The words that a search by this text looks for: the longest ones, as many as count. One that begins another of them
 * finds nothing else than that does.
 */
export const searchedWords = (text: string): string[] => {
  const words = wordsOf(text).sort((a, b) => b.length - a.length)
  return words
    .filter((word, index) => !words.slice(0, index).some((longer) => longer.startsWith(word)))
    .slice(0, SEARCH_WORDS)
}

/** Every end of a number's digits, so that the beginning of an end is any part of the number. */
const endsOf = (number: string): string[] => {
  const digits = number.replace(/\D+/g, '').slice(0, MAX_WORD)
  return Array.from(digits, (_, index) => digits.slice(index))
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

/** The texts that `tokensOf` looks at: as long as these are the same, so are the tokens. */
export const searchedText = ({ text, digits = [] }: Fields, doc: Doc): string =>
  [...text, ...digits].map((path) => textAt(doc, path)).join('\0')

/** Search tokens of a document, sorted and unique. */
export const tokensOf = (search: Fields, doc: Doc): string[] => {
  const words = search.text.flatMap((path) => wordsOf(textAt(doc, path)))
  const ends = (search.digits ?? []).flatMap((path) => endsOf(textAt(doc, path)))
  return [...new Set([...words, ...ends])].sort()
}

/**
 * Tells which documents a text finds: each word that is searched for begins a token there. A text without words finds
 * all.
 */
export const searcher = (search: Fields, text: string): ((doc: Doc) => boolean) => {
  const words = searchedWords(text)
  if (words.length === 0) return () => true
  return (doc) => {
    const tokens = tokensOf(search, doc)
    return words.every((word) => tokens.some((token) => token.startsWith(word)))
  }
}
