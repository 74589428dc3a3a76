/** `partition:position`; positions are padded digits, so text order is number order inside a partition. */
type Position = string

/** Time after a write in which reads ask for its position, in ms. */
const ASKS_FOR = 20_000

const partitionOf = (position: Position): string => position.slice(0, position.indexOf(':'))
const placeInPartition = (position: Position): string =>
  position.slice(position.indexOf(':') + 1).padStart(20, '0')

/**
 * The position up to which this browser knows the company's log. `reached` takes the X-Position of an answer
 * or of the socket's `ready`. `minimum` is the X-Min-Position for a read, or null if the position is old.
 */
export const createPositions = (now: () => number = Date.now) => {
  let last: Position | null = null
  let at = 0
  return {
    reached: (position: Position | null): void => {
      if (position === null || !/^\d+:\d+$/.test(position)) return
      const newer =
        last === null ||
        partitionOf(last) !== partitionOf(position) ||
        placeInPartition(position) > placeInPartition(last)
      if (newer) last = position
      at = now()
    },
    minimum: (): Position | null => (now() - at <= ASKS_FOR ? last : null),
    forget: (): void => {
      last = null
    },
  }
}

export const positions = createPositions()
