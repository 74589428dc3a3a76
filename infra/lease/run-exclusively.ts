import { newUuid } from '../ids.js'
import { createSerialQueue } from '../serial-queue.js'
import type { Vault } from '../vault/vault.js'
import { keptAlive, takeLease } from './lease.js'
import { vaultRegister } from './vault-register.js'

/** Runs tasks of one name one after another, across processes. Gives the task's value. */
export interface RunExclusively {
  <T>(name: string, task: () => Promise<T>): Promise<T>
  /** Gives null if the signal aborts while the task of another process runs; that task is not awaited. */
  <T>(name: string, task: () => Promise<T>, signal: AbortSignal): Promise<T | null>
}

/** Milliseconds without a renewal after which the lease of a dead process is taken over. */
const TAKE_OVER_MS = 10_000
const POLL_MS = 25

/**
 * Exclusive among all processes that share the vault, by leases in its entries `turn/…`. Rejects when the
 * vault is unavailable.
 */
export const createExclusively = (deps: {
  readonly vault: Vault
  readonly takeOverAfterMs?: number
}): RunExclusively => {
  const { vault, takeOverAfterMs = TAKE_OVER_MS } = deps
  const inOrder = createSerialQueue()
  function exclusively<T>(name: string, task: () => Promise<T>): Promise<T>
  function exclusively<T>(name: string, task: () => Promise<T>, signal: AbortSignal): Promise<T | null>
  function exclusively<T>(name: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T | null> {
    return inOrder(name, async () => {
      const taken = await takeLease({
        register: vaultRegister(vault, `turn/${name}`, takeOverAfterMs),
        name: newUuid(),
        takeOverAfterMs,
        lookEveryMs: POLL_MS * (1 + Math.random()),
        ...(signal && { signal }),
      })
      if (taken === null) return null
      const lease = keptAlive(taken, takeOverAfterMs / 5)
      try {
        return await task()
      } finally {
        // if the vault is unavailable, the lease is taken over later
        await lease.release().catch(() => undefined)
      }
    })
  }
  return exclusively
}
