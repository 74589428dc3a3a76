import type { ReportOf } from '@guiche/contracts/bus/reports.js'
import { streams } from '@guiche/contracts/streams.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import { afterEach, describe, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { messageFrom, startHistoryImport } from '../testing/customer.js'
import {
  ADMIN,
  COMPANY,
  CONNECTION,
  type Desk,
  FOREIGN,
  FOREIGN_CONNECTION,
  openDesk,
  SECOND_CONNECTION,
} from '../testing/desk.js'
import { metaFor } from '../testing/store.js'
import { ticketDecider } from '../ticket/decide.js'

let desk: Desk
afterEach(() => desk.close())

const PN = '5511987654321'

type Message = ReportOf<'message'>
const newMessage = (change: Partial<Message> = {}): Message =>
  messageFrom(PN, { peer: { pn: PN, lid: null, group: null, name: 'Carla' }, ...change })
const countEvents = async (type: string) => (await desk.log(type)).length
const ticketState = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state
const onlyTicket = async () => {
  const [opened, second] = await desk.log('ticket.opened')
  expect(second).toBeUndefined()
  return Number(opened?.data.ticketId)
}
const keyOf = ({ connectionId, fromMe, waId, companyId }: Message) => ({
  companyId,
  connectionId,
  fromMe,
  waId,
})
const closeTicket = (ticketId: number, headers = {}) =>
  desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'closed' }, headers)

