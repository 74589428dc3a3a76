import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { messageFrom, newCustomer } from '../testing/customer.js'
import {
  ADMIN,
  ANA,
  BIA,
  COMPANY,
  CONNECTION,
  type Desk,
  FOREIGNER,
  OTHER_QUEUE,
  openDesk,
  STRANGER,
} from '../testing/desk.js'

let desk: Desk
/** a conversation that Ana attends, in one of her queues */
let source: Awaited<ReturnType<typeof newCustomer>>
beforeAll(async () => {
  desk = await openDesk()
  source = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${source.ticketId}`, { status: 'open', queueId: 21 })
})
afterAll(() => desk.close())

type UserOfDesk = typeof ANA
const forwardMessage = (who: UserOfDesk, messageId: string, contactId: number, more = {}, headers = {}) =>
  desk.call(who, 'POST', '/message/forward', { messageId, contactId, ...more }, headers)
const requestedMessages = async (contactId: number) =>
  (await desk.log('message.requested'))
    .map(({ data }) => data)
    .filter((data) => data.contactId === contactId && data.source === 'user')
const ticketsOf = async (contactId: number) =>
  (await desk.log('ticket.')).filter(({ data }) => data.contactId === contactId)
/** A contact whose last message is old, and whose ticket is closed. */
const formerContact = async () => {
  const found = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${found.ticketId}`, { status: 'open', queueId: 21 })
  await desk.call(ANA, 'PUT', `/tickets/${found.ticketId}`, { status: 'closed' })
  await desk.shown()
  return found
}

