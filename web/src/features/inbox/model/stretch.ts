/** What a person sees of a conversation: its end with so many messages, or from one message's `order` to another's. */
export type Sight = { readonly end: number } | { readonly first: string; readonly last: string }

/** Messages that are shown on either side of those in sight. */
const BESIDE = 30
/** Messages that are shown at most. */
const MOST = 240

/** Which of the loaded messages (oldest first) are shown: the first one, and the one after the last one. */
export const stretchOf = (
  messages: readonly { readonly order: string }[],
  sight: Sight,
): readonly [from: number, to: number] => {
  const { length } = messages
  if ('end' in sight) return [Math.max(0, length - Math.min(sight.end + BESIDE, MOST)), length]
  const placeOf = (wanted: string): number => {
    const place = messages.findIndex(({ order }) => order >= wanted)
    return place === -1 ? length - 1 : place
  }
  const from = Math.max(0, placeOf(sight.first) - BESIDE)
  return [from, Math.min(length, placeOf(sight.last) + 1 + BESIDE, from + MOST)]
}
