import type { ReportOf } from '@guiche/contracts/bus/reports.js'
import { domainError } from '@guiche/contracts/errors.js'
import { err } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createContacts } from '../contact/resolve.js'
import { createChats } from '../message/chats.js'
import { messageDecider } from '../message/decide.js'
import { messageFrom } from '../testing/customer.js'
import { COMPANY, CONNECTION, type Desk, FOREIGN, openDesk } from '../testing/desk.js'
import { createActiveTickets } from '../ticket/active-tickets.js'
import { createInbound } from './inbound.js'

let desk: Desk
afterEach(() => desk.close())

const PN = '5511987654321'

type Message = ReportOf<'message'>
const newMessage = (change: Partial<Message> = {}): Message =>
  messageFrom(PN, { peer: { pn: PN, lid: null, group: null, name: 'Carla' }, ...change })
const countEvents = async (type: string) => (await desk.log(type)).length
const keyOf = ({ connectionId, fromMe, waId, companyId }: Message) => ({
  companyId,
  connectionId,
  fromMe,
  waId,
})
const stateOf = async (report: Message) =>
  (
    await desk.kernel.load(
      messageDecider,
      streams.message(messageIdOf(report.connectionId, report.fromMe, report.waId)),
    )
  ).state

const GROUP = '120363000000000001'
const LID = '77700000000002'
const OTHER = { pn: '5511900000009', lid: '77700000000009', group: null, name: null }
const WRITER = { pn: PN, lid: LID, group: null, name: null }
const chat = { pn: null, lid: null, group: GROUP, name: null }
const inGroup = () =>
  newMessage({ peer: chat, remoteJid: `${GROUP}@g.us`, participant: `${PN}@s.whatsapp.net`, author: WRITER })
/** An edit, a deletion and a reaction that claim an author. */
const changesOf = (of: Message, from: object) => [
  { kind: 'edited', ...keyOf(of), by: 'contact', body: 'mudada', ...from },
  { kind: 'reacted', ...keyOf(of), by: 'contact', emoji: '👍', ...from },
  { kind: 'revoked', ...keyOf(of), by: 'contact', ...from },
]
const toldChanges = async () =>
  (await desk.log('message.')).map(({ type }) => type).filter((type) => type !== 'message.received.v1')
const ALL = ['message.edited.v1', 'message.reacted.v1', 'message.revoked.v1']

describe('changes of a message', () => {
  it('in a group: another member may react, but neither edit nor delete', async () => {
    desk = await openDesk({ settings: { CheckMsgIsGroup: 'disabled' } })
    const first = inGroup()
    await desk.report(
      first,
      ...changesOf(first, { chat, author: OTHER }),
      ...changesOf(first, { chat, author: null }),
    )
    // So does a change without an author.
    expect(await toldChanges()).toEqual(['message.reacted.v1', 'message.reacted.v1'])
    expect(await stateOf(first)).toMatchObject({ body: 'oi', deleted: false })
  })

  it('in a group: its writer edits and deletes it, named by number or by linked id', async () => {
    desk = await openDesk({ settings: { CheckMsgIsGroup: 'disabled' } })
    for (const author of [WRITER, { ...WRITER, lid: null }, { ...WRITER, pn: null }]) {
      const first = inGroup()
      const before = (await toldChanges()).length
      await desk.report(first, ...changesOf(first, { chat, author }))
      expect((await toldChanges()).slice(before)).toEqual(ALL)
    }
  })

  it('in a group: an admin deletes it, and does not edit it', async () => {
    desk = await openDesk({ settings: { CheckMsgIsGroup: 'disabled' } })
    const [theirs, ours] = [inGroup(), { ...inGroup(), fromMe: true, author: null }]
    for (const one of [theirs, ours]) {
      const [edited, , revoked] = changesOf(one, { chat, author: OTHER })
      await desk.report(one, edited, { ...revoked, byAdmin: true })
      expect(await stateOf(one)).toMatchObject({ body: 'oi', deleted: true })
    }
  })

  it('from another chat changes nothing', async () => {
    desk = await openDesk({ settings: { CheckMsgIsGroup: 'disabled' } })
    const [group, alone] = [inGroup(), newMessage()]
    await desk.report(group, alone, messageFrom(OTHER.pn))
    await desk.report(
      ...changesOf(group, { chat: OTHER, author: null }),
      ...changesOf(group, { chat: WRITER }),
    )
    await desk.report(
      ...changesOf(alone, { chat: OTHER, author: null }),
      ...changesOf(alone, { chat, author: WRITER }),
    )
    expect(await toldChanges()).toEqual([])
  })

  it('in the chat of a person comes from this person, also by another name, or does not say where it comes from', async () => {
    desk = await openDesk({ settings: { CheckMsgIsGroup: 'disabled' } })
    const known = { kind: 'identities', companyId: COMPANY, connectionId: CONNECTION, peer: WRITER }
    await desk.report(newMessage(), known)
    for (const from of [
      { chat: { ...WRITER, lid: null }, author: null },
      { chat: { ...WRITER, pn: null }, author: null },
      {},
    ]) {
      const first = newMessage()
      const before = (await toldChanges()).length
      await desk.report(first, ...changesOf(first, from))
      expect((await toldChanges()).slice(before)).toEqual(ALL)
    }
  })
})

