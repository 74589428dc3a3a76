import { type AddressBookEntry, addressBookOf } from '@guiche/contracts/imports.js'
import type { Fence, Vault } from '@guiche/infra/vault/vault.js'
import type { Contact } from '@whiskeysockets/baileys'
import { bareJid, isGroup, isIgnoredJid, lidOf, pnOf, shownName } from '../../jids.js'
import type { Batch } from './batch.js'

/** Entries of the vault that are written at once. */
const PAGE = 500

/** Whom the phone knows by name, as WhatsApp tells it in settings and history. */
const entryOf = (contact: Contact): AddressBookEntry | null => {
  const { id, lid, phoneNumber, name, verifiedName, notify } = contact
  if (!id || isGroup(id) || isIgnoredJid(id)) return null
  const jids = [id, phoneNumber, lid]
  const pn = jids.map(pnOf).find((one) => one !== null) ?? null
  const known = jids.map(lidOf).find((one) => one !== null) ?? null
  const shown = shownName(name || verifiedName || notify)
  return shown === null || (pn === null && known === null) ? null : { name: shown, pn, lid: known }
}

/** The people in a batch of events, without ourselves; the last that is said of each. Pure. */
export const peopleIn = (batch: Batch, me: readonly string[]): Map<string, AddressBookEntry> => {
  const own = new Set(me.map(bareJid))
  const contacts = [
    ...(batch['messaging-history.set']?.contacts ?? []),
    ...(batch['contacts.upsert'] ?? []),
  ].filter(({ id }) => !own.has(bareJid(id)))
  const people = new Map<string, AddressBookEntry>()
  for (const entry of contacts.map(entryOf)) {
    if (entry !== null) people.set(entry.pn ?? entry.lid ?? '', entry)
  }
  return people
}

/** Keeps whom the phone knows, among the session's keys: they are forgotten with the session, and with the person. */
export const keepPeople = async (
  vault: Pick<Vault, 'commit'>,
  connectionId: number,
  people: ReadonlyMap<string, AddressBookEntry>,
  fence: Fence,
): Promise<void> => {
  const writes = [...people].map(([id, entry]) => ({
    key: `${addressBookOf(connectionId)}${id}`,
    value: Buffer.from(JSON.stringify(entry)),
  }))
  for (let at = 0; at < writes.length; at += PAGE) await vault.commit(writes.slice(at, at + PAGE), fence)
}
