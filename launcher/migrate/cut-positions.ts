import type { Vault } from '@guiche/infra/vault/vault.js'
import { capAt, holdsPosition, POSITION_PREFIXES, translatedEntry } from './position-map.js'

const PAGE = 500

/**
 * Cuts the positions in the vault at `end` after a rollback of the event store. Otherwise gateways would skip new
 * requests. And a transfer to a user with a limit would wait for an event that the views have lost.
 */
export const cutPositions = async (vault: Vault, end: string): Promise<void> => {
  const cut = capAt(end)
  const listed = await Promise.all(POSITION_PREFIXES.map((prefix) => vault.list(prefix)))
  const keys = listed.flat().filter(holdsPosition)
  for (let from = 0; from < keys.length; from += PAGE) {
    const entries = await vault.getMany(keys.slice(from, from + PAGE))
    const writes = [...entries].flatMap(([key, { value }]) => {
      const other = translatedEntry(key, value, cut)
      return other.equals(value) ? [] : [{ key, value: other }]
    })
    if (writes.length > 0) await vault.commit(writes)
  }
}