describe('security rule 15: reports are not to be trusted', () => {
  it('a report outside the schema is dropped, and the others continue', async () => {
    desk = await openDesk()
    const good = newMessage()
    await desk.report(
      null,
      { kind: 'message' },
      { ...newMessage(), extra: 1 },
      { ...newMessage(), waId: { $ne: '' } },
      good,
    )
    expect((await desk.log('message.received')).map(({ data }) => data.waId)).toEqual([good.waId])
  })

  it('drops reports with a foreign connection, a sender outside the chat, or wrong ids', async () => {
    desk = await openDesk()
    await desk.report(newMessage({ companyId: FOREIGN }), newMessage({ connectionId: 404 }))
    await desk.report(newMessage({ remoteJid: '5511900000000@s.whatsapp.net' }))
    expect(await countEvents('message.')).toBe(0)
    expect(await countEvents('contact.')).toBe(0)
    const own = newMessage({ fromMe: true, ack: 1 })
    await desk.report(own, { kind: 'sent', ...keyOf(own), messageId: 'f'.repeat(32) })
    await desk.report({ kind: 'ack', ...keyOf(own), companyId: FOREIGN, ack: 4 })
    await desk.report({ kind: 'edited', ...keyOf(own), by: 'contact', body: 'forged' })
    expect(await countEvents('message.')).toBe(1)
  })

  it('a second sender under one id is parked beside the first', async () => {
    desk = await openDesk()
    const first = newMessage()
    await desk.report(first)
    const second = {
      ...first,
      peer: { pn: '5511900000000', lid: null, group: null, name: 'X' },
      remoteJid: '5511900000000@s.whatsapp.net',
      body: 'outra',
    }
    await desk.report(second, second)
    expect((await desk.log('message.')).map(({ type }) => type)).toEqual([
      'message.received.v1',
      'message.conflict-parked.v1',
    ])
    expect((await stateOf(first)).body).toBe('oi')
  })

  it('a file of another company is not shown', async () => {
    desk = await openDesk()
    const blob = await desk.blobs.put(Buffer.from('x'), {
      companyId: FOREIGN,
      mimetype: 'image/png',
      fileName: 'a.png',
      maxSize: 10,
    })
    if (blob === 'too-large') throw new Error('one byte')
    const photo = newMessage({ type: 'image', mediaPending: true })
    const media = {
      blobId: blob.id,
      mimetype: 'image/png',
      fileName: 'a.png',
      size: 1,
      seconds: null,
      voice: false,
    }
    await desk.report(photo, {
      kind: 'media',
      ...keyOf(photo),
      messageId: messageIdOf(CONNECTION, false, photo.waId),
      media,
    })
    expect(await countEvents('message.media-stored')).toBe(0)
  })

  it('a report that fails repeatedly is parked, and the others continue', async () => {
    desk = await openDesk()
    const poison = newMessage({ body: 'veneno' })
    const good = newMessage({
      body: 'bom',
      peer: { pn: '5511900000001', lid: null, group: null, name: 'B' },
      remoteJid: '5511900000001@s.whatsapp.net',
    })
    const failing: EventStore = {
      ...desk.eventStore,
      append: async (stream, expected, events) => {
        if (events.some(({ data }) => data.body === 'veneno')) throw new TypeError('a fault in the code')
        return desk.eventStore.append(stream, expected, events)
      },
    }
    await desk.build(failing).conversations.inbound.handle(desk.deliveries([poison, good]))
    expect((await desk.log('message.received')).map(({ data }) => data.body)).toEqual(['bom'])
    expect(await desk.vault.list(`parked-report/${COMPANY}/`)).toHaveLength(1)
  })

  it('with an engine away nothing is put aside: it comes again', async () => {
    desk = await openDesk()
    const parts = desk.build()
    const activeTickets = createActiveTickets(parts)
    const contacts = createContacts({ ...parts, activeTickets })
    let away = true
    const company = async (companyId: number) => {
      if (away) throw new Error('the read store is away')
      return parts.records.company(companyId)
    }
    const inbound = createInbound({
      ...parts,
      activeTickets,
      contacts,
      chats: createChats(parts),
      records: {
        ...parts.records,
        company,
      },
    })
    const batch = desk.deliveries([newMessage()])
    await expect(inbound.handle(batch)).rejects.toThrow('away')
    expect(await desk.vault.list('parked-report/')).toEqual([])
    away = false
    await inbound.handle(batch)
    expect(await countEvents('message.received')).toBe(1)
  })

  it('a failure that only looks like an outage parks its report, and the others continue', async () => {
    desk = await openDesk()
    const parts = desk.build()
    const activeTickets = createActiveTickets(parts)
    const contacts = createContacts({ ...parts, activeTickets })
    const inbound = createInbound({
      ...parts,
      ...{ activeTickets, chats: createChats(parts), retryDelays: [] },
      contacts: {
        ...contacts,
        resolve: async (identities, draft, meta) =>
          draft.name === 'veneno'
            ? err(domainError('ERR_UNAVAILABLE'))
            : contacts.resolve(identities, draft, meta),
      },
    })
    const poison = newMessage({ peer: { pn: PN, lid: null, group: null, name: 'veneno' } })
    const good = messageFrom('5511900000001')
    await inbound.handle(desk.deliveries([poison, good]))
    expect((await desk.log('message.received')).map(({ data }) => data.waId)).toEqual([good.waId])
    const [parked = ''] = await desk.vault.list(`parked-report/${COMPANY}/`)
    const kept = JSON.parse(String((await desk.vault.getMany([parked])).get(parked)?.value))
    expect(kept).toMatchObject({ ...poison, parked: { reason: 'ERR_UNAVAILABLE', attempts: 1, dueAt: null } })
  })

  it('a report about a message that waits for a retry comes behind the message', async () => {
    desk = await openDesk()
    let broken = true
    const store: EventStore = {
      ...desk.eventStore,
      append: async (stream, expected, events) => {
        if (broken && events.some(({ type }) => type === 'message.received.v1'))
          throw new TypeError('a fault')
        return desk.eventStore.append(stream, expected, events)
      },
    }
    const parts = desk.build(store)
    const activeTickets = createActiveTickets(parts)
    const contacts = createContacts({ ...parts, activeTickets })
    const chats = createChats(parts)
    const inbound = createInbound({ ...parts, activeTickets, contacts, chats, retryDelays: [1] })
    const first = newMessage({ fromMe: true })
    await inbound.handle(desk.deliveries([first, { kind: 'ack', ...keyOf(first), ack: 3 }]))
    broken = false
    await inbound.handle(desk.deliveries([{ kind: 'edited', ...keyOf(first), by: 'us', body: 'melhor' }]))
    expect(await desk.vault.list(`parked-report/${COMPANY}/waiting/`)).toHaveLength(3)
    await inbound.start()
    while ((await desk.vault.list('parked-report/')).length > 0) await new Promise(setImmediate)
    await inbound.stop()
    expect(await stateOf(first)).toMatchObject({ ack: 3, body: 'melhor' })
  })
})
