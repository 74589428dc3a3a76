import { cut } from '@guiche/contracts/cut.js'
import { SEARCH_LENGTH } from '@guiche/contracts/search-length.js'
import { useEffect, useState } from 'react'

const PAUSE = 500
/** Letters without which nothing is searched for. */
export const SHORTEST = 3

/** What is searched for by the text of a field; '' for all. Of a longer text, pasted perhaps, its beginning. */
export const searchedFor = (text: string): string => {
  const trimmed = text.trim()
  return trimmed.length < SHORTEST ? '' : cut(trimmed, SEARCH_LENGTH).trimEnd()
}

/**
 * The text of a search field and what is searched for: from three characters, 500 ms after the last key; '' for all.
 * `isShort`: what stands in the field is too short to be searched for. `first`: what stands in it at first.
 */
export const useSearch = (first = '') => {
  const [text, setText] = useState(first)
  const isShort = text.trim().length < SHORTEST
  const wanted = searchedFor(text)
  const [search, setSearch] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSearch(wanted), wanted === '' ? 0 : PAUSE)
    return () => clearTimeout(timer)
  }, [wanted])
  return { text, setText, search, isShort }
}
