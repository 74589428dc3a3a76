import { newUuid } from '@guiche/infra/ids.js'
import { checkpointRegister } from '@guiche/infra/lease/checkpoint-register.js'
import { keptAlive, takeLease } from '@guiche/infra/lease/lease.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'

/** The right to rebuild views, which one projector has at a time. */
export interface RebuildLease {
  /** Throws when another projector is known to have taken over. Asks nobody. */
  check(): void
  /** Resolves while the lease is still held; rejects after a take-over by another projector. */
  confirm(): Promise<void>
  /** Lets the next one begin at once. */
  release(): Promise<void>
}

/** Waits for the right to rebuild. Null when `signal` aborts first. Rejects when the read store cannot be used. */
export const takeRebuild = async (deps: {
  readonly readStore: ReadStore
  readonly takeOverAfterMs: number
  readonly signal: AbortSignal
}): Promise<RebuildLease | null> => {
  const { readStore, takeOverAfterMs, signal } = deps
  const taken = await takeLease({
    register: checkpointRegister(readStore, 'rebuild'),
    name: newUuid(),
    ...{ takeOverAfterMs, lookEveryMs: takeOverAfterMs / 10, signal },
  })
  if (taken === null) return null
  const { held, renew, release } = keptAlive(taken, takeOverAfterMs / 5)
  const check = (): void => {
    if (!held()) throw new Error('another projector has taken over the rebuild')
  }
  const confirm = async (): Promise<void> => {
    await renew()
    check()
  }
  return { check, confirm, release }
}
