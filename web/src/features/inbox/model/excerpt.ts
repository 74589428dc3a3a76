const fold = (text: string): string =>
  [...text]
    // a letter stays one letter, so that places in the folded text are places in the text
    .map(
      (letter) =>
        letter
          .normalize('NFD')
          .replace(/\p{Diacritic}/gu, '')
          .toLowerCase()
          .slice(0, letter.length) || letter,
    )
    .join('')

/** Characters before what was found. */
const BEFORE = 40
const LONGEST = 240

/** The part of a long text around what was searched for, without regard to case and accents. */
export const excerpt = (text: string, wanted: string): string => {
  const place = fold(text).indexOf(fold(wanted))
  const from = place <= BEFORE ? 0 : place - BEFORE
  const part = text.slice(from, from + LONGEST)
  return `${from > 0 ? '…' : ''}${part}${from + LONGEST < text.length ? '…' : ''}`
}

/** The text in parts, those that were searched for told apart. `at` = place in the text. */
export const splitBy = (text: string, wanted: string): { part: string; found: boolean; at: number }[] => {
  const search = fold(wanted)
  const folded = fold(text)
  const parts: { part: string; found: boolean; at: number }[] = []
  let end = 0
  if (search !== '') {
    for (let at = folded.indexOf(search); at !== -1; at = folded.indexOf(search, end)) {
      if (at > end) parts.push({ part: text.slice(end, at), found: false, at: end })
      end = at + search.length
      parts.push({ part: text.slice(at, end), found: true, at })
    }
  }
  if (end < text.length) parts.push({ part: text.slice(end), found: false, at: end })
  return parts
}
