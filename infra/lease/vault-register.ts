import type { Vault } from '../vault/vault.js'
import { type Entry, type Register, recognisesHolder } from './lease.js'

interface KeptLease {
  readonly owner: string
  /** milliseconds since the epoch; 0: free. Earlier releases take the lease over after this moment. */
  readonly until: number
}

export type VaultHeld = Entry & { readonly version: number }

/** A lease in an entry of the vault; its version is the entry's epoch. */
export const vaultRegister = (
  vault: Pick<Vault, 'getMany' | 'commit'>,
  key: string,
  takeOverAfterMs: number,
): Register<VaultHeld> =>
  recognisesHolder({
    read: async () => {
      const entry = (await vault.getMany([key])).get(key)
      if (entry === undefined) return { version: 0, holder: null }
      const { owner, until } = JSON.parse(entry.value.toString()) as KeptLease
      return { version: entry.epoch, holder: until === 0 ? null : owner }
    },
    write: async (before, holder) => {
      const kept: KeptLease = {
        owner: holder ?? '',
        until: holder === null ? 0 : Date.now() + takeOverAfterMs,
      }
      const write = { key, value: Buffer.from(JSON.stringify(kept)), expected: before.version }
      return (await vault.commit([write])) === 'committed' ? { version: before.version + 1, holder } : null
    },
  })
