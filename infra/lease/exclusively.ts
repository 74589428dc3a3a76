import { newUuid } from '../ids.js'
import { createSerialQueue } from '../serial-queue.js'
import type { Vault } from '../vault/vault.js'
import { keptAlive, takeLease } from './lease.js'
import { vaultRegister } from './vault-register.js'

/** Runs tasks of one name one after another, and gives what the task gives. */
export interface Exclusively {
  <T>(name: string, task: () => Promise<T>): Promise<T>
  /** Gives null if the signal aborts while another process's task runs, which is not awaited. */
  <T>(name: string, task: () => Promise<T>, signal: AbortSignal): Promise<T | null>
}

/** After so long without a sign of life the lease of a process that died is taken over, in milliseconds. */
const TAKE_OVER_MS = 10_000
const LOOK_MS = 25

/** Among all processes that share the vault, by leases in its entries `turn/…`. Rejects when the vault is away. */
export const createExclusively = (deps: {
  readonly vault: Vault
  readonly takeOverAfterMs?: number
}): Exclusively => {
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
        lookEveryMs: LOOK_MS * (1 + Math.random()),
        ...(signal && { signal }),
      })
      if (taken === null) return null
      const lease = keptAlive(taken, takeOverAfterMs / 5)
      try {
        return await task()
      } finally {
        // with the vault away it is taken over in the end
        await lease.release().catch(() => undefined)
      }
    })
  }
  return exclusively
}
