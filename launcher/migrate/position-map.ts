import { START, type StoredEvent, toPosition } from '@guiche/contracts/envelope.js'

/** Maps positions of one log to those of another log with the same order. */
export interface PositionMap {
  /** Adds a pair of positions; both must be greater than all earlier ones. */
  add(from: string, to: string): void
  /** the last added position, up to which `at` answers; START without any */
  known(): string
  /**
   * The other log's position of the last event at or before this one. START before the first event; an empty text stays empty.
   */
  at(position: string): string
}

export const createPositionMap = (): PositionMap => {
  const from: number[] = []
  const to: number[] = []
  return {
    add: (one, other) => {
      from.push(Number(one))
      to.push(Number(other))
    },
    known: () => toPosition(from.at(-1) ?? 0),
    at: (position) => {
      if (position === '') return ''
      const wanted = Number(position)
      let [low, high] = [0, from.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((from[middle] ?? 0) <= wanted) low = middle + 1
        else high = middle
      }
      return low === 0 ? START : toPosition(to[low - 1] ?? 0)
    },
  }
}

const isPosition = (value: unknown): value is string => typeof value === 'string' && /^\d{20}$/.test(value)

/** The position in an event's data, or null: the position that the closing user's screen showed. */
export const positionIn = ({ type, data }: Pick<StoredEvent, 'type' | 'data'>): string | null =>
  type === 'ticket.closed.v1' && isPosition(data.seen) ? data.seen : null

/** An event whose data holds a position, with the other log's position; other events unchanged. */
export const translatePosition = (event: StoredEvent, positions: PositionMap): StoredEvent => {
  const seen = positionIn(event)
  return seen === null ? event : { ...event, data: { ...event.data, seen: positions.at(seen) } }
}

/** Beginnings of the keys of entries that hold a position, among others. */
export const POSITION_PREFIXES = ['wa/', 'capacity/'] as const

/**
 * Whether a vault entry holds a position. Such entries: a connection's last applied request, the progress of
 * receipts, and the last command that gave a ticket to a user with a limit.
 */
export const holdsPosition = (key: string): boolean =>
  /^(wa\/\d+\/(obeyed|read-up-to)|capacity\/\d+)$/.test(key)

/** Maps positions for a log cut off after `end`: later ones become `end`. */
export const capAt = (end: string): Pick<PositionMap, 'at'> => ({
  at: (position) => (position > end ? end : position),
})

/** A vault entry's value with the other log's positions. */
export const translatedEntry = (key: string, value: Buffer, positions: Pick<PositionMap, 'at'>): Buffer => {
  const text = value.toString()
  return holdsPosition(key) && isPosition(text) ? Buffer.from(positions.at(text)) : value
}
