import { NO_USAGE, type RateUsage, usageKey } from '@guiche/contracts/send-limits.js'
import { createLoop } from '@guiche/infra/loop.js'
import type { Vault } from '@guiche/infra/vault/vault.js'

/** What each connection has sent lately: in memory, and in the vault a little behind. */
export const createRateUsageBook = (vault: Vault, saveEveryMs: number) => {
  const book = new Map<number, RateUsage>()
  const dirty = new Set<number>()

  const save = async (): Promise<void> => {
    const writes = [...dirty].map((connectionId) => ({
      key: usageKey(connectionId),
      value: Buffer.from(JSON.stringify(book.get(connectionId) ?? NO_USAGE)),
    }))
    dirty.clear()
    if (writes.length > 0) await vault.commit(writes)
  }

  const saving = createLoop(save, { onFailure: () => undefined })

  return {
    get: async (connectionId: number): Promise<RateUsage> => {
      const known = book.get(connectionId)
      if (known !== undefined) return known
      const kept = (await vault.getMany([usageKey(connectionId)])).get(usageKey(connectionId))
      const usage = kept === undefined ? NO_USAGE : { ...NO_USAGE, ...JSON.parse(kept.value.toString()) }
      book.set(connectionId, usage)
      return usage
    },
    set: (connectionId: number, usage: RateUsage): void => {
      book.set(connectionId, usage)
      dirty.add(connectionId)
      saving.wakeIn(saveEveryMs)
    },
    /** For a connection that another process may take over. */
    forget: async (connectionId: number): Promise<void> => {
      if (dirty.has(connectionId)) await save().catch(() => undefined)
      book.delete(connectionId)
    },
    save,
  }
}

export type RateUsageBook = ReturnType<typeof createRateUsageBook>
