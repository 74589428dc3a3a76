import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { Fence, Vault } from '../vault/vault.js'

/** The failed attempts of a piece of work so far. */
export interface Attempt {
  /** position of the request, as in `DueWorkDoc`; a new request starts at zero attempts */
  readonly since: string
  readonly attempts: number
  /** earliest time of the next attempt, in milliseconds since the epoch */
  readonly dueAt: number
  /** reason of the last failure, in a word without personal data */
  readonly reason: string
}

type Work = Pick<DueWorkDoc, 'id' | 'since'>

/** Number of attempts of each piece of work. Only failures are written, so successful work costs nothing. */
export interface Attempts {
  /** Reads stored attempts, also those of other processes. Must be called first. */
  load(): Promise<void>
  /** null before the first failure of this request */
  of(work: Work): Attempt | null
  /**
   * Counts a failed attempt. Gives the time of the next attempt, in milliseconds since the epoch, or null
   * after the last.
   */
  failed(work: Work, reason: string): Promise<number | null>
  /** Forgets the work: done, given up, or no longer in the view. */
  over(work: Work): Promise<void>
  /** Time of the next retry after `time`; infinity without one. */
  nextDueAt(time: number): number
}

/** Due work ends within a day, so older entries belong to cancelled work. */
const KEPT_MS = 2 * 24 * 3_600_000

/**
 * Attempts in the vault, under `prefix`. Documents do not hold them, because only a view's fold writes its
 * documents. `delays`: milliseconds before the second and each further attempt; after the last delay the work
 * is given up.
 */
export const createAttempts = (deps: {
  readonly vault: Pick<Vault, 'getMany' | 'list' | 'commit'>
  readonly prefix: string
  readonly delays: readonly number[]
  /** the last delay repeats for every further attempt: the work is never given up */
  readonly forEver?: boolean
  /** the lease's fence: a holder that has lost the lease writes nothing */
  readonly fence?: () => Fence | undefined
  readonly now: () => number
}): Attempts => {
  const { vault, prefix, delays, forEver = false, fence, now } = deps
  const known = new Map<string, Attempt>()
  const of = ({ id, since }: Work): Attempt | null => {
    const found = known.get(id)
    return found?.since === since ? found : null
  }
  const remove = (ids: readonly string[]) => {
    for (const id of ids) known.delete(id)
    return vault.commit(
      ids.map((id) => ({ key: prefix + id, value: null })),
      fence?.(),
    )
  }

  return {
    load: async () => {
      known.clear()
      for (const [key, { value }] of await vault.getMany(await vault.list(prefix))) {
        known.set(key.slice(prefix.length), JSON.parse(value.toString()) as Attempt)
      }
      const old = [...known].filter(([, { dueAt }]) => dueAt < now() - KEPT_MS)
      if (old.length > 0) await remove(old.map(([id]) => id))
    },
    of,
    failed: async (work, reason) => {
      const before = of(work)?.attempts ?? 0
      const delay = delays[before] ?? (forEver ? delays.at(-1) : undefined)
      if (delay === undefined) return null
      const attempt: Attempt = { since: work.since, attempts: before + 1, dueAt: now() + delay, reason }
      const entry = { key: prefix + work.id, value: Buffer.from(JSON.stringify(attempt)) }
      if ((await vault.commit([entry], fence?.())) === 'committed') known.set(work.id, attempt)
      return attempt.dueAt
    },
    over: async ({ id }) => {
      if (known.has(id)) await remove([id])
    },
    nextDueAt: (time) => {
      let next = Number.POSITIVE_INFINITY
      for (const { dueAt } of known.values()) if (dueAt > time && dueAt < next) next = dueAt
      return next
    },
  }
}