describe('reports of our own phone and of WhatsApp', () => {
  it('a message typed on the phone opens a ticket, and a closed one stays closed', async () => {
    desk = await openDesk()
    await desk.report(
      newMessage({ fromMe: true, peer: { pn: PN, lid: null, group: null, name: 'Nós' }, ack: 1 }),
    )
    const [created] = await desk.log('contact.created')
    expect(created?.data.name).toBe(PN)
    const ticketId = await onlyTicket()
    await closeTicket(ticketId)
    await desk.report(newMessage({ fromMe: true }))
    expect((await ticketState(ticketId)).status).toBe('closed')
    expect(await countEvents('ticket.opened')).toBe(1)
    expect((await desk.log('message.received')).map(({ data }) => data.ticketId)).toEqual([
      ticketId,
      ticketId,
    ])
  })

  it('ticks come out of order and only grow', async () => {
    desk = await openDesk()
    const own = newMessage({ fromMe: true, ack: 1 })
    await desk.report(own)
    const ack = (value: number) => ({ kind: 'ack', ...keyOf(own), ack: value })
    await desk.report(ack(4), ack(3), ack(4), ack(2))
    expect((await desk.log('message.acknowledged')).map(({ data }) => data.ack)).toEqual([4])
  })

  it('a chat opened on our own phone is marked as read here, once, and stays read after a repetition', async () => {
    desk = await openDesk()
    const [first, second] = [newMessage(), newMessage()]
    await desk.report(first, second)
    const ticketId = await onlyTicket()
    const opened = { kind: 'ack', ...keyOf(first), ack: 4 } as const
    await desk.report({ ...opened, ack: 3 })
    expect(await countEvents('ticket.read')).toBe(0)
    await desk.report(opened, opened)
    const messageId = messageIdOf(CONNECTION, false, first.waId)
    expect((await desk.log('ticket.read')).map(({ data }) => data)).toMatchObject([
      { ticketId, messageIds: [messageId] },
    ])
    await desk.shown()
    const unread = await desk.records.unreadMessages(COMPANY, ticketId)
    expect(unread.map(({ waId }) => waId)).toEqual([second.waId])
    // our message, which the contact has read
    const own = newMessage({ fromMe: true, ack: 1 })
    await desk.report(own, { kind: 'ack', ...keyOf(own), ack: 4 })
    const marks = await desk.log('ticket.read')
    expect(marks.flatMap(({ data }) => data.messageIds)).not.toContain(
      messageIdOf(CONNECTION, true, own.waId),
    )
  })

  it('shows the kind of a file before the file arrives', async () => {
    desk = await openDesk()
    const note = {
      blobId: '',
      mimetype: 'audio/ogg',
      fileName: 'recado.ogg',
      size: 20_000,
      seconds: 3,
      voice: true,
    }
    await desk.report(newMessage({ type: 'audio', body: '', mediaPending: true, media: note }))
    // A file that the gateway merely claims to have stored is not taken over.
    await desk.report(
      newMessage({ type: 'audio', mediaPending: true, media: { ...note, blobId: 'a'.repeat(40) } }),
    )
    const received = await desk.log('message.received')
    expect(received.map(({ data }) => data.media)).toEqual([note, note])
    await desk.shown()
    const ticketId = Number(received[0]?.data.ticketId)
    const messages = await desk.records.message(COMPANY, String(received[0]?.data.messageId))
    const [shown] = await desk.records.presentMessages(messages === null ? [] : [messages], () => true)
    expect(shown).toMatchObject({ ticketId, mediaState: 'pending', mediaUrl: null, mediaName: 'recado.ogg' })
    expect(shown).toMatchObject({ voice: true, mediaSeconds: 3 })
  })

  it('the failure of an edit that was overtaken leaves the newer one as it is', async () => {
    desk = await openDesk()
    const own = newMessage({ fromMe: true, ack: 1 })
    await desk.report(own)
    const messageId = messageIdOf(own.connectionId, true, own.waId)
    const edit = (body: string) => desk.call(ADMIN, 'POST', `/messages/edit/${messageId}`, { body })
    const failed = (body: string) => ({
      ...{ kind: 'failed', ...keyOf(own), messageId, what: 'edit', body },
      code: 'ERR_EDITING_WAPP_MSG',
    })
    await edit('um')
    await edit('dois')
    await desk.report(failed('um'))
    expect(await countEvents('message.edit-failed')).toBe(0)
    await desk.report(failed('dois'))
    expect(await countEvents('message.edit-failed')).toBe(1)
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
    const photo = newMessage({ type: 'image', mediaPending: true })
    await desk.report(photo)
    const messageId = messageIdOf(CONNECTION, false, photo.waId)
    const reports = [
      { kind: 'media', ...keyOf(photo), messageId, media },
      { kind: 'edited', ...keyOf(photo), by: 'contact', body: 'legenda' },
      { kind: 'reacted', ...keyOf(photo), by: 'contact', emoji: '👍' },
      { kind: 'reacted', ...keyOf(photo), by: 'contact', emoji: '' },
      { kind: 'reacted', ...keyOf(photo), by: 'contact', emoji: '👍' },
      { kind: 'revoked', ...keyOf(photo), by: 'contact' },
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

  it.each([
    'given takes the work away, unless another company says so',
    'given up does so also when their connection was deleted meanwhile',
  ])('that receipts were %s', async (how) => {
    const isGone = how.startsWith('given up')
    desk = await openDesk()
    await desk.report(newMessage())
    const ticketId = await onlyTicket()
    await desk.shown()
    await desk.call(ADMIN, 'POST', `/tickets/${ticketId}/read`)
    await desk.shown()
    const due = () => desk.documents.getMany('due-work', [`read:${ticketId}`])
    const { mark } = (await due()).get(`read:${ticketId}`) ?? {}
    expect(mark).toBe(0)
    const given = { kind: 'receipts', companyId: COMPANY, connectionId: CONNECTION, ticketId, upTo: mark }
    await desk.report({ ...given, companyId: FOREIGN, connectionId: FOREIGN_CONNECTION })
    await desk.shown()
    expect((await due()).size).toBe(1)
    const deletion = { kind: 'delete', connectionId: CONNECTION } as const
    if (isGone)
      await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), deletion, metaFor())
    await desk.report({ ...given, ...(isGone && { failed: true }) })
    await desk.shown()
    expect((await due()).size).toBe(0)
    expect(await countEvents('ticket.receipts-given')).toBe(1)
  })

  it('imported history is not unread', async () => {
    desk = await openDesk()
    await startHistoryImport(desk)
    await desk.report(newMessage({ imported: true }))
    const [opened] = await desk.log('ticket.opened')
    expect(opened?.data.imported).toBe(true)
    await closeTicket(opened?.data.ticketId)
    await desk.report(newMessage({ imported: true }))
    expect((await ticketState(opened?.data.ticketId)).status).toBe('closed')
  })

  it('groups are ignored unless the setting allows them', async () => {
    const group = () =>
      newMessage({
        peer: { pn: null, lid: null, group: '120363041', name: 'Família' },
        remoteJid: '120363041@g.us',
        author: { pn: PN, lid: null, group: null, name: 'Carla' },
        participant: `${PN}@s.whatsapp.net`,
      })
    desk = await openDesk()
    await desk.report(group())
    expect(await countEvents('message.')).toBe(0)
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
    await desk.report(newMessage(), newMessage({ connectionId: SECOND_CONNECTION }))
    expect(await countEvents('contact.created')).toBe(1)
    expect((await desk.log('ticket.opened')).map(({ data }) => data.to.connectionId)).toEqual([
      CONNECTION,
      SECOND_CONNECTION,
    ])
  })
})
