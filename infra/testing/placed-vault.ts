import { vaultPlaceOf } from '@guiche/contracts/vault-places.js'
import type { Vault } from '../vault/vault.js'

/**
 * The vault, which rejects keys outside the declared places (contracts/vault-places.ts): the erasure of a
 * company would not find such entries.
 */
export const placedVault = (vault: Vault): Vault => ({
  ...vault,
  commit: (writes, fence) => {
    const lost = writes.find(({ key, value }) => value !== null && vaultPlaceOf(key) === null)
    if (lost !== undefined) throw new Error(`${lost.key} has no place in contracts/vault-places.ts`)
    return vault.commit(writes, fence)
  },
})
