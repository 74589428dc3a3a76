/** Maximum length of a checked text: the longest emoji has about fifteen characters. */
const MAX_TEXT = 60
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const segments = new Intl.Segmenter()

/** Number of emoji in a text of 1 to 3 emoji only; 0 for any other text. */
export const emojiCount = (text: string): 0 | 1 | 2 | 3 => {
  const said = text.trim()
  if (said === '' || said.length > MAX_TEXT || !EMOJI.test(said)) return 0
  const parts = [...segments.segment(said)].filter(({ segment }) => segment.trim() !== '')
  return parts.length <= 3 && parts.every(({ segment }) => EMOJI.test(segment))
    ? (parts.length as 1 | 2 | 3)
    : 0
}
