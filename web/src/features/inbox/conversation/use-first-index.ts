import { useMemo, useRef } from 'react'
import type { TimelineItem } from '../model/timeline.js'

/** The list counts from a high number down, so that older pages are put in front without a jump. */
const START = 1_000_000

/**
 * The number of the first item: smaller by as many as came before what was the oldest message. Separators are no
 * anchors: the one of a day moves to the page that holds the day's beginning.
 */
export const useFirstIndex = (items: readonly (TimelineItem | { readonly kind: 'outgoing' })[]): number => {
  const held = useRef<{ id: string; place: number; first: number } | null>(null)
  return useMemo(() => {
    const place = items.findIndex(({ kind }) => kind === 'message')
    const oldest = items[place]
    if (oldest?.kind !== 'message') return held.current?.first ?? START
    const before = held.current
    let first = before?.first ?? START
    if (before !== null && before.id !== oldest.key) {
      const now = items.findIndex((item) => item.kind === 'message' && item.key === before.id)
      if (now !== -1) first -= now - before.place
    }
    held.current = { id: oldest.key, place, first }
    return first
  }, [items])
}
