import { isForQueue, isOf, type QuickReply } from '../../quick-messages/quick-replies.js'

/** Characters of a message that its label shows. */
const LABEL = 35
const MAX_REPLIES = 50
/** Document id of the list of quick replies. */
export const QUICK_LIST = 'quick-messages'

/** Folds a text: no case, no accents. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** The text that lists all quick replies; never sent. */
export const QUICK_SIGN = '/'

/** Whether a composer's text opens the quick replies. */
export const asksForQuick = (text: string): boolean => text.startsWith(QUICK_SIGN)

/** The beginning of a message, in one line. */
export const labelOf = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  const shown = [...line].slice(0, LABEL).join('')
  return shown === line ? line : `${shown}…`
}

interface AskedReplies {
  /** text after the slash */
  readonly text: string
  /** the conversation's queue */
  readonly queueId: number | null
  /** null for all */
  readonly category: string | null
  /** the user's uses by reply id */
  readonly own: ReadonlyMap<number, number>
}

/** Rank of a reply for a folded text, 0 best; null without a match. */
const rankOf = ({ shortcode, category, message }: QuickReply, wanted: string): number | null => {
  const code = foldText(shortcode)
  if (code.startsWith(wanted)) return 0
  if (code.includes(wanted)) return 1
  if (foldText(category).startsWith(wanted)) return 2
  return foldText(message).includes(wanted) ? 3 : null
}

/**
 * Active quick replies that contain a text, ignoring case and accents. First those whose shortcode begins
 * with the text, then by shortcode, category and message. Among equals, the user's most used replies come
 * first, then everybody's. Replies of other queues come last, and only for a text.
 */
export const offeredReplies = <M extends QuickReply>(
  all: readonly M[],
  asked: AskedReplies,
): readonly M[] => {
  const { queueId, category, own } = asked
  const ownOf = ({ id }: M): number => own.get(id) ?? 0
  const wanted = foldText(asked.text)
  const ranked = all.flatMap((message) => {
    const rank = rankOf(message, wanted)
    const isElsewhere = !isForQueue(message, queueId)
    if (rank === null || !message.status || !isOf(message, category)) return []
    return isElsewhere && wanted === '' ? [] : [{ message, rank, elsewhere: Number(isElsewhere) }]
  })
  return ranked
    .sort(
      (a, b) =>
        a.elsewhere - b.elsewhere ||
        a.rank - b.rank ||
        ownOf(b.message) - ownOf(a.message) ||
        b.message.uses - a.message.uses,
    )
    .slice(0, MAX_REPLIES)
    .map(({ message }) => message)
}
