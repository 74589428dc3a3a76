import type { ReportOf } from '@guiche/contracts/bus/reports.js'
import { streams } from '@guiche/contracts/streams.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import { contactDecider } from '../contact/decide.js'
import { messageDecider } from '../message/decide.js'
import { messageFrom } from '../testing/customer.js'
import { ADMIN, ANA, COMPANY, CONNECTION, type Desk, openDesk } from '../testing/desk.js'
import { ticketDecider } from '../ticket/decide.js'

let desk: Desk
afterEach(() => desk.close())

const PN = '5511987654321'
const LID = '111222333444'

type Message = ReportOf<'message'>
const newMessage = (change: Partial<Message> = {}): Message =>
  messageFrom(PN, { peer: { pn: PN, lid: null, group: null, name: 'Carla' }, ...change })
const fromLid = (change: Partial<Message> = {}) =>
  newMessage({ peer: { pn: null, lid: LID, group: null, name: 'Carla' }, remoteJid: `${LID}@lid`, ...change })
const twoMessages = () => ({
  kind: 'identities',
  companyId: COMPANY,
  connectionId: CONNECTION,
  peer: { pn: PN, lid: LID, group: null, name: null },
})
const countEvents = async (type: string) => (await desk.log(type)).length
const ticketState = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state
const onlyTicket = async () => {
  const [opened, second] = await desk.log('ticket.opened')
  expect(second).toBeUndefined()
  return Number(opened?.data.ticketId)
}
const stateOf = async (report: Message) =>
  (
    await desk.kernel.load(
      messageDecider,
      streams.message(messageIdOf(report.connectionId, report.fromMe, report.waId)),
    )
  ).state
const closeTicket = (ticketId: number, headers = {}) =>
  desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'closed' }, headers)

const removeTicket = (ticketId: number) => desk.call(ADMIN, 'DELETE', `/tickets/${ticketId}`)

