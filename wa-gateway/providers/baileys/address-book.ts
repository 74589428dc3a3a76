import type { WhatsAppAddress } from '@guiche/contracts/bus/reports.js'
import { AddressBookEntry, addressBookPrefix } from '@guiche/contracts/contact/imports.js'
import { type Username, usernameOf } from '@guiche/contracts/contact/username.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import type { Fence, Vault } from '@guiche/infra/vault/vault.js'
import type { Contact } from '@whiskeysockets/baileys'
import { bareJid, isGroup, isIgnoredJid, lidOf, pnOf, shownName } from '../../jids.js'
import type { ProviderEvent } from '../provider.js'
import type { Batch } from './batch.js'

/** Entries of the vault that are written at once. */
const PAGE = 500

/** A contact with a name, as WhatsApp's settings and history give it. */
const entryOf = (contact: Contact): AddressBookEntry | null => {
  const { id, lid, phoneNumber, verifiedName, notify } = contact
  if (!id || isGroup(id) || isIgnoredJid(id)) return null
  const jids = [id, phoneNumber, lid]
  const pn = jids.map(pnOf).find((one) => one !== null) ?? null
  const known = jids.map(lidOf).find((one) => one !== null) ?? null
  const username = usernameOf(contact.username)
  // The library uses the username in place of a missing name.
  const name = contact.name === contact.username ? undefined : contact.name
  const shown = shownName(name || verifiedName || notify)
  if ((shown === null && username === undefined) || (pn === null && known === null)) return null
  return { name: shown ?? '', pn, lid: known, ...(username !== undefined && { username }) }
}

/** The newer entry, with the name or the username that only the older one has. */
const mergedEntry = (before: AddressBookEntry | undefined, entry: AddressBookEntry): AddressBookEntry =>
  before === undefined ? entry : { ...before, ...entry, name: entry.name || before.name }

/** The people in a batch of events, without ourselves; the last data about each counts. Pure. */
export const peopleIn = (batch: Batch, me: readonly string[]): Map<string, AddressBookEntry> => {
  const own = new Set(me.map(bareJid))
  const contacts = [
    ...(batch['messaging-history.set']?.contacts ?? []),
    ...(batch['contacts.upsert'] ?? []),
  ].filter(({ id }) => !own.has(bareJid(id)))
  const people = new Map<string, AddressBookEntry>()
  for (const entry of contacts.map(entryOf)) {
    const id = entry?.pn ?? entry?.lid ?? ''
    if (entry !== null) people.set(id, mergedEntry(people.get(id), entry))
  }
  return people
}

/** Usernames from the address book, for contacts that are known already. Pure. */
export const usernamesIn = (people: ReadonlyMap<string, AddressBookEntry>): ProviderEvent[] =>
  [...people.values()].flatMap(({ pn, lid, username }) =>
    username === undefined
      ? []
      : [{ kind: 'username', peer: { pn, lid, group: null, name: null }, username }],
  )

const entriesAt = async (
  vault: Pick<Vault, 'getMany'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, AddressBookEntry>> => {
  const found = [...(await vault.getMany(keys))].flatMap(([key, { value }]) => {
    const entry = checkSchema(AddressBookEntry, JSON.parse(value.toString()))
    return entry.ok ? [[key, entry.value] as const] : []
  })
  return new Map(found)
}

/** Looks up usernames of people in the stored address book. */
export const createUsernames =
  (vault: Pick<Vault, 'getMany'>, connectionId: number) =>
  async ({ pn, lid }: Pick<WhatsAppAddress, 'pn' | 'lid'>): Promise<Username | undefined> => {
    const keys = [pn, lid].flatMap((id) => (id === null ? [] : `${addressBookPrefix(connectionId)}${id}`))
    const kept = await entriesAt(vault, keys)
    return keys.flatMap((key) => kept.get(key)?.username ?? [])[0]
  }

/** Stores the phone's contacts among the session's keys: they are removed with the session, and with the person. */
export const keepPeople = async (
  vault: Pick<Vault, 'commit' | 'getMany'>,
  connectionId: number,
  people: ReadonlyMap<string, AddressBookEntry>,
  fence: Fence,
): Promise<void> => {
  const entries = [...people].map(
    ([id, entry]) => [`${addressBookPrefix(connectionId)}${id}`, entry] as const,
  )
  for (let at = 0; at < entries.length; at += PAGE) {
    const page = entries.slice(at, at + PAGE)
    const before = await entriesAt(
      vault,
      page.map(([key]) => key),
    )
    const writes = page.map(([key, entry]) => ({
      key,
      value: Buffer.from(JSON.stringify(mergedEntry(before.get(key), entry))),
    }))
    await vault.commit(writes, fence)
  }
}
