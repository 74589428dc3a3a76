/** The shown part of a conversation: its last `end` messages, or from one message's `order` to another's. */
export type Sight = { readonly end: number } | { readonly first: string; readonly last: string }

/** Messages rendered on either side of the visible ones: fewer if a tall window shows many. */
const OVERSCAN = { least: 12, most: 30 }
/** Intended number of rendered messages: the visible ones, and those on either side within the limits of `OVERSCAN`. */
const INTENDED_ROWS = 72
/** Maximum of rendered messages. */
const MAX_ROWS = 240

const overscanOf = (inSight: number): number =>
  Math.floor(Math.min(OVERSCAN.most, Math.max(OVERSCAN.least, (INTENDED_ROWS - inSight) / 2)))

/** The shown range of the loaded messages (oldest first): index of the first, and index after the last. */
export const renderedRange = (
  messages: readonly { readonly order: string }[],
  sight: Sight,
): readonly [from: number, to: number] => {
  const { length } = messages
  if ('end' in sight)
    return [Math.max(0, length - Math.min(sight.end + overscanOf(sight.end), MAX_ROWS)), length]
  const placeOf = (wanted: string): number => {
    const place = messages.findIndex(({ order }) => order >= wanted)
    return place === -1 ? length - 1 : place
  }
  const [first, last] = [placeOf(sight.first), placeOf(sight.last)]
  const beside = overscanOf(last + 1 - first)
  const from = Math.max(0, first - beside)
  return [from, Math.min(length, last + 1 + beside, from + MAX_ROWS)]
}