describe('a message of a customer', () => {
  it('makes a contact, a waiting ticket in the only queue, and itself', async () => {
    desk = await openDesk()
    const report = newMessage()
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
    // Both have the same id, so readers show the two together.
    expect(opened?.data.byMessage).toBe(true)
    const [received] = await desk.log('message.received')
    expect(received?.data.standing).toEqual(opened?.data.to)
    expect(received?.data).toMatchObject({ body: 'oi', ticketId: opened?.data.ticketId, fromMe: false })
    expect(received?.actor).toEqual({ kind: 'contact', id: created?.data.contactId })
  })

  it('redelivered twenty times, in turn and at once, is one message of one ticket', async () => {
    desk = await openDesk()
    const report = newMessage()
    const batches = Array.from({ length: 20 }, () => desk.deliveries([report]))
    await Promise.all(batches.map((batch) => desk.conversations.inbound.handle(batch)))
    await desk.report(...Array.from({ length: 20 }, () => report))
    expect(await countEvents('contact.created')).toBe(1)
    expect(await countEvents('ticket.opened')).toBe(1)
    expect(await countEvents('message.received')).toBe(1)
  })

  it('that could not be read at first is one message, and no second ticket when it can be', async () => {
    desk = await openDesk()
    const report = newMessage({ body: '', type: 'unreadable' })
    const read = { ...report, type: 'conversation', body: 'oi', quotedWaId: 'Q', quotedFromMe: true } as const
    await desk.report(report, report)
    const ticketId = await onlyTicket()
    await closeTicket(ticketId)
    await desk.report(read, read, report)
    expect(await countEvents('message.received')).toBe(1)
    const [recovered, second] = await desk.log('message.recovered')
    expect(second).toBeUndefined()
    expect(recovered?.data).toMatchObject({
      ticketId,
      kind: 'conversation',
      body: 'oi',
      quotedId: messageIdOf(CONNECTION, true, 'Q'),
    })
    expect(await stateOf(report)).toMatchObject({ kind: 'conversation', body: 'oi' })
    expect((await ticketState(ticketId)).status).toBe('closed')
  })

  it('many at once of one new customer make one contact and one ticket, in order', async () => {
    desk = await openDesk()
    const bodies = Array.from({ length: 30 }, (_, index) => String(index))
    await desk.report(...bodies.map((body) => newMessage({ body })))
    expect(await countEvents('contact.created')).toBe(1)
    expect(await countEvents('ticket.opened')).toBe(1)
    expect((await desk.log('message.received')).map(({ data }) => data.body)).toEqual(bodies)
  })

  it('after a crash at any step is completed by its redelivery', async () => {
    desk = await openDesk()
    let crashed = 0
    for (let step = 0; ; step++) {
      const report = newMessage({
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
        head: async () => (left < 0 ? Promise.reject(new Error('crash')) : desk.eventStore.head()),
      }
      const before = {
        tickets: await countEvents('ticket.opened'),
        contacts: await countEvents('contact.created'),
      }
      const dying = desk.build(failing).conversations.inbound
      const delivery = desk.deliveries([own])
      const died = await dying.handle(delivery).then(
        () => false,
        () => true,
      )
      await desk.build().conversations.inbound.handle(delivery)
      expect((await stateOf(own)).exists).toBe(true)
      expect(await countEvents('ticket.opened')).toBe(before.tickets + 1)
      expect(await countEvents('contact.created')).toBe(before.contacts + 1)
      if (!died) break
      crashed++
    }
    expect(crashed).toBeGreaterThan(5)
  })

  it('finds its ticket again within the window, and a new one after it', async () => {
    desk = await openDesk({ settings: { reopenWindowMinutes: '60' } })
    await desk.report(newMessage())
    const ticketId = await onlyTicket()
    expect((await closeTicket(ticketId)).status).toBe(200)
    desk.setTime('2026-03-02T12:59:00.000Z')
    await desk.report(newMessage())
    expect(await ticketState(ticketId)).toMatchObject({ status: 'pending', userId: null })
    expect(await countEvents('ticket.opened')).toBe(1)
    await closeTicket(ticketId)
    desk.setTime('2026-03-02T14:00:00.000Z')
    await desk.report(newMessage())
    expect((await ticketState(ticketId)).status).toBe('closed')
    expect(await countEvents('ticket.opened')).toBe(2)
    expect((await desk.log('ticket.claim-lost')).map(({ data }) => data.ticketId)).toEqual([ticketId])
  })

  it('that a person closed the ticket without having seen brings it back', async () => {
    desk = await openDesk()
    // The reopening process would reopen the ticket, too.
    await desk.automaticMessages.stop()
    await desk.report(newMessage())
    const ticketId = await onlyTicket()
    const [opened] = await desk.log('ticket.opened')
    const late = newMessage()
    await desk.report(late)
    await closeTicket(ticketId, { 'x-seen-position': `${opened?.position}` })
    // as if the process had ended right after it wrote the message
    await desk.report(late)
    expect((await ticketState(ticketId)).status).toBe('pending')
    const head = await desk.eventStore.head()
    await closeTicket(ticketId, { 'x-seen-position': `0:${head}` })
    await desk.report(late)
    expect((await ticketState(ticketId)).status).toBe('closed')
  })

  it.each([
    ['brought back was closed', true],
    ['opened was deleted', false],
  ])('is received also when the ticket that it %s before it is tried again', async (_, comesBack) => {
    desk = await openDesk()
    if (comesBack) {
      await desk.report(newMessage())
      await closeTicket(await onlyTicket())
    }
    const failing: EventStore = {
      ...desk.eventStore,
      append: async (...args) =>
        args[2].some(({ type }) => type === 'message.received.v1')
          ? { ok: false, error: { kind: 'unavailable', message: 'crash' } }
          : desk.eventStore.append(...args),
      head: () => Promise.reject(new Error('crash')),
    }
    const again = newMessage()
    const { inbound } = desk.build(failing).conversations
    await expect(inbound.handle(desk.deliveries([again]))).rejects.toThrow()
    const first = await onlyTicket()
    expect((await ticketState(first)).status).toBe('pending')
    expect((await (comesBack ? closeTicket : removeTicket)(first)).status).toBe(200)
    await desk.report(again)
    const { exists, ticketId } = await stateOf(again)
    expect([exists, ticketId === first]).toEqual([true, comesBack])
    expect(await ticketState(ticketId)).toMatchObject({ status: 'pending', deleted: false })
  })

  it('by number, then by linked id, then with both is of one contact, its tickets one', async () => {
    desk = await openDesk()
    await desk.report(newMessage({ body: 'a' }))
    await desk.report(fromLid({ body: 'b' }))
    expect(await countEvents('contact.created')).toBe(2)
    await desk.report(twoMessages())
    const [merged] = await desk.log('contact.merged')
    const winner = merged?.data.into
    const contact = (await desk.kernel.load(contactDecider, streams.contact(winner))).state
    expect(contact.identities).toEqual([
      { kind: 'pn', value: PN },
      { kind: 'lid', value: LID },
    ])
    const [first, second] = await desk.log('ticket.opened')
    expect((await ticketState(first?.data.ticketId)).status).toBe('pending')
    expect(await ticketState(second?.data.ticketId)).toMatchObject({ status: 'closed', contactId: winner })
    await desk.report(fromLid({ body: 'c' }), newMessage({ body: 'd' }), twoMessages())
    expect(await countEvents('contact.created')).toBe(2)
    expect(await countEvents('ticket.opened')).toBe(2)
    const received = await desk.log('message.received')
    expect(received.slice(2).map(({ data }) => [data.contactId, data.ticketId])).toEqual([
      [winner, first?.data.ticketId],
      [winner, first?.data.ticketId],
    ])
  })

  it('of two that turn out to be one: the attended ticket stays', async () => {
    desk = await openDesk()
    await desk.report(newMessage(), fromLid())
    const opened = await desk.log('ticket.opened')
    const byLid = (await desk.log('message.received')).find(({ data }) =>
      data.remoteJid.endsWith('@lid'),
    )?.data
    expect((await desk.call(ANA, 'PUT', `/tickets/${byLid.ticketId}`, { status: 'open' })).status).toBe(200)
    await desk.report(twoMessages())
    const [merged] = await desk.log('contact.merged')
    const other = opened.find(({ data }) => data.ticketId !== byLid.ticketId)?.data.ticketId
    expect(await ticketState(byLid.ticketId)).toMatchObject({ status: 'open', contactId: merged?.data.into })
    expect(await ticketState(other)).toMatchObject({ status: 'closed', closeReason: 'merged' })
    await desk.report(newMessage())
    expect((await desk.log('message.received')).at(-1)?.data.ticketId).toBe(byLid.ticketId)
  })

  it('merges to the end after a crash at any step', async () => {
    desk = await openDesk()
    for (let step = 0; ; step++) {
      const pn = `55119765400${step + 10}`
      const lid = `88800${step + 10}`
      await desk.report(
        newMessage({ peer: { pn, lid: null, group: null, name: 'E' }, remoteJid: `${pn}@s.whatsapp.net` }),
        newMessage({ peer: { pn: null, lid, group: null, name: 'E' }, remoteJid: `${lid}@lid` }),
      )
      let left = step
      const failing: EventStore = {
        ...desk.eventStore,
        append: async (...args) =>
          left-- <= 0
            ? { ok: false, error: { kind: 'unavailable', message: 'crash' } }
            : desk.eventStore.append(...args),
        head: async () => (left < 0 ? Promise.reject(new Error('crash')) : desk.eventStore.head()),
      }
      const delivery = desk.deliveries([{ ...twoMessages(), peer: { pn, lid, group: null, name: null } }])
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
            newMessage({ peer: { pn: null, lid, group: null, name: 'E' }, remoteJid: `${lid}@lid` }),
          ]),
        )
        .then(() => desk.log('message.received'))
      const ofPn = both.find(({ data }) => data.remoteJid === `${pn}@s.whatsapp.net`)?.data
      const last = both.at(-1)?.data
      expect(last.contactId).toBe(ofPn.contactId)
      const active = await ticketState(last.ticketId)
      expect(active).toMatchObject({ status: 'pending', contactId: ofPn.contactId })
      if (!died) break
    }
    expect(await countEvents('contact.merged')).toBeGreaterThan(4)
  })
})
