/**
 * The places of cards in the lanes of the kanban board: texts of these digits, compared as text. The server gives them; a
 * browser makes one for a card that it has just moved, until the server's comes. Plain data, for browsers too.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = DIGITS.length
/** Digits of a time. */
const TIME_DIGITS = 8
const END_OF_TIME = BASE ** TIME_DIGITS - 1
/** Places by time: above all others with the newest first, and below all others with the oldest first. */
const TOP = 'M'
const END = 'N'
/** A place ends with a digit that is not the lowest: no place is another one with noughts behind it. */
const LAST = 'V'
/** Places are no longer than this. */
const LONGEST = 300

const numeral = (value: number): string => {
  let rest = Math.max(0, Math.floor(value))
  let text = ''
  do {
    text = DIGITS.charAt(rest % BASE) + text
    rest = Math.floor(rest / BASE)
  } while (rest > 0)
  return text
}
const timeNumeral = (value: number): string => numeral(value).padStart(TIME_DIGITS, '0')
/** Tells the places of two cards apart that are put between the same two others at once. */
const suffix = (ticketId: number): string => `${numeral(ticketId)}${LAST}`
const millis = (time: string): number => Date.parse(time) || 0

/** The place of a card that nobody has moved: above those whose tickets opened before it. */
export const rankOnTop = (time: string, ticketId: number): string =>
  `${TOP}${timeNumeral(END_OF_TIME - millis(time))}${suffix(ticketId)}`

const rankAtEnd = (time: string, ticketId: number): string =>
  `${END}${timeNumeral(millis(time))}${suffix(ticketId)}`

/** A text between two others; whatever is added to it stands between them as well. `above` null: no bound. */
const middle = (below: string, above: string | null): string => {
  let prefix = ''
  let bound = above
  for (let at = 0; ; at++) {
    const low = at < below.length ? DIGITS.indexOf(below.charAt(at)) : 0
    const high = bound !== null && at < bound.length ? DIGITS.indexOf(bound.charAt(at)) : BASE
    if (high - low >= 2) return prefix + DIGITS.charAt(Math.floor((low + high) / 2))
    prefix += DIGITS.charAt(low)
    // whatever follows is less than the bound from here on
    if (high > low) bound = null
  }
}

/**
 * The place of a card between two others of its lane, at a time (ISO-8601). `previous` null: on top; `next` null: at the
 * end. Where no room is left it is the top.
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
  const place = `${isTie ? previous : middle(previous ?? '', next)}${suffix(ticketId)}`
  return place.length <= LONGEST ? place : top
}

/** The lane of tickets without a lane, where ids of lanes stand. */
export const NO_LANE = 0

/** Compares cards of a lane by their places. */
export const byRank = (
  a: { readonly laneRank: string; readonly id: number },
  b: { readonly laneRank: string; readonly id: number },
): number => (a.laneRank === b.laneRank ? a.id - b.id : a.laneRank < b.laneRank ? -1 : 1)

/** Compares lanes: by the order that was set, those without one last, then by id. */
export const byLaneOrder = (
  a: { readonly laneOrder: number | null; readonly id: number },
  b: { readonly laneOrder: number | null; readonly id: number },
): number =>
  (a.laneOrder ?? Number.POSITIVE_INFINITY) === (b.laneOrder ?? Number.POSITIVE_INFINITY)
    ? a.id - b.id
    : (a.laneOrder ?? Number.POSITIVE_INFINITY) - (b.laneOrder ?? Number.POSITIVE_INFINITY)

/** The tags of a ticket once its card has come to a lane: with the tag of the lane, without those that it loses. */
export const tagsInLane = (
  tagIds: readonly number[],
  { tagId, off }: { readonly tagId: number | null; readonly off: readonly number[] },
): readonly number[] => {
  const kept = tagIds.filter((id) => !off.includes(id))
  return tagId === null || kept.includes(tagId) ? kept : [...kept, tagId]
}
