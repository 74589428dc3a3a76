import type { MessageRecord, NoteRecord } from '@guiche/contracts/views/records.js'
import { useCallback, useMemo, useRef, useState } from 'react'
import { renderedRange, type Sight } from '../model/rendered-range.js'
import { messagesOf, type TimelineItem } from '../model/timeline.js'
import type { Outgoing } from '../outgoing.js'

/** Distance in pixels from an end of the rows at which more rows are shown, or loaded. */
const LOAD_DISTANCE = 200

export type Item =
  | TimelineItem
  | { readonly kind: 'note'; readonly key: string; readonly note: NoteRecord }
  | {
      readonly kind: 'outgoing'
      readonly key: string
      readonly entry: Outgoing
      /** the author's name, as for a sent message */
      readonly name: string | null
    }

/** The rest of the conversation outside an end of the loaded part. */
export interface Edge {
  readonly more: boolean
  readonly loading: boolean
  /** the read failed; a button retries it */
  readonly failed: boolean
  /** no read is running, and none has failed */
  readonly ready: boolean
  readonly read: () => void
}

/** A scroll target: a row by its key, or the end (null). A new object scrolls again. */
export interface Place {
  readonly key: string | null
  readonly align: 'start' | 'center'
}
export const END_OF_LIST: Sight = { end: 0 }

interface ViewInput {
  /** all loaded messages, oldest first */
  readonly messages: readonly MessageRecord[]
  /** rows of the messages, and of messages being sent */
  readonly items: readonly Item[]
  readonly older: Edge
  readonly newer: Edge
}

/** All data to render, so that rows and their surroundings change together. */
export interface View extends Pick<ViewInput, 'messages' | 'older' | 'newer'> {
  readonly rows: readonly Item[]
  /** the part of `messages` that `rows` shows: index of the first message, and index after the last */
  readonly stretch: readonly [from: number, to: number]
  /** the last row is the end of the conversation */
  readonly endsHere: boolean
  readonly place: Place
}

/** The visible part of a view. */
export interface SeenPart {
  /** visible rows: index of the first row, and index after the last */
  readonly rows: readonly [from: number, to: number]
  /** pixels above and below the visible rows */
  readonly above: number
  readonly below: number
  readonly atEnd: boolean
}

/** Index in `items` where the message begins, including the separators before it. */
const beginningOf = (items: readonly Item[], message: MessageRecord | undefined): number => {
  let place = items.findIndex((item) => messagesOf(item).some(({ id }) => id === message?.id))
  const isSeparator = (item: Item | undefined) => item !== undefined && messagesOf(item).length === 0
  while (place > 0 && isSeparator(items[place - 1])) place -= 1
  return place
}

/** The visible messages by `seen`, or null if no message is visible. */
const sightOf = ({ rows }: View, { rows: [from, to], atEnd }: SeenPart): Sight | null => {
  const orders = rows.slice(from, to).flatMap((row) => messagesOf(row).map(({ order }) => order))
  const first = orders[0]
  const last = orders.at(-1)
  if (atEnd) return { end: orders.length }
  return first === undefined || last === undefined ? null : { first, last }
}

/**
 * The shown part of the conversation: the visible rows and some messages on either side. Call `onSeen` with
 * the visible part; near an end the view shows more, or loads more. `go` shows another part.
 */
export const useView = (given: ViewInput, start: () => { readonly sight: Sight; readonly place: Place }) => {
  const { messages, items, older, newer } = given
  const [{ sight, place }, setShown] = useState(start)
  const [from, to] = renderedRange(messages, sight)
  const view = useMemo<View>(() => {
    const begin = from === 0 ? 0 : beginningOf(items, messages[from])
    const end = to === messages.length ? items.length : beginningOf(items, messages[to])
    const endsHere = to === messages.length && !newer.more
    return { messages, older, newer, rows: items.slice(begin, end), stretch: [from, to], endsHere, place }
  }, [messages, items, older, newer, from, to, place])
  const latest = useRef(view)
  latest.current = view

  const onSeen = useCallback((of: View, seen: SeenPart): void => {
    const { stretch, messages, older, newer, place } = latest.current
    // rows from before a jump that is not rendered yet: they would take the jump back
    if (of.place !== place) return
    // a view that is being replaced does not tell whether an end is near
    const nearTop = of === latest.current && seen.above <= LOAD_DISTANCE
    const nearBottom = of === latest.current && seen.below <= LOAD_DISTANCE
    const next = sightOf(of, seen)
    setShown((shown) => {
      const turned = 'end' in shown.sight !== seen.atEnd
      if (next === null || !(turned || nearTop || nearBottom)) return shown
      const [from, to] = renderedRange(messages, next)
      return turned || from !== stretch[0] || to !== stretch[1] ? { ...shown, sight: next } : shown
    })
    if (nearTop && stretch[0] === 0 && older.ready) older.read()
    if (nearBottom && stretch[1] === messages.length && newer.ready) newer.read()
  }, [])
  return { view, atEnd: 'end' in sight, go: setShown, onSeen }
}
