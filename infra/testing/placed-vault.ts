import { vaultPlaceOf } from '@guiche/contracts/vault-places.js'
import type { Vault } from '../vault/vault.js'

/**
 * A vault that rejects keys outside the declared places (contracts/vault-places.ts). The erasure of a company would not find
 * their entries.
 */
export const placedVault = (vault: Vault): Vault => ({
  ...vault,
  commit: (writes, fence) => {
    const lost = writes.find(({ key, value }) => value !== null && vaultPlaceOf(key) === null)
    if (lost !== undefined) throw new Error(`${lost.key} has no place in contracts/vault-places.ts`)
    return vault.commit(writes, fence)
  },
})
