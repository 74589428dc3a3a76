import type { ReportOf } from '@guiche/contracts/reports.js'
import { streams } from '@guiche/contracts/streams.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import { contactDecider } from '../contact/decide.js'
import { messageDecider } from '../message/decide.js'
import {
  ADMIN,
  ANA,
  COMPANY,
  CONNECTION,
  type Desk,
  FOREIGN,
  openDesk,
  SECOND_CONNECTION,
} from '../testing/desk.js'
import { ticketDecider } from '../ticket/decide.js'

let desk: Desk
afterEach(() => desk.close())

const PN = '5511987654321'
const LID = '111222333444'
let next = 0

type Message = ReportOf<'message'>
const message = (change: Partial<Message> = {}): Message => ({
  kind: 'message',
  companyId: COMPANY,
  connectionId: CONNECTION,
  fromMe: false,
  waId: `WA${++next}`,
  peer: { pn: PN, lid: null, group: null, name: 'Carla' },
  author: null,
  remoteJid: `${PN}@s.whatsapp.net`,
  participant: null,
  type: 'conversation',
  body: 'oi',
  mediaPending: false,
  media: null,
  quotedWaId: null,
  quotedFromMe: null,
  forwarded: false,
  sentAt: '2026-03-02T11:59:59.000Z',
  imported: false,
  ack: 0,
  ...change,
})
const fromLid = (change: Partial<Message> = {}) =>
  message({ peer: { pn: null, lid: LID, group: null, name: 'Carla' }, remoteJid: `${LID}@lid`, ...change })
const pair = () => ({
  kind: 'identities',
  companyId: COMPANY,
  connectionId: CONNECTION,
  peer: { pn: PN, lid: LID, group: null, name: null },
})
const count = async (type: string) => (await desk.log(type)).length
const ticket = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state
const onlyTicket = async () => {
  const [opened, second] = await desk.log('ticket.opened')
  expect(second).toBeUndefined()
  return Number(opened?.data.ticketId)
}
const key = ({ connectionId, fromMe, waId, companyId }: Message) => ({
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
const close = (ticketId: number, headers = {}) =>
  desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'closed' }, headers)

