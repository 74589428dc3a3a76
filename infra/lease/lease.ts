import { createLoop } from '../loop.js'
import { pause } from '../retry.js'
import { createSerialQueue } from '../serial-queue.js'

/** The state of a lease when it was read or written. */
export interface Entry {
  /** the fencing token: changes with every write, and a write needs the present one */
  readonly version: string | number | null
  /** the holder's name; null = no holder */
  readonly holder: string | null
}

/** Stores a lease by compare-and-set. */
export interface Register<E extends Entry = Entry> {
  read(): Promise<E>
  /**
   * Writes the holder and gives the new entry; null if the entry has changed since `before`. Rejects if the
   * outcome is unknown.
   */
  write(before: E, holder: string | null): Promise<E | null>
}

/**
 * The register, which recognises its holder's earlier write whose answer was lost, instead of treating that
 * write as a take-over. No two holders have the same name, so an entry with that name is the holder's own.
 */
export const recognisesHolder = <E extends Entry>(plain: Register<E>): Register<E> => {
  const write: Register<E>['write'] = async (before, holder) => {
    const written = await plain.write(before, holder)
    if (written !== null) return written
    const found = await plain.read()
    const self = holder ?? before.holder
    return found.holder !== null && found.holder === self ? write(found, holder) : null
  }
  return { read: plain.read, write }
}

/** A lease held by this process: only one process at a time may do the leased work. */
export interface Lease<E extends Entry = Entry> {
  /** the entry of this holder's last write */
  entry(): E
  /** false after the release, and after a known take-over by another process */
  held(): boolean
  /**
   * Renews the lease; false if another process has taken it over. Rejects while the engine is unavailable.
   */
  renew(): Promise<boolean>
  /** Releases the lease, so that the next process need not wait. */
  release(): Promise<void>
}

interface Terms<E extends Entry> {
  readonly register: Register<E>
  /** The name of this holder. A holder with this name gets the lease back without waiting. */
  readonly name: string
  /** milliseconds without a renewal after which the holder loses the lease */
  readonly takeOverAfterMs: number
  /** milliseconds between two reads while another process holds the lease */
  readonly lookEveryMs: number
  readonly signal?: AbortSignal
}

const leaseOn = <E extends Entry>({ register, name }: Terms<E>, first: E): Lease<E> => {
  const inOrder = createSerialQueue()
  let entry = first
  let state: 'held' | 'lost' | 'released' = 'held'
  const write = (holder: string | null): Promise<boolean> =>
    inOrder('write', async () => {
      if (state === 'lost') return false
      const next = await register.write(entry, holder)
      if (next === null) state = 'lost'
      else entry = next
      return next !== null
    })
  return {
    entry: () => entry,
    held: () => state === 'held',
    renew: () => (state === 'released' ? Promise.resolve(false) : write(name)),
    release: async () => {
      if (state !== 'held') return
      state = 'released'
      await write(null)
    },
  }
}

/**
 * Gives a function to call with the version of one entry at each read. The function tells whether this
 * process has seen the same version for at least `takeOverAfterMs` milliseconds; then the lease may be taken
 * over. `elapsed` gives milliseconds of this process alone. So clocks of two machines are never compared, and
 * setting a clock does not make a holder silent.
 */
export const createSilence = (takeOverAfterMs: number, elapsed: () => number = () => performance.now()) => {
  let seen: { version?: Entry['version']; since: number } = { since: 0 }
  return (version: Entry['version']): boolean => {
    if (seen.version !== version) seen = { version, since: elapsed() }
    return elapsed() - seen.since >= takeOverAfterMs
  }
}

/**
 * Waits until this process has the lease; null when the signal aborts first. A holder that is silent for
 * `takeOverAfterMs` is taken over. Rejects while the engine is unavailable.
 */
export const takeLease = async <E extends Entry>(terms: Terms<E>): Promise<Lease<E> | null> => {
  const { register, name, takeOverAfterMs, lookEveryMs, signal } = terms
  const isSilent = createSilence(takeOverAfterMs)
  while (!signal?.aborted) {
    const entry = await register.read()
    const silent = isSilent(entry.version)
    const isFree = silent || entry.holder === null || entry.holder === name
    const mine = isFree ? await register.write(entry, name) : null
    if (mine !== null) return leaseOn(terms, mine)
    if (!isFree) await pause(lookEveryMs, signal)
  }
  return null
}

/** A lease that renews itself every `everyMs` milliseconds, until released or lost. */
export const keptAlive = <E extends Entry>(lease: Lease<E>, everyMs: number): Lease<E> => {
  const beat = createLoop(
    async () => {
      if (await lease.renew()) beat.wakeIn(everyMs)
    },
    // the next write shows the outcome of an unknown write
    { onFailure: () => undefined, retryMs: everyMs },
  )
  beat.wakeIn(everyMs)
  const release = async (): Promise<void> => {
    await beat.stop()
    await lease.release()
  }
  return { ...lease, release }
}
