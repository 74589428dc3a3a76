import { START, type StoredEvent, toPosition } from '@guiche/contracts/envelope.js'

/** Where the events of one log stand in another one, which has them in the same order. */
export interface PositionMap {
  /** Both positions lie behind all that were added before. */
  add(from: string, to: string): void
  /** how far `at` knows: the position that was added last, START when there is none */
  known(): string
  /**
   * The other log's position of the last event that stands at or before this one. START before the first event; an
   * empty text stays one.
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

/** The position that an event carries in its data, or null: what the closing person's screen showed. */
export const positionIn = ({ type, data }: Pick<StoredEvent, 'type' | 'data'>): string | null =>
  type === 'ticket.closed.v1' && isPosition(data.seen) ? data.seen : null

/** An event with the position in its data as the other log has it; the others as they are. */
export const translated = (event: StoredEvent, positions: PositionMap): StoredEvent => {
  const seen = positionIn(event)
  return seen === null ? event : { ...event, data: { ...event.data, seen: positions.at(seen) } }
}

/** Beginnings of the keys of entries that hold a position, among others. */
export const POSITION_PREFIXES = ['wa/', 'capacity/'] as const

/**
 * Vault entries that hold a position: the last applied request of a connection, how far receipts were given, and the
 * command that gave a ticket last to a user who may have only so many.
 */
export const holdsPosition = (key: string): boolean =>
  /^(wa\/\d+\/(obeyed|read-up-to)|capacity\/\d+)$/.test(key)

/** For a log that was cut off after `end`: later positions become `end`. */
export const cutAt = (end: string): Pick<PositionMap, 'at'> => ({
  at: (position) => (position > end ? end : position),
})

/** A vault entry's value as it has to be beside the other log. */
export const translatedEntry = (key: string, value: Buffer, positions: Pick<PositionMap, 'at'>): Buffer => {
  const text = value.toString()
  return holdsPosition(key) && isPosition(text) ? Buffer.from(positions.at(text)) : value
}