describe('forwarding a message', () => {
  it('opens a ticket with the contact in the same queue, and is sent as forwarded', async () => {
    const to = await formerContact()
    const answer = await forwardMessage(ANA, source.messageId, to.contactId, { signMessage: true })
    expect(answer.status).toBe(200)
    const [message] = await requestedMessages(to.contactId)
    expect([message?.messageId, message?.body, message?.forwarded, message?.source]).toEqual([
      answer.headers.get('x-message-id'),
      '*Ana:*\noi',
      true,
      'user',
    ])
    const opened = (await ticketsOf(to.contactId)).findLast(({ type }) => type === 'ticket.opened.v1')
    expect(opened?.data).toMatchObject({
      ticketId: message?.ticketId,
      to: { status: 'open', userId: ANA.userId, queueId: 21, connectionId: CONNECTION },
    })
    // The next forwarded message goes into the same conversation.
    await forwardMessage(ANA, source.messageId, to.contactId)
    const both = await requestedMessages(to.contactId)
    expect(both.map(({ ticketId, body }) => [ticketId, body])).toEqual([
      [message?.ticketId, '*Ana:*\noi'],
      [message?.ticketId, 'oi'],
    ])
  })

  it('is done once for one Idempotency-Key', async () => {
    const to = await formerContact()
    const once = () =>
      forwardMessage(ANA, source.messageId, to.contactId, {}, { 'idempotency-key': 'forward-1' })
    const [first, again] = [await once(), await once()]
    expect([first.status, again.headers.get('x-message-id')]).toEqual([
      200,
      first.headers.get('x-message-id'),
    ])
    expect((await requestedMessages(to.contactId)).length).toBe(1)
  })

  it('is not done again, and opens nothing, when its ticket is closed by now', async () => {
    const to = await newCustomer(desk)
    await desk.call(ANA, 'PUT', `/tickets/${to.ticketId}`, { status: 'open', queueId: 21 })
    const once = () =>
      forwardMessage(ANA, source.messageId, to.contactId, {}, { 'idempotency-key': 'forward-2' })
    const first = await once()
    await desk.call(ANA, 'PUT', `/tickets/${to.ticketId}`, { status: 'closed' })
    const opened = await desk.log('ticket.opened')
    const again = await once()
    expect([first.status, again.status, again.headers.get('x-message-id')]).toEqual([
      200,
      200,
      first.headers.get('x-message-id'),
    ])
    expect(await desk.log('ticket.opened')).toEqual(opened)
    expect(await requestedMessages(to.contactId)).toHaveLength(1)
  })

  it('a repetition gets the first answer, also if the caller may not open the message any more', async () => {
    const from = await newCustomer(desk)
    const to = await formerContact()
    await desk.call(ANA, 'PUT', `/tickets/${from.ticketId}`, { status: 'open', queueId: 21 })
    const once = () =>
      forwardMessage(ANA, from.messageId, to.contactId, {}, { 'idempotency-key': 'forward-3' })
    const first = await once()
    await desk.call(ADMIN, 'PUT', `/tickets/${from.ticketId}`, { userId: BIA.userId, queueId: OTHER_QUEUE })
    const again = await once()
    expect([first.status, again.status, again.headers.get('x-message-id')]).toEqual([
      200,
      200,
      first.headers.get('x-message-id'),
    ])
    expect((await forwardMessage(ANA, from.messageId, to.contactId)).status).toBe(403)
    expect(await requestedMessages(to.contactId)).toHaveLength(1)
  })

  it('accepts a ticket that waits, and leaves the one of a colleague alone', async () => {
    const waiting = await newCustomer(desk)
    await desk.call(ANA, 'PUT', `/tickets/${waiting.ticketId}`, { status: 'pending', queueId: 21 })
    expect((await forwardMessage(ANA, source.messageId, waiting.contactId)).status).toBe(200)
    const accepted = (await desk.log('ticket.accepted')).at(-1)
    expect(accepted?.data).toMatchObject({ ticketId: waiting.ticketId, to: { userId: ANA.userId } })

    const theirs = await newCustomer(desk)
    await desk.call(BIA, 'PUT', `/tickets/${theirs.ticketId}`, { status: 'open', queueId: 21 })
    const { status, body } = await forwardMessage(ANA, source.messageId, theirs.contactId)
    expect([status, body]).toMatchObject([
      409,
      { error: 'ERR_OTHER_OPEN_TICKET', details: { id: theirs.ticketId } },
    ])
    expect(await requestedMessages(theirs.contactId)).toEqual([])
  })

  it('accepts a ticket that waits without a queue into that of the message; elsewhere it says where it waits', async () => {
    const waiting = await newCustomer(desk)
    await desk.call(ADMIN, 'PUT', `/tickets/${waiting.ticketId}`, { status: 'pending', queueId: null })
    expect((await forwardMessage(ANA, source.messageId, waiting.contactId)).status).toBe(200)
    expect((await desk.log('ticket.accepted')).at(-1)?.data).toMatchObject({
      ticketId: waiting.ticketId,
      to: { userId: ANA.userId, queueId: 21 },
    })

    const away = await newCustomer(desk)
    await desk.call(ADMIN, 'PUT', `/tickets/${away.ticketId}`, { status: 'pending', queueId: OTHER_QUEUE })
    const { status, body } = await forwardMessage(ANA, source.messageId, away.contactId)
    expect([status, body]).toMatchObject([
      409,
      { error: 'ERR_OTHER_OPEN_TICKET', details: { queue: { name: 'Suporte' }, reach: 'ask' } },
    ])
  })

  it('takes a copy of the file along, which stays when the first one goes', async () => {
    const stored = await desk.blobs.put(Buffer.from('%PDF-1.4'), {
      ...{ companyId: COMPANY, mimetype: 'application/pdf', fileName: 'a.pdf', maxSize: 100 },
    })
    if (stored === 'too-large') throw new Error('too large')
    const media = {
      ...{ blobId: stored.id, mimetype: 'application/pdf', fileName: 'a.pdf', size: 8 },
      ...{ seconds: null, voice: false },
    }
    await desk.report(messageFrom(source.pn, { type: 'application', body: 'a.pdf', media, waId: newUuid() }))
    await desk.shown()
    const messageId = (await desk.log('message.received')).at(-1)?.data.messageId
    const to = await formerContact()
    expect((await forwardMessage(ANA, messageId, to.contactId)).status).toBe(200)
    const [message] = await requestedMessages(to.contactId)
    expect([message?.kind, message?.media.fileName]).toEqual(['application', 'a.pdf'])
    expect(message?.media.blobId).not.toBe(stored.id)
    await desk.blobs.remove(stored.id)
    expect(await desk.blobs.info(message?.media.blobId)).toMatchObject({
      mimetype: 'application/pdf',
      size: 8,
    })
  })

  it('that cannot be sent leaves the tickets of the contact as they are', async () => {
    const waiting = await newCustomer(desk)
    await desk.call(ANA, 'PUT', `/tickets/${waiting.ticketId}`, { status: 'pending', queueId: 21 })
    const known = await formerContact()
    const before = (await desk.log('ticket.')).length
    const media = {
      ...{ blobId: 'gone-gone-gone-gone', mimetype: 'application/pdf', fileName: 'a.pdf', size: 8 },
      ...{ seconds: null, voice: false },
    }
    await desk.report(messageFrom(source.pn, { type: 'application', body: 'a.pdf', media, waId: newUuid() }))
    const gone = (await desk.log('message.received')).at(-1)?.data.messageId
    await desk.shown()
    for (const { contactId } of [waiting, known]) {
      expect((await forwardMessage(ANA, gone, contactId)).body.error).toBe('ERR_MESSAGE_NOT_FORWARDED')
      const block = { whatsappId: CONNECTION, blocked: true }
      expect((await desk.call(ADMIN, 'PUT', `/contacts/${contactId}/block`, block)).status).toBe(200)
      expect((await forwardMessage(ANA, source.messageId, contactId)).body.error).toBe('ERR_CONTACT_BLOCKED')
    }
    expect(await desk.log('ticket.')).toHaveLength(before)
  })

  it('forwards a place and a card in their kind, without a signature', async () => {
    const to = await formerContact()
    const received = async (change: Parameters<typeof messageFrom>[1]) => {
      await desk.report(messageFrom(source.pn, { waId: newUuid(), ...change }))
      await desk.shown()
      return (await desk.log('message.received')).at(-1)?.data.messageId
    }
    const details = {
      ...{ of: 'place' as const, latitude: -23.5, longitude: -46.6, name: 'Padaria', address: 'Rua A' },
      live: true,
    } as const
    const place = await received({ type: 'locationMessage', body: '| link |1, 2|Padaria', details })
    const vcard = 'BEGIN:VCARD\nFN:Ana Lima\nEND:VCARD'
    const card = await received({ type: 'contactMessage', body: vcard })
    for (const id of [place, card]) {
      expect((await forwardMessage(ANA, id, to.contactId, { signMessage: true })).status).toBe(200)
    }
    expect(await requestedMessages(to.contactId)).toMatchObject([
      { kind: 'locationMessage', body: '| link |1, 2|Padaria', details: { ...details, live: false } },
      { kind: 'contactMessage', body: vcard, forwarded: true },
    ])
  })

  it('is refused where message or contact are not theirs to see, or cannot be sent', async () => {
    const to = await formerContact()
    const question = { of: 'poll' as const, question: '?', options: ['a'], several: false }
    await desk.report(messageFrom(source.pn, { details: question, waId: newUuid() }))
    await desk.shown()
    const poll = (await desk.log('message.received')).at(-1)?.data.messageId
    const { messageId } = source
    const answers = [
      await forwardMessage(FOREIGNER, messageId, to.contactId),
      await forwardMessage(STRANGER, messageId, to.contactId),
      await forwardMessage(ANA, messageId, 999_999),
      await forwardMessage(ANA, 'f'.repeat(32), to.contactId),
      await forwardMessage(ANA, 'x', to.contactId),
      await forwardMessage(ANA, poll, to.contactId),
    ]
    expect(answers.map(({ body }) => body.error)).toEqual([
      'ERR_NO_MESSAGE_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_MESSAGE_FOUND',
      'ERR_VALIDATION',
      'ERR_MESSAGE_NOT_FORWARDED',
    ])
    expect(await requestedMessages(to.contactId)).toEqual([])
  })
})