describe('a message of a customer', () => {
  it('makes a contact, a waiting ticket in the only queue, and itself', async () => {
    desk = await openDesk()
    const report = message()
    await desk.report(report)
    const [created] = await desk.log('contact.created')
    expect(created?.data).toMatchObject({ name: 'Carla', number: PN, connectionId: CONNECTION })
    const [opened] = await desk.log('ticket.opened')
    expect(opened?.data.to).toEqual({
      status: 'pending',
      userId: null,
      queueId: 21,
      connectionId: CONNECTION,
    })
    const [received] = await desk.log('message.received')
    expect(received?.data).toMatchObject({ body: 'oi', ticketId: opened?.data.ticketId, fromMe: false })
    expect(received?.actor).toEqual({ kind: 'contact', id: created?.data.contactId })
  })

  it('redelivered twenty times, in turn and at once, is one message of one ticket', async () => {
    desk = await openDesk()
    const report = message()
    const batches = Array.from({ length: 20 }, () => desk.deliveries([report]))
    await Promise.all(batches.map((batch) => desk.conversations.inbound.handle(batch)))
    await desk.report(...Array.from({ length: 20 }, () => report))
    expect(await count('contact.created')).toBe(1)
    expect(await count('ticket.opened')).toBe(1)
    expect(await count('message.received')).toBe(1)
  })

  it('many at once of one new customer make one contact and one ticket, in order', async () => {
    desk = await openDesk()
    const bodies = Array.from({ length: 30 }, (_, index) => String(index))
    await desk.report(...bodies.map((body) => message({ body })))
    expect(await count('contact.created')).toBe(1)
    expect(await count('ticket.opened')).toBe(1)
    expect((await desk.log('message.received')).map(({ data }) => data.body)).toEqual(bodies)
  })

  it('after a crash at any step is completed by its redelivery', async () => {
    desk = await openDesk()
    let crashed = 0
    for (let step = 0; ; step++) {
      const report = message({
        peer: { pn: `55119876500${step + 10}`, lid: `77700${step + 10}`, group: null, name: 'D' },
      })
      const own = { ...report, remoteJid: `${report.peer.pn}@s.whatsapp.net` }
      let left = step
      const failing: EventStore = {
        ...desk.eventStore,
        append: async (...args) => {
          if (left-- <= 0) return { ok: false, error: { kind: 'unavailable', message: 'crash' } }
          return desk.eventStore.append(...args)
        },
      }
      const before = { tickets: await count('ticket.opened'), contacts: await count('contact.created') }
      const dying = desk.build(failing).conversations.inbound
      const delivery = desk.deliveries([own])
      const died = await dying.handle(delivery).then(
        () => false,
        () => true,
      )
      await desk.build().conversations.inbound.handle(delivery)
      expect((await stateOf(own)).exists).toBe(true)
      expect(await count('ticket.opened')).toBe(before.tickets + 1)
      expect(await count('contact.created')).toBe(before.contacts + 1)
      if (!died) break
      crashed++
    }
    expect(crashed).toBeGreaterThan(5)
  })

  it('finds its ticket again within the window, and a new one after it', async () => {
    desk = await openDesk({ settings: { reopenWindowMinutes: '60' } })
    await desk.report(message())
    const ticketId = await onlyTicket()
    expect((await close(ticketId)).status).toBe(200)
    desk.setTime('2026-03-02T12:59:00.000Z')
    await desk.report(message())
    expect(await ticket(ticketId)).toMatchObject({ status: 'pending', userId: null })
    expect(await count('ticket.opened')).toBe(1)
    await close(ticketId)
    desk.setTime('2026-03-02T14:00:00.000Z')
    await desk.report(message())
    expect((await ticket(ticketId)).status).toBe('closed')
    expect(await count('ticket.opened')).toBe(2)
    expect((await desk.log('ticket.claim-lost')).map(({ data }) => data.ticketId)).toEqual([ticketId])
  })

  it('that a person closed the ticket without having seen brings it back', async () => {
    desk = await openDesk()
    await desk.report(message())
    const ticketId = await onlyTicket()
    const [opened] = await desk.log('ticket.opened')
    const late = message()
    await desk.report(late)
    await close(ticketId, { 'x-seen-position': `0:${opened?.position}` })
    // as if the process had ended right after it wrote the message
    await desk.report(late)
    expect((await ticket(ticketId)).status).toBe('pending')
    const head = await desk.eventStore.head()
    await close(ticketId, { 'x-seen-position': `0:${head}` })
    await desk.report(late)
    expect((await ticket(ticketId)).status).toBe('closed')
  })

  it('by number, then by linked id, then with both is of one contact, its tickets one', async () => {
    desk = await openDesk()
    await desk.report(message({ body: 'a' }))
    await desk.report(fromLid({ body: 'b' }))
    expect(await count('contact.created')).toBe(2)
    await desk.report(pair())
    const [merged] = await desk.log('contact.merged')
    const winner = merged?.data.into
    const contact = (await desk.kernel.load(contactDecider, streams.contact(winner))).state
    expect(contact.identities).toEqual([
      { kind: 'pn', value: PN },
      { kind: 'lid', value: LID },
    ])
    const [first, second] = await desk.log('ticket.opened')
    expect((await ticket(first?.data.ticketId)).status).toBe('pending')
    expect(await ticket(second?.data.ticketId)).toMatchObject({ status: 'closed', contactId: winner })
    await desk.report(fromLid({ body: 'c' }), message({ body: 'd' }), pair())
    expect(await count('contact.created')).toBe(2)
    expect(await count('ticket.opened')).toBe(2)
    const received = await desk.log('message.received')
    expect(received.slice(2).map(({ data }) => [data.contactId, data.ticketId])).toEqual([
      [winner, first?.data.ticketId],
      [winner, first?.data.ticketId],
    ])
  })

  it('of two that turn out to be one: the attended ticket stays', async () => {
    desk = await openDesk()
    await desk.report(message(), fromLid())
    const opened = await desk.log('ticket.opened')
    const byLid = (await desk.log('message.received')).find(({ data }) =>
      data.remoteJid.endsWith('@lid'),
    )?.data
    expect((await desk.call(ANA, 'PUT', `/tickets/${byLid.ticketId}`, { status: 'open' })).status).toBe(200)
    await desk.report(pair())
    const [merged] = await desk.log('contact.merged')
    const other = opened.find(({ data }) => data.ticketId !== byLid.ticketId)?.data.ticketId
    expect(await ticket(byLid.ticketId)).toMatchObject({ status: 'open', contactId: merged?.data.into })
    expect(await ticket(other)).toMatchObject({ status: 'closed', closeReason: 'merged' })
    await desk.report(message())
    expect((await desk.log('message.received')).at(-1)?.data.ticketId).toBe(byLid.ticketId)
  })

  it('merges to the end after a crash at any step', async () => {
    desk = await openDesk()
    for (let step = 0; ; step++) {
      const pn = `55119765400${step + 10}`
      const lid = `88800${step + 10}`
      await desk.report(
        message({ peer: { pn, lid: null, group: null, name: 'E' }, remoteJid: `${pn}@s.whatsapp.net` }),
        message({ peer: { pn: null, lid, group: null, name: 'E' }, remoteJid: `${lid}@lid` }),
      )
      let left = step
      const failing: EventStore = {
        ...desk.eventStore,
        append: async (...args) =>
          left-- <= 0
            ? { ok: false, error: { kind: 'unavailable', message: 'crash' } }
            : desk.eventStore.append(...args),
      }
      const delivery = desk.deliveries([{ ...pair(), peer: { pn, lid, group: null, name: null } }])
      const died = await desk
        .build(failing)
        .conversations.inbound.handle(delivery)
        .then(
          () => false,
          () => true,
        )
      await desk.build().conversations.inbound.handle(delivery)
      const both = await desk
        .build()
        .conversations.inbound.handle(
          desk.deliveries([
            message({ peer: { pn: null, lid, group: null, name: 'E' }, remoteJid: `${lid}@lid` }),
          ]),
        )
        .then(() => desk.log('message.received'))
      const ofPn = both.find(({ data }) => data.remoteJid === `${pn}@s.whatsapp.net`)?.data
      const last = both.at(-1)?.data
      expect(last.contactId).toBe(ofPn.contactId)
      const active = await ticket(last.ticketId)
      expect(active).toMatchObject({ status: 'pending', contactId: ofPn.contactId })
      if (!died) break
    }
    expect(await count('contact.merged')).toBeGreaterThan(4)
  }, 60_000)
})

