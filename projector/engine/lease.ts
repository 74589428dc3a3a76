import { setTimeout } from 'node:timers/promises'
import { toPosition } from '@guiche/contracts/envelope.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'

const NAME = 'rebuild'
const PARTITION = 0

/** The right to rebuild views, which one projector has at a time. */
export interface Lease {
  /** Resolves while it is still held; rejects when another projector has taken over. */
  confirm(): Promise<void>
  /** Lets the next one begin at once. */
  release(): Promise<void>
}

/**
 * Waits for the lease, a conditional checkpoint that only counts: odd while somebody holds it, a step further with each
 * sign of life. One that makes no step for `takeOverAfterMs` is taken over; no clocks are compared. Null when `signal`
 * aborts first. Rejects when the read store cannot be used.
 */
export const takeLease = async (deps: {
  readonly readStore: ReadStore
  readonly storeId: string
  readonly takeOverAfterMs: number
  readonly signal: AbortSignal
}): Promise<Lease | null> => {
  const { readStore, storeId, takeOverAfterMs, signal } = deps
  const every = takeOverAfterMs / 5
  const read = async (): Promise<string | null> =>
    (await readStore.checkpoint(NAME, PARTITION))?.position ?? null
  const isHeld = (place: string | null): boolean => Number(place ?? 0) % 2 === 1
  /** The place that follows, when nobody else has moved it meanwhile. */
  const step = async (from: string | null, by: number): Promise<string | null> => {
    const position = toPosition(Number(from ?? 0) + by)
    const next = { view: NAME, partition: PARTITION, storeId, position }
    const result = await readStore.commit({ checkpoints: [{ expected: from, next }], put: [], remove: [] })
    return result === 'committed' ? position : null
  }

  const take = async (): Promise<string | null> => {
    let seen = { place: await read(), since: Date.now() }
    while (!signal.aborted) {
      const place = await read()
      if (place !== seen.place) seen = { place, since: Date.now() }
      const held = isHeld(place)
      if (!held || Date.now() - seen.since >= takeOverAfterMs) {
        const mine = await step(place, held ? 2 : 1)
        if (mine !== null) return mine
      } else await setTimeout(every / 2, undefined, { signal }).catch(() => {})
    }
    return null
  }
  let place = await take()
  if (place === null) return null

  let lost = false
  const renew = async (by: number): Promise<void> => {
    if (lost) return
    const next = await step(place, by)
    if (next === null) lost = true
    else place = next
  }
  const over = new AbortController()
  let turn: Promise<void> = Promise.resolve()
  const inTurn = (by: number): Promise<void> => {
    const mine = turn.then(() => renew(by))
    turn = mine.catch(() => {})
    return mine
  }
  const beat = async (): Promise<void> => {
    while (!over.signal.aborted && !lost) {
      await setTimeout(every, undefined, { signal: over.signal, ref: false }).catch(() => {})
      // what is not known of a step shows with the next one: a place that is not ours is a lost lease
      if (!over.signal.aborted) await inTurn(2).catch(() => {})
    }
  }
  void beat()
  return {
    confirm: async () => {
      await inTurn(2)
      if (lost) throw new Error('another projector has taken over the rebuild')
    },
    release: async () => {
      if (over.signal.aborted) return
      over.abort()
      await inTurn(1)
    },
  }
}
