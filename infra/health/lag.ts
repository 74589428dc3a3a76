import type { Clock } from '../clock.js'

/** A place in the log of one partition. */
export interface Place {
  readonly partition: number
  readonly position: string
}

export interface LagDeps {
  /** the newest event that readers get to see, null when there is none; rejects while nobody can tell */
  readonly newest: () => Promise<Place | null>
  /** who follows */
  readonly readers: readonly string[]
  /** how far each of them has come in a partition, by name; who is not in it has nothing of it yet */
  readonly reached: (partition: number) => Promise<ReadonlyMap<string, string>>
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
  const missing = new Map<string, Seen[]>(deps.readers.map((name) => [name, []]))
  let followedAt = now()
  let last: Place | null = null
  let looking: Promise<void> | null = null

  /** Forgets what readers have by now. */
  const forget = async (): Promise<void> => {
    const partitions = new Set([...missing.values()].flat().map(({ partition }) => partition))
    const places = new Map(
      await Promise.all([...partitions].map(async (one) => [one, await deps.reached(one)] as const)),
    )
    for (const [name, seen] of missing) {
      const lacks = ({ partition, position }: Seen) => (places.get(partition)?.get(name) ?? '') < position
      missing.set(name, seen.filter(lacks))
    }
  }

  const lookOnce = async (): Promise<void> => {
    const at = now()
    try {
      const place = await newest()
      const isNew =
        place !== null && (place.position !== last?.position || place.partition !== last.partition)
      last = place
      for (const seen of missing.values()) if (isNew && seen.length < MOST) seen.push({ ...place, at })
      await forget()
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
