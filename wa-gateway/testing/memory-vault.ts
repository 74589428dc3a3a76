import { checkedKey } from '@guiche/infra/vault/names.js'
import type { Fence, Vault, VaultEntry } from '@guiche/infra/vault/vault.js'

/** A vault in memory with the rules of the port. Several gateways may share it. */
export const createMemoryVault = (): Vault & {
  readonly size: () => number
  readonly has: (key: string) => boolean
  /** number of entries under a prefix */
  readonly count: (prefix: string) => number
} => {
  const entries = new Map<string, VaultEntry>()
  const holds = (fence: Fence | undefined): boolean =>
    fence === undefined || entries.get(fence.key)?.epoch === fence.epoch
  return {
    size: () => entries.size,
    has: (key) => entries.has(key),
    count: (prefix) => [...entries.keys()].filter((key) => key.startsWith(prefix)).length,
    getMany: async (keys) =>
      new Map(
        keys.flatMap((key) => {
          const entry = entries.get(checkedKey(key))
          return entry === undefined ? [] : [[key, entry] as const]
        }),
      ),
    commit: async (writes, fence) => {
      const expected = writes.every(
        (write) => write.expected === undefined || (entries.get(write.key)?.epoch ?? 0) === write.expected,
      )
      for (const { key } of writes) checkedKey(key)
      if (!holds(fence) || !expected) return 'fenced'
      for (const { key, value } of writes) {
        if (value === null) entries.delete(key)
        else entries.set(key, { value, epoch: (entries.get(key)?.epoch ?? 0) + 1 })
      }
      return 'committed'
    },
    list: async (prefix) => [...entries.keys()].filter((key) => key.startsWith(prefix)).sort(),
    removeAll: async (prefix, fence) => {
      if (!holds(fence)) return 'fenced'
      for (const key of entries.keys()) if (key.startsWith(prefix)) entries.delete(key)
      return 'committed'
    },
    close: async () => undefined,
  }
}
