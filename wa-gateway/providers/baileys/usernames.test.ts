import { type AddressBookEntry, addressBookPrefix } from '@guiche/contracts/contact/imports.js'
import { describe, expect, it } from '@jest/globals'
import {
  type BaileysEventEmitter,
  type ChatMutation,
  decodeMessageNode,
  processHistoryMessage,
  processSyncAction,
  proto,
} from '@whiskeysockets/baileys'
import {
  ANA,
  ANA_LID,
  batchTime,
  GROUP,
  ME,
  NAMES,
  readEvents,
  testLookups,
  upsertBatch,
} from '../../testing/batches.js'
import { createMemoryVault } from '../../testing/memory-vault.js'
import { createUsernames, keepPeople, peopleIn, usernamesIn } from './address-book.js'
import type { Batch } from './batch.js'

const MY_LID = '88800000000001@lid'
/** A message as the library reads it from a stanza of WhatsApp. */
const fromStanza = (attrs: Record<string, string>) =>
  upsertBatch({
    ...decodeMessageNode({ tag: 'message', attrs: { id: 'A', t: '1700000000', ...attrs } }, ME, MY_LID)
      .fullMessage,
    message: { conversation: 'hi' },
  })
const anaByLid = { ...NAMES, pn: null }
const told = (username: string, peer: object = anaByLid) => ({ kind: 'username', peer, username })

describe('the username in a message', () => {
  it('of our own phone belongs to the other side', async () => {
    const own = { from: MY_LID, recipient: ANA_LID }
    for (const name of ['peer_recipient_username', 'recipient_username']) {
      const events = await readEvents(fromStanza({ ...own, [name]: 'Ana.Lima' }))
      expect(events).toMatchObject([
        { kind: 'message', message: { fromMe: true, peer: { ...anaByLid, username: 'ana.lima' } } },
        told('ana.lima'),
      ])
    }
    expect(await readEvents(fromStanza(own))).toHaveLength(1)
  })

  it('of a group belongs to the author, not to the group', async () => {
    const inGroup = { from: GROUP, participant: ANA_LID, participant_username: '@ana' }
    const [message, ...rest] = await readEvents(fromStanza(inGroup))
    expect(rest).toMatchObject([told('ana')])
    expect(message).toHaveProperty('message.peer', {
      pn: null,
      lid: null,
      group: GROUP.split('@')[0],
      name: 'Buyers',
    })
  })

  it('of a broadcast list belongs to its sender', async () => {
    const list = { from: '123@broadcast', participant: ANA_LID, participant_username: 'ana' }
    expect(await readEvents(fromStanza(list))).toMatchObject([
      { message: { peer: { username: 'ana' } } },
      told('ana'),
    ])
  })

  it('that was received is not our own', async () => {
    const events = await readEvents(
      fromStanza({ from: ANA_LID, recipient_username: 'us', peer_recipient_username: 'us' }),
    )
    expect(events).toHaveLength(1)
    expect(events[0]).not.toHaveProperty('message.peer.username')
  })

  it('is that of the address book if the message has none', async () => {
    const look = {
      ...testLookups(),
      usernameOf: async ({ pn }: { pn: string | null }) => (pn === NAMES.pn ? 'ana' : undefined),
    }
    const message = { conversation: 'hi' }
    const events = await readEvents(
      upsertBatch({ key: { id: 'A', remoteJid: ANA }, ...batchTime, message }),
      look,
    )
    expect(events).toMatchObject([{ kind: 'message', message: { peer: { ...NAMES, username: 'ana' } } }])
  })

  it.each(['\u202Eana\u202C<b>', '5511900000002', 'a'.repeat(100)])(
    'is ignored if invalid (%j)',
    async (name) => {
      const events = await readEvents(
        fromStanza({ from: MY_LID, recipient: ANA_LID, recipient_username: name }),
      )
      expect(events).toHaveLength(1)
      expect(events[0]).not.toHaveProperty('message.peer.username')
    },
  )
})