describe('what our own phone and WhatsApp tell', () => {
  it('a message typed on the phone opens a ticket, and a closed one stays closed', async () => {
    desk = await openDesk()
    await desk.report(
      message({ fromMe: true, peer: { pn: PN, lid: null, group: null, name: 'Nós' }, ack: 1 }),
    )
    const [created] = await desk.log('contact.created')
    expect(created?.data.name).toBe(PN)
    const ticketId = await onlyTicket()
    await close(ticketId)
    await desk.report(message({ fromMe: true }))
    expect((await ticket(ticketId)).status).toBe('closed')
    expect(await count('ticket.opened')).toBe(1)
    expect((await desk.log('message.received')).map(({ data }) => data.ticketId)).toEqual([
      ticketId,
      ticketId,
    ])
  })

  it('ticks come out of order and only grow', async () => {
    desk = await openDesk()
    const own = message({ fromMe: true, ack: 1 })
    await desk.report(own)
    const ack = (value: number) => ({ kind: 'ack', ...key(own), ack: value })
    await desk.report(ack(4), ack(3), ack(4), ack(2))
    expect((await desk.log('message.acknowledged')).map(({ data }) => data.ack)).toEqual([4])
  })

  it('edits, reactions, files and deletions reach the message; again they change nothing', async () => {
    desk = await openDesk()
    const blob = await desk.blobs.put(Buffer.from('x'), {
      companyId: COMPANY,
      mimetype: 'image/png',
      fileName: 'a.png',
      maxSize: 10,
    })
    if (blob === 'too-large') throw new Error('one byte')
    const media = {
      blobId: blob.id,
      mimetype: 'image/png',
      fileName: 'a.png',
      size: 1,
      seconds: null,
      voice: false,
    }
    const photo = message({ type: 'image', mediaPending: true })
    await desk.report(photo)
    const messageId = messageIdOf(CONNECTION, false, photo.waId)
    const reports = [
      { kind: 'media', ...key(photo), messageId, media },
      { kind: 'edited', ...key(photo), by: 'contact', body: 'legenda' },
      { kind: 'reacted', ...key(photo), by: 'contact', emoji: '👍' },
      { kind: 'reacted', ...key(photo), by: 'contact', emoji: '' },
      { kind: 'reacted', ...key(photo), by: 'contact', emoji: '👍' },
      { kind: 'revoked', ...key(photo), by: 'contact' },
    ]
    const batch = desk.deliveries(reports)
    await desk.conversations.inbound.handle(batch)
    await desk.conversations.inbound.handle(batch)
    expect((await desk.log('message.')).map(({ type }) => type)).toEqual([
      'message.received.v1',
      'message.media-stored.v1',
      'message.edited.v1',
      'message.reacted.v1',
      'message.reacted.v1',
      'message.reacted.v1',
      'message.revoked.v1',
    ])
  })

  it('history that was imported waits for nobody', async () => {
    desk = await openDesk()
    await desk.report(message({ imported: true }))
    const [opened] = await desk.log('ticket.opened')
    expect(opened?.data.imported).toBe(true)
    await close(opened?.data.ticketId)
    await desk.report(message({ imported: true }))
    expect((await ticket(opened?.data.ticketId)).status).toBe('closed')
  })

  it('groups are ignored unless the setting allows them', async () => {
    const group = () =>
      message({
        peer: { pn: null, lid: null, group: '120363041', name: 'Família' },
        remoteJid: '120363041@g.us',
        author: { pn: PN, lid: null, group: null, name: 'Carla' },
        participant: `${PN}@s.whatsapp.net`,
      })
    desk = await openDesk()
    await desk.report(group())
    expect(await count('message.')).toBe(0)
    await desk.close()
    desk = await openDesk({ settings: { CheckMsgIsGroup: 'disabled' } })
    await desk.report(group(), group())
    expect((await desk.log('contact.created')).map(({ data }) => [data.isGroup, data.name])).toEqual([
      [true, 'Família'],
    ])
    expect((await desk.log('ticket.opened')).map(({ data }) => data.isGroup)).toEqual([true])
  })

  it('the same customer has a ticket of his own on each connection', async () => {
    desk = await openDesk()
    await desk.report(message(), message({ connectionId: SECOND_CONNECTION }))
    expect(await count('contact.created')).toBe(1)
    expect((await desk.log('ticket.opened')).map(({ data }) => data.to.connectionId)).toEqual([
      CONNECTION,
      SECOND_CONNECTION,
    ])
  })
})

