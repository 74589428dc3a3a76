import type { Shown } from '../../../records/record-api.js'

type QuickMessage = Pick<Shown<'quickmessage'>, 'id' | 'shortcode' | 'message' | 'status'>

/** Characters of a message that its label shows. */
const LABEL = 35
const MOST = 50
/** Id of the list of quick messages in the document. */
export const QUICK_LIST = 'quick-messages'

/** Without regard to case and accents. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** The text that asks for all quick messages; it is never sent. */
export const QUICK_SIGN = '/'

/** Whether a composer's text asks for quick messages. */
export const asksForQuick = (text: string): boolean => text.startsWith(QUICK_SIGN)

/** The beginning of a message, in one line. */
export const labelOf = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  const shown = [...line].slice(0, LABEL).join('')
  return shown === line ? line : `${shown}…`
}

/**
 * Active ones in which a text is found, without regard to case and accents: those first whose shortcode begins with it,
 * then those whose shortcode holds it, then those whose message does. Among these, the most used come first.
 */
export const offered = <M extends QuickMessage>(
  all: readonly M[],
  text: string,
  uses: ReadonlyMap<number, number>,
): readonly M[] => {
  const usesOf = (message: M): number => uses.get(message.id) ?? 0
  const wanted = folded(text)
  const ranked = all.flatMap((message) => {
    const shortcode = folded(message.shortcode)
    const rank = shortcode.startsWith(wanted)
      ? 0
      : shortcode.includes(wanted)
        ? 1
        : folded(message.message).includes(wanted)
          ? 2
          : null
    return rank === null || !message.status ? [] : [{ message, rank }]
  })
  return ranked
    .sort((a, b) => a.rank - b.rank || usesOf(b.message) - usesOf(a.message))
    .slice(0, MOST)
    .map(({ message }) => message)
}
