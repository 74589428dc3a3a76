import type { MessageRecord, NoteRecord } from '@guiche/contracts/views/records.js'
import { useCallback, useMemo, useRef, useState } from 'react'
import { type Sight, stretchOf } from '../model/stretch.js'
import { messagesOf, type TimelineItem } from '../model/timeline.js'
import type { Outgoing } from '../outgoing.js'

/** Pixels from an end of the rows within which more are shown, or asked for where no more are loaded. */
const REACH = 200

export type Item =
  | TimelineItem
  | { readonly kind: 'note'; readonly key: string; readonly note: NoteRecord }
  | {
      readonly kind: 'outgoing'
      readonly key: string
      readonly entry: Outgoing
      /** as of a message that stands in the conversation */
      readonly name: string | null
    }

/** What lies beyond an end of what is loaded. */
export interface Edge {
  readonly more: boolean
  readonly loading: boolean
  /** it is asked for by hand then */
  readonly failed: boolean
  /** nothing is being read, and nothing has failed */
  readonly ready: boolean
  readonly read: () => void
}

/** Where to go: a row by its key, or the end (null). Another object goes there again. */
export interface Place {
  readonly key: string | null
  readonly align: 'start' | 'center'
}
export const END: Sight = { end: 0 }

interface Given {
  /** all that is loaded, oldest first */
  readonly messages: readonly MessageRecord[]
  /** their rows, and those of what is being sent */
  readonly items: readonly Item[]
  readonly older: Edge
  readonly newer: Edge
}

/** All that is shown at once, so that rows and what lies beyond them change together. */
export interface View extends Pick<Given, 'messages' | 'older' | 'newer'> {
  readonly rows: readonly Item[]
  /** the messages among `messages` that `rows` shows: the first one, and the one after the last one */
  readonly stretch: readonly [from: number, to: number]
  /** the last row is the end of the conversation */
  readonly endsHere: boolean
  readonly place: Place
}

/** What is seen of a view. */
export interface Seen {
  /** rows in sight: index of the first one, and the one after the last one */
  readonly rows: readonly [from: number, to: number]
  /** pixels above and below them */
  readonly above: number
  readonly below: number
  readonly atEnd: boolean
}

/** Place among `items` where the message begins, with the separators before it. */
const beginningOf = (items: readonly Item[], message: MessageRecord | undefined): number => {
  let place = items.findIndex((item) => messagesOf(item).some(({ id }) => id === message?.id))
  const isSeparator = (item: Item | undefined) => item !== undefined && messagesOf(item).length === 0
  while (place > 0 && isSeparator(items[place - 1])) place -= 1
  return place
}

/** The sight that `seen` means, or null where no message is in sight. */
const sightOf = ({ rows }: View, { rows: [from, to], atEnd }: Seen): Sight | null => {
  const orders = rows.slice(from, to).flatMap((row) => messagesOf(row).map(({ order }) => order))
  const first = orders[0]
  const last = orders.at(-1)
  if (atEnd) return { end: orders.length }
  return first === undefined || last === undefined ? null : { first, last }
}

/**
 * The part of the conversation that is shown: what is in sight and some messages on either side. `onSeen` is to be told
 * what is seen of it; near an end it shows more, or asks for it. `go` shows another part.
 */
export const useView = (given: Given, start: () => { readonly sight: Sight; readonly place: Place }) => {
  const { messages, items, older, newer } = given
  const [{ sight, place }, setShown] = useState(start)
  const [from, to] = stretchOf(messages, sight)
  const view = useMemo<View>(() => {
    const begin = from === 0 ? 0 : beginningOf(items, messages[from])
    const end = to === messages.length ? items.length : beginningOf(items, messages[to])
    const endsHere = to === messages.length && !newer.more
    return { messages, older, newer, rows: items.slice(begin, end), stretch: [from, to], endsHere, place }
  }, [messages, items, older, newer, from, to, place])
  const latest = useRef(view)
  latest.current = view

  const onSeen = useCallback((of: View, seen: Seen): void => {
    const { stretch, messages, older, newer } = latest.current
    // a view that is being replaced says nothing of its ends
    const nearTop = of === latest.current && seen.above <= REACH
    const nearBottom = of === latest.current && seen.below <= REACH
    const next = sightOf(of, seen)
    setShown((shown) => {
      const turned = 'end' in shown.sight !== seen.atEnd
      if (next === null || !(turned || nearTop || nearBottom)) return shown
      const [from, to] = stretchOf(messages, next)
      return turned || from !== stretch[0] || to !== stretch[1] ? { ...shown, sight: next } : shown
    })
    if (nearTop && stretch[0] === 0 && older.ready) older.read()
    if (nearBottom && stretch[1] === messages.length && newer.ready) newer.read()
  }, [])
  return { view, atEnd: 'end' in sight, go: setShown, onSeen }
}
