import { AddressBookEntry, addressBookPrefix } from '@guiche/contracts/contact/imports.js'
import { plainName } from '@guiche/contracts/plain-text.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import { truncateText } from '@guiche/contracts/truncate.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { NAME_LENGTH, type Person } from './plan.js'
import { SHEET_LIMITS } from './read-sheet.js'

const PAGE = 500

/** Contacts of a connected phone, as far as WhatsApp has told the gateway. */
export const addressBook = async (
  vault: Pick<Vault, 'list' | 'getMany'>,
  connectionId: number,
): Promise<readonly Person[]> => {
  const keys = (await vault.list(addressBookPrefix(connectionId))).slice(0, SHEET_LIMITS.rows)
  const people: Person[] = []
  for (let at = 0; at < keys.length; at += PAGE) {
    for (const { value } of (await vault.getMany(keys.slice(at, at + PAGE))).values()) {
      const entry = checkSchema(AddressBookEntry, JSON.parse(value.toString()))
      if (!entry.ok) continue
      const { name, pn, lid, username } = entry.value
      people.push({
        line: people.length + 1,
        name: truncateText(plainName(name), NAME_LENGTH),
        number: pn ?? '',
        lid,
        email: '',
        ...(username !== undefined && { username }),
      })
    }
  }
  return people
}