describe('the username in the address book', () => {
  const ME_AT = [ME, MY_LID]
  /** The library's events for a setting of the phone. */
  const synced = (value: object): Batch => {
    const batch: Record<string, unknown> = {}
    const ev = { emit: (event: string, data: unknown) => (batch[event] = data) }
    const action = { syncAction: { value }, index: ['contact', ANA_LID] }
    const [given, emitter] = [action as unknown as ChatMutation, ev as unknown as BaileysEventEmitter]
    processSyncAction(given, emitter, { id: ME })
    return batch
  }
  const people = (batch: object) => peopleIn(batch as Batch, ME_AT)
  const kept = { pn: null, lid: '77700000000002', username: 'ana' }

  it('comes with the phone’s contacts, unless it is a name', () => {
    const named = { username: 'ana', fullName: 'Ana Lima' }
    for (const kind of ['contactAction', 'lidContactAction'] as const) {
      const found = people(synced({ [kind]: { username: 'ana', lidJid: ANA_LID } }))
      expect([...found.values()]).toEqual([{ ...kept, name: '' }])
      expect(usernamesIn(found)).toEqual([told('ana')])
      expect([...people(synced({ [kind]: named })).values()]).toEqual([{ ...kept, name: 'Ana Lima' }])
    }
  })

  it('comes with the conversations of the history', () => {
    const { contacts } = processHistoryMessage(
      proto.HistorySync.fromObject({
        syncType: proto.HistorySync.HistorySyncType.RECENT,
        conversations: [
          { id: ANA_LID, username: 'ana' },
          { id: '77700000000003@lid', name: 'Bia' },
          { id: MY_LID, username: 'us' },
          { id: GROUP, name: 'Buyers', username: 'buyers' },
        ],
      }),
    )
    const found = people({ 'messaging-history.set': { contacts } })
    expect([...found.values()]).toEqual([
      { ...kept, name: '' },
      { name: 'Bia', pn: null, lid: '77700000000003' },
    ])
    expect(usernamesIn(found)).toEqual([told('ana')])
  })

  it('is found again by number and by linked id', async () => {
    const vault = createMemoryVault()
    await vault.commit([{ key: 'lease', value: Buffer.from('1') }])
    await keepPeople(vault, 7, new Map([[kept.lid, { ...kept, name: '' }]]), { key: 'lease', epoch: 1 })
    expect(await createUsernames(vault, 7)({ pn: '5511900000002', lid: kept.lid })).toBe('ana')
    expect(await createUsernames(vault, 7)({ pn: '5511900000002', lid: null })).toBeUndefined()
    expect(await createUsernames(vault, 8)({ pn: null, lid: kept.lid })).toBeUndefined()
  })

  it('stays if the phone sends the name alone; the name stays if it sends the username alone', async () => {
    const vault = createMemoryVault()
    await vault.commit([{ key: 'lease', value: Buffer.from('1') }])
    const keep = (entry: Partial<AddressBookEntry>) => {
      const whole = { name: '', pn: null, lid: kept.lid, ...entry }
      return keepPeople(vault, 7, new Map([[kept.lid, whole]]), { key: 'lease', epoch: 1 })
    }
    await keep({ name: 'Ana Lima' })
    await keep({ username: 'ana' })
    await keep({ name: 'Ana' })
    const key = `${addressBookPrefix(7)}${kept.lid}`
    const entry = (await vault.getMany([key])).get(key)?.value.toString() ?? ''
    expect(JSON.parse(entry)).toEqual({ ...kept, name: 'Ana' })
    const contacts = [
      { id: ANA_LID, name: 'Ana Lima' },
      { id: ANA_LID, username: 'ana', name: 'ana' },
    ]
    expect([...people({ 'contacts.upsert': contacts }).values()]).toEqual([{ ...kept, name: 'Ana Lima' }])
  })
})
