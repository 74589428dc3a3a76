/** Rows of a log: numbered, with a text that is parsed only on reading. */
export interface TailEntry<T> {
  readonly position: number
  /** the stream or the kind, by which entries are removed */
  readonly group: string
  /** number of characters of the entry */
  readonly size: number
  value(): T
}

export interface TailOptions<T> {
  /** position of the newest row now */
  readonly head: number
  /** rows behind `after` (exclusive), oldest first, from the database */
  readonly load: (after: number, limit: number) => readonly { position: number; value: T }[]
  readonly maxEntries?: number
  /** maximum of characters in memory */
  readonly maxSize?: number
}

export interface FollowOptions {
  readonly after: number
  readonly batchSize: number
  readonly signal: AbortSignal
}

/** The newest rows of a log in memory, so that live followers wake at once and read nothing from the disk. */
export interface Tail<T> {
  /** Adds committed rows, oldest first, and wakes the followers. */
  push(entries: readonly TailEntry<T>[]): void
  /** Forgets all rows of a group. */
  forget(group: string): void
  /** Batches of rows behind `after`, for ever, until the signal aborts. */
  follow(options: FollowOptions): AsyncIterable<readonly { position: number; value: T }[]>
  /** Ends all followers. */
  close(): void
}

export const createTail = <T>(options: TailOptions<T>): Tail<T> => {
  const { load, maxEntries = 5000, maxSize = 16_000_000 } = options
  let entries: TailEntry<T>[] = []
  let size = 0
  /** memory holds everything behind this position */
  let floor = options.head
  let closed = false
  let waking = false
  const sleepers = new Set<() => void>()

  const wake = () => {
    waking = false
    for (const resolve of sleepers) resolve()
    sleepers.clear()
  }
  /** Runs once in a turn of the event loop, so that a group commit is one batch for a follower. */
  const wakeSoon = () => {
    if (waking || sleepers.size === 0) return
    waking = true
    process.nextTick(wake)
  }
  const sleep = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const done = () => {
        sleepers.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      sleepers.add(done)
      signal.addEventListener('abort', done)
    })

  const trim = () => {
    let drop = 0
    while (entries.length - drop > maxEntries || (size > maxSize && drop < entries.length)) {
      const entry = entries[drop++] as TailEntry<T>
      size -= entry.size
      floor = entry.position
    }
    // Trimmed in bulk, since removing from the front moves all the others.
    if (drop > 0) entries = entries.slice(drop)
  }

  /** index of the first entry behind a position */
  const indexBehind = (position: number): number => {
    let low = 0
    let high = entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((entries[middle] as TailEntry<T>).position <= position) low = middle + 1
      else high = middle
    }
    return low
  }

  const next = (after: number, limit: number) => {
    if (after < floor) return load(after, limit)
    const start = indexBehind(after)
    return entries
      .slice(start, start + limit)
      .map((entry) => ({ position: entry.position, value: entry.value() }))
  }

  return {
    push: (added) => {
      for (const entry of added) {
        entries.push(entry)
        size += entry.size
      }
      if (entries.length > maxEntries * 1.2 || size > maxSize) trim()
      wakeSoon()
    },
    forget: (group) => {
      entries = entries.filter((entry) => entry.group !== group)
      size = entries.reduce((sum, entry) => sum + entry.size, 0)
    },
    follow: async function* ({ after, batchSize, signal }) {
      let position = after
      while (!signal.aborted && !closed) {
        const rows = next(position, batchSize)
        const last = rows.at(-1)
        if (last === undefined) {
          // The rows between were removed: go on in memory.
          if (position < floor) position = floor
          else await sleep(signal)
          continue
        }
        position = last.position
        yield rows
      }
    },
    close: () => {
      closed = true
      wake()
    },
  }
}
