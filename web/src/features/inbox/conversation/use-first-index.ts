import { useMemo, useRef } from 'react'
import type { TimelineItem } from '../model/timeline.js'

/** The list counts from a high number down, so that older pages are put in front without a jump. */
const START = 1_000_000

type Item = TimelineItem | { readonly kind: 'outgoing' }

const placeOf = (items: readonly Item[], id: string): number =>
  items.findIndex((item) => item.kind === 'message' && item.key === id)

/**
 * The number of the first item: smaller by as many as came before what was the oldest message, larger by as many as
 * were let go there. Separators are no anchors: the one of a day moves to the page that holds the day's beginning.
 */
export const useFirstIndex = (items: readonly Item[]): number => {
  const held = useRef<{ id: string; place: number; first: number; items: readonly Item[] } | null>(null)
  return useMemo(() => {
    const place = items.findIndex(({ kind }) => kind === 'message')
    const oldest = items[place]
    if (oldest?.kind !== 'message') return held.current?.first ?? START
    const before = held.current
    let first = before?.first ?? START
    if (before !== null && before.id !== oldest.key) {
      const now = placeOf(items, before.id)
      const then = placeOf(before.items, oldest.key)
      if (now !== -1) first -= now - before.place
      else if (then !== -1) first += then - place
    }
    held.current = { id: oldest.key, place, first, items }
    return first
  }, [items])
}
