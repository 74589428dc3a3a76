import type { Vault } from '../vault/vault.js'
import { cutAt, holdsPosition, translatedEntry } from './places.js'

/** Where everything of WhatsApp stands, the places of gateways among it. */
const PREFIX = 'wa/'
const PAGE = 500

/**
 * The vault beside a store that was put back and ends at `end` now: gateways that remember to have obeyed or done what
 * came after it would pass new requests over until these stand behind the lost ones.
 */
export const cutPlaces = async (vault: Vault, end: string): Promise<void> => {
  const cut = cutAt(end)
  const keys = (await vault.list(PREFIX)).filter(holdsPosition)
  for (let from = 0; from < keys.length; from += PAGE) {
    const entries = await vault.getMany(keys.slice(from, from + PAGE))
    const writes = [...entries].flatMap(([key, { value }]) => {
      const other = translatedEntry(key, value, cut)
      return other.equals(value) ? [] : [{ key, value: other }]
    })
    if (writes.length > 0) await vault.commit(writes)
  }
}
