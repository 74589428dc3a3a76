import { MAX_SEARCH_LENGTH } from '@guiche/contracts/search-length.js'
import { truncateText } from '@guiche/contracts/truncate.js'
import { useEffect, useState } from 'react'

const PAUSE_MS = 500
/** Minimum of letters for a search. */
export const MIN_SEARCH_LETTERS = 3

/** The search for a field's text; '' for all. A text that is too long is cut. */
export const searchedFor = (text: string): string => {
  const trimmed = text.trim()
  return trimmed.length < MIN_SEARCH_LETTERS ? '' : truncateText(trimmed, MAX_SEARCH_LENGTH).trimEnd()
}

/**
 * The text of a search field, and the search: from three characters, 500 ms after the last key; '' for all. `isShort`:
 * the text is too short for a search. `first`: initial text.
 */
export const useSearch = (first = '') => {
  const [text, setText] = useState(first)
  const isShort = text.trim().length < MIN_SEARCH_LETTERS
  const wanted = searchedFor(text)
  const [search, setSearch] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(wanted), wanted === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  return { text, setText, search, isShort }
}