describe('security rule 15: reports are not to be trusted', () => {
  it('what the schema refuses is dropped, and the others go on', async () => {
    desk = await openDesk()
    const good = message()
    await desk.report(
      null,
      { kind: 'message' },
      { ...message(), extra: 1 },
      { ...message(), waId: { $ne: '' } },
      good,
    )
    expect((await desk.log('message.received')).map(({ data }) => data.waId)).toEqual([good.waId])
  })

  it('a connection of another company, a sender who is not the chat, ids that do not match: dropped', async () => {
    desk = await openDesk()
    await desk.report(message({ companyId: FOREIGN }), message({ connectionId: 404 }))
    await desk.report(message({ remoteJid: '5511900000000@s.whatsapp.net' }))
    expect(await count('message.')).toBe(0)
    expect(await count('contact.')).toBe(0)
    const own = message({ fromMe: true, ack: 1 })
    await desk.report(own, { kind: 'sent', ...key(own), messageId: 'f'.repeat(32) })
    await desk.report({ kind: 'ack', ...key(own), companyId: FOREIGN, ack: 4 })
    await desk.report({ kind: 'edited', ...key(own), by: 'contact', body: 'forged' })
    expect(await count('message.')).toBe(1)
  })

  it('a second sender under one id is parked beside the first', async () => {
    desk = await openDesk()
    const first = message()
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
    const photo = message({ type: 'image', mediaPending: true })
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
      ...key(photo),
      messageId: messageIdOf(CONNECTION, false, photo.waId),
      media,
    })
    expect(await count('message.media-stored')).toBe(0)
  })

  it('a report that fails again and again is put aside, and the others go on', async () => {
    desk = await openDesk()
    const poison = message({ body: 'veneno' })
    const good = message({
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
})
