import type { Vault } from '@guiche/infra/vault/vault.js'
import { NOTHING_SPENT, type Spent } from './limits.js'

const keyOf = (connectionId: number): string => `wa/${connectionId}/spent`

/** What each connection has sent lately: in memory, and in the vault a little behind. */
export const createSpentBook = (vault: Vault, saveEveryMs: number) => {
  const book = new Map<number, Spent>()
  const dirty = new Set<number>()
  let timer: NodeJS.Timeout | undefined

  const save = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const writes = [...dirty].map((connectionId) => ({
      key: keyOf(connectionId),
      value: Buffer.from(JSON.stringify(book.get(connectionId) ?? NOTHING_SPENT)),
    }))
    dirty.clear()
    if (writes.length > 0) await vault.commit(writes)
  }

  return {
    get: async (connectionId: number): Promise<Spent> => {
      const known = book.get(connectionId)
      if (known !== undefined) return known
      const kept = (await vault.getMany([keyOf(connectionId)])).get(keyOf(connectionId))
      const spent =
        kept === undefined ? NOTHING_SPENT : { ...NOTHING_SPENT, ...JSON.parse(kept.value.toString()) }
      book.set(connectionId, spent)
      return spent
    },
    set: (connectionId: number, spent: Spent): void => {
      book.set(connectionId, spent)
      dirty.add(connectionId)
      if (timer !== undefined) return
      timer = setTimeout(() => {
        save().catch(() => undefined)
      }, saveEveryMs)
      timer.unref()
    },
    /** Another process may have it meanwhile. */
    forget: async (connectionId: number): Promise<void> => {
      if (dirty.has(connectionId)) await save().catch(() => undefined)
      book.delete(connectionId)
    },
    save,
  }
}

export type SpentBook = ReturnType<typeof createSpentBook>
