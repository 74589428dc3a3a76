import type { Clock } from '../clock.js'
import { singleFlight } from '../single-flight.js'

/** A position in one partition of the log. */
export interface Place {
  readonly partition: number
  readonly position: string
}

export interface LagDeps {
  /** the newest event that readers can get, null without events; rejects while this is unknown */
  readonly newest: () => Promise<Place | null>
  /** names of the readers that follow the log */
  readonly readers: readonly string[]
  /** the place of each reader in a partition, by name; absent before its first read */
  readonly reached: (partition: number) => Promise<ReadonlyMap<string, string>>
  /** false while the connection between the log and the readers is known to be cut */
  readonly connected?: () => boolean
  readonly clock: Clock
}

export interface Lag {
  /** Checks once. Never rejects. Concurrent checks share one run. */
  check(): Promise<void>
  /** Seconds that each reader is behind: the age of the oldest known event that the reader lacks. */
  behind(): Readonly<Record<string, number>>
  /** Seconds since the readers were last known to be up to date. The number also grows while no check is possible. */
  stale(): number
}

interface SeenPlace extends Place {
  readonly at: number
}

/** Lag in ms that counts as zero: it occurs between two polls, or while a batch is folded. */
const TOLERANCE_MS = 3000
/** Maximum of positions kept. The oldest positions count, so the newest are dropped. */
const MAX_POSITIONS = 1000

/** Measures how far readers are behind, by reading the end of the log at intervals. */
export const createLag = (deps: LagDeps): Lag => {
  const { newest, clock, connected = () => true } = deps
  const now = (): number => clock.now().getTime()
  const missing = new Map<string, SeenPlace[]>(deps.readers.map((name) => [name, []]))
  let followedAt = now()
  let last: Place | null = null

  /** Drops positions that all readers have reached. */
  const forget = async (): Promise<void> => {
    const partitions = new Set([...missing.values()].flat().map(({ partition }) => partition))
    const places = new Map(
      await Promise.all([...partitions].map(async (one) => [one, await deps.reached(one)] as const)),
    )
    for (const [name, seen] of missing) {
      const lacks = ({ partition, position }: SeenPlace) =>
        (places.get(partition)?.get(name) ?? '') < position
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
      for (const seen of missing.values())
        if (isNew && seen.length < MAX_POSITIONS) seen.push({ ...place, at })
      await forget()
      if (connected()) followedAt = at
    } catch {
      // an unknown lag shows in `stale`
    }
  }

  const age = (at: number | undefined): number => (at === undefined ? 0 : Math.max(0, (now() - at) / 1000))
  const behind = () => Object.fromEntries([...missing].map(([name, seen]) => [name, age(seen[0]?.at)]))

  return {
    check: singleFlight(lookOnce),
    behind,
    // read at every request
    stale: () => {
      let oldest = followedAt
      for (const [first] of missing.values()) if (first !== undefined && first.at < oldest) oldest = first.at
      const seconds = age(oldest)
      return seconds * 1000 <= TOLERANCE_MS ? 0 : seconds
    },
  }
}
