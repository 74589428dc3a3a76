/** A text in lower case, without accents and repeated blanks. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** A contact's answer: its whole text, folded, and the number that the whole text is, or null. */
export interface Answer {
  readonly text: string
  readonly number: number | null
}

/** `[ 2 ]`, `*2*`, `2.`, `2)`, `2-` and `2!`: marks around a number in menus, and after a number in answers. */
const NUMBER = /^[*_[(\s]{0,4}([0-9]{1,4})[\])*_\s]{0,4}[.,!):\-–]?$/

/**
 * Reads an answer. Only the whole trimmed text is a number ("2", "２", "2.", "2️⃣", "[ 2 ]"), not its
 * beginning: "2ª via" is a text.
 */
export const answerOf = (said: string): Answer => {
  // A keycap emoji is a digit followed by two marks. The keycap 10 is a single character.
  const text = foldText(said.replaceAll('🔟', '10').replace(/[\ufe0f\u20e3]/g, ''))
  const found = NUMBER.exec(text)
  return { text, number: found === null ? null : Number(found[1]) }
}

/** Whether an answer is one of these words. */
export const isWord = ({ text }: Answer, words: readonly string[]): boolean =>
  text !== '' && words.some((word) => foldText(word) === text)

/** The number and its marks before the title in a line of a menu: `[ 2 ] - `, `2. `. */
const LINE_START = /^[*_[(\s]{0,4}[0-9]{1,4}[\])*_\s]{0,4}[-–.:)]\s{0,4}/

/**
 * The index of the option in an answer: by its number first, else by its whole title, also as a whole line of the menu;
 * -1 without a match.
 */
export const chosenAmong = (
  { number, text }: Answer,
  choices: readonly { readonly number: number; readonly title: string }[],
): number => {
  const byNumber = number === null ? -1 : choices.findIndex((choice) => choice.number === number)
  if (byNumber >= 0 || text === '') return byNumber
  const byTitle = (said: string) => choices.findIndex(({ title }) => foldText(title) === said)
  const whole = byTitle(text)
  return whole >= 0 ? whole : byTitle(text.replace(LINE_START, ''))
}
