/**
 * Ranks of cards in the lanes of the kanban board: texts of these digits, compared as text. The server
 * assigns the ranks. A browser computes the rank of a card that it moves, until the server's arrives. Plain
 * data, for browsers too.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RADIX = DIGITS.length
/** Number of digits of a time. */
const TIME_DIGITS = 8
const END_OF_TIME = RADIX ** TIME_DIGITS - 1
/**
 * Begins of ranks by time. TOP_PREFIX: above all other ranks, newest first. END_PREFIX: below all other ranks, oldest
 * first.
 */
const TOP_PREFIX = 'M'
const END_PREFIX = 'N'
/** A rank ends with a digit that is not the lowest: so no rank is another rank followed by zeros. */
const LAST_DIGIT = 'V'
/** Maximum length of a rank. */
const MAX_RANK_LENGTH = 300

const rankNumeral = (value: number): string => {
  let rest = Math.max(0, Math.floor(value))
  let text = ''
  do {
    text = DIGITS.charAt(rest % RADIX) + text
    rest = Math.floor(rest / RADIX)
  } while (rest > 0)
  return text
}
const timeNumeral = (value: number): string => rankNumeral(value).padStart(TIME_DIGITS, '0')
/** Makes the ranks of two cards different that are put between the same neighbours concurrently. */
const rankSuffix = (ticketId: number): string => `${rankNumeral(ticketId)}${LAST_DIGIT}`
const millisOf = (time: string): number => Date.parse(time) || 0

/** The rank of a card that was never moved: above cards of tickets that were opened earlier. */
export const rankOnTop = (time: string, ticketId: number): string =>
  `${TOP_PREFIX}${timeNumeral(END_OF_TIME - millisOf(time))}${rankSuffix(ticketId)}`

const rankAtEnd = (time: string, ticketId: number): string =>
  `${END_PREFIX}${timeNumeral(millisOf(time))}${rankSuffix(ticketId)}`

/** A text between two others, with room for suffixes. `above` null: no upper bound. */
const middleRank = (below: string, above: string | null): string => {
  let prefix = ''
  let bound = above
  for (let at = 0; ; at++) {
    const low = at < below.length ? DIGITS.indexOf(below.charAt(at)) : 0
    const high = bound !== null && at < bound.length ? DIGITS.indexOf(bound.charAt(at)) : RADIX
    if (high - low >= 2) return prefix + DIGITS.charAt(Math.floor((low + high) / 2))
    prefix += DIGITS.charAt(low)
    // from here on every digit is below the bound
    if (high > low) bound = null
  }
}

/**
 * The rank of a card between two cards of a lane, at a time (ISO-8601). `previous` null: on top; `next` null:
 * at the end. Without room the card goes on top.
 */
export const rankBetween = (
  { previous, next }: { readonly previous: string | null; readonly next: string | null },
  time: string,
  ticketId: number,
): string => {
  const top = rankOnTop(time, ticketId)
  if (previous === null && (next === null || top < next)) return top
  const end = rankAtEnd(time, ticketId)
  if (next === null && previous !== null && end > previous) return end
  const isTie = previous !== null && next !== null && previous >= next
  const place = `${isTie ? previous : middleRank(previous ?? '', next)}${rankSuffix(ticketId)}`
  return place.length <= MAX_RANK_LENGTH ? place : top
}

/** Id of the lane for tickets without tag of a lane. */
export const NO_LANE = 0

/** Compares cards of a lane by rank. */
export const byRank = (
  a: { readonly laneRank: string; readonly id: number },
  b: { readonly laneRank: string; readonly id: number },
): number => (a.laneRank === b.laneRank ? a.id - b.id : a.laneRank < b.laneRank ? -1 : 1)

/** Compares lanes: by their set order (lanes without an order last), then by id. */
export const byLaneOrder = (
  a: { readonly laneOrder: number | null; readonly id: number },
  b: { readonly laneOrder: number | null; readonly id: number },
): number =>
  (a.laneOrder ?? Number.POSITIVE_INFINITY) === (b.laneOrder ?? Number.POSITIVE_INFINITY)
    ? a.id - b.id
    : (a.laneOrder ?? Number.POSITIVE_INFINITY) - (b.laneOrder ?? Number.POSITIVE_INFINITY)

/** A ticket's tags after its card moved to a lane: with the lane's tag, without other lanes' tags. */
export const tagsInLane = (
  tagIds: readonly number[],
  { tagId, off }: { readonly tagId: number | null; readonly off: readonly number[] },
): readonly number[] => {
  const kept = tagIds.filter((id) => !off.includes(id))
  return tagId === null || kept.includes(tagId) ? kept : [...kept, tagId]
}
