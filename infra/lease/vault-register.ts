import type { Vault } from '../vault/vault.js'
import type { Entry, Register } from './lease.js'

interface Kept {
  readonly owner: string
  /** milliseconds since the epoch; 0: nobody has it. Earlier releases take the lease over when this has passed. */
  readonly until: number
}

export type VaultHeld = Entry & { readonly version: number }

/** A lease in an entry of the vault; its version is the entry's epoch. No two holders have the same name. */
export const vaultRegister = (
  vault: Pick<Vault, 'getMany' | 'commit'>,
  key: string,
  takeOverAfterMs: number,
): Register<VaultHeld> => {
  const register: Register<VaultHeld> = {
    read: async () => {
      const entry = (await vault.getMany([key])).get(key)
      if (entry === undefined) return { version: 0, holder: null }
      const { owner, until } = JSON.parse(entry.value.toString()) as Kept
      return { version: entry.epoch, holder: until === 0 ? null : owner }
    },
    write: async (before, holder) => {
      const kept: Kept = { owner: holder ?? '', until: holder === null ? 0 : Date.now() + takeOverAfterMs }
      const write = { key, value: Buffer.from(JSON.stringify(kept)), expected: before.version }
      if ((await vault.commit([write])) === 'committed') return { version: before.version + 1, holder }
      const found = await register.read()
      // No other process writes this name: an earlier write succeeded, and its answer was lost.
      const self = holder ?? before.holder
      return found.holder !== null && found.holder === self ? register.write(found, holder) : null
    },
  }
  return register
}
