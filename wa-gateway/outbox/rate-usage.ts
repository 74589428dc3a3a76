import { NO_USAGE, type RateUsage, usageKey, usageOf } from '@guiche/contracts/settings/send-limits.js'
import { createLoop } from '@guiche/infra/loop.js'
import type { Vault } from '@guiche/infra/vault/vault.js'

/** The recent sends of each connection: in memory, and in the vault a little behind. */
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

  const read = async (connectionId: number): Promise<RateUsage> => {
    const kept = (await vault.getMany([usageKey(connectionId)])).get(usageKey(connectionId))
    return kept === undefined ? NO_USAGE : { ...NO_USAGE, ...JSON.parse(kept.value.toString()) }
  }

  return {
    /** Usage of the account with this number; null: unknown. */
    get: async (connectionId: number, number: string | null): Promise<RateUsage> => {
      const kept = book.get(connectionId) ?? (await read(connectionId))
      // a value set meanwhile is newer
      const usage = usageOf(book.get(connectionId) ?? kept, number)
      book.set(connectionId, usage)
      return usage
    },
    /** Keeps the later end of a restriction: WhatsApp may have reported a new one since this usage was read. */
    set: (connectionId: number, usage: RateUsage): void => {
      const known = book.get(connectionId)
      const isOfSame = known !== undefined && known.number === usage.number
      const restrictedUntil = Math.max(usage.restrictedUntil, isOfSame ? known.restrictedUntil : 0)
      book.set(connectionId, { ...usage, restrictedUntil })
      dirty.add(connectionId)
      saving.wakeIn(saveEveryMs)
    },
    /** Drops the usage of a connection that another process may take over. */
    forget: async (connectionId: number): Promise<void> => {
      if (dirty.has(connectionId)) await save().catch(() => undefined)
      book.delete(connectionId)
    },
    save,
  }
}

export type RateUsageBook = ReturnType<typeof createRateUsageBook>
