import type { Clock } from '../clock.js'

/** A place in the log of one partition. */
export interface Place {
  readonly partition: number
  readonly position: string
}

export interface LagDeps {
  /** the newest event that readers get to see, null when there is none; rejects while nobody can tell */
  readonly newest: () => Promise<Place | null>
  /** who follows, by name, and how far each has come in a partition; null = it has nothing of it yet */
  readonly readers: Readonly<Record<string, (partition: number) => Promise<string | null>>>
  /** false while the way between the log and the readers is known to be cut */
  readonly connected?: () => boolean
  readonly clock: Clock
  /** ms that count as nothing: between two looks, and for a fold that is under way; default 3,000 */
  readonly tolerance?: number
}

export interface Lag {
  /** Looks once. Never rejects. Looks at the same time are one. */
  look(): Promise<void>
  /** Seconds by which each reader is behind: the age of the oldest event that was seen and that it lacks. */
  behind(): Readonly<Record<string, number>>
  /**
   * Seconds since what is read was known to be all there is; 0 as long as the readers keep up. It also grows while
   * nobody can tell what there is.
   */
  stale(): number
}

interface Seen extends Place {
  readonly at: number
}

/** Seen places kept; the oldest count, so that the newest may go. */
const MOST = 1000

/** Measures how far readers are behind by looking at the end of the log from time to time. */
export const createLag = (deps: LagDeps): Lag => {
  const { newest, clock, connected = () => true, tolerance = 3000 } = deps
  const now = (): number => clock.now().getTime()
  const readers = Object.entries(deps.readers)
  const missing = new Map<string, Seen[]>(readers.map(([name]) => [name, []]))
  let followedAt = now()
  let last: Place | null = null
  let looking: Promise<void> | null = null

  const forget = async (name: string, reached: (partition: number) => Promise<string | null>) => {
    const seen = missing.get(name) ?? []
    if (seen.length === 0) return
    const places = new Map<number, string | null>()
    for (const { partition } of seen) {
      if (!places.has(partition)) places.set(partition, await reached(partition))
    }
    const left = seen.filter(({ partition, position }) => {
      const place = places.get(partition) ?? null
      return place === null || place < position
    })
    missing.set(name, left)
  }

  const lookOnce = async (): Promise<void> => {
    const at = now()
    try {
      const place = await newest()
      const isNew =
        place !== null && (place.position !== last?.position || place.partition !== last.partition)
      last = place
      await Promise.all(
        readers.map(([name, reached]) => {
          const seen = missing.get(name) ?? []
          if (isNew && seen.length < MOST) seen.push({ ...place, at })
          return forget(name, reached)
        }),
      )
      if (connected()) followedAt = at
    } catch {
      // nobody can tell: it shows in `stale`
    }
  }

  const age = (at: number | undefined): number => (at === undefined ? 0 : Math.max(0, (now() - at) / 1000))
  const behind = () => Object.fromEntries([...missing].map(([name, seen]) => [name, age(seen[0]?.at)]))

  return {
    look: () => {
      looking ??= lookOnce().finally(() => {
        looking = null
      })
      return looking
    },
    behind,
    stale: () => {
      const seconds = Math.max(age(followedAt), ...Object.values(behind()))
      return seconds * 1000 <= tolerance ? 0 : seconds
    },
  }
}
