import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import type { Doc } from '@guiche/infra/read-store/read-store.js'
import { createViewNames } from '@guiche/infra/read-store/views.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sessionDecider } from '../connections/session.js'
import { contactDecider } from '../contact/decide.js'
import { newCustomer } from '../testing/customer.js'
import {
  ADMIN,
  ANA,
  COMPANY,
  CONNECTION,
  type Desk,
  FOREIGN,
  FOREIGN_CONNECTION,
  MOST_WAITING,
  openDesk,
  QUEUE,
  SECOND_CONNECTION,
  untilRefused,
} from '../testing/desk.js'
import { metaFor } from '../testing/store.js'

let desk: Desk
let next = 0
let number: string
const tokens = new Map<number, string>()
beforeAll(async () => {
  desk = await openDesk()
  for (const [connectionId, companyId] of [
    [CONNECTION, COMPANY],
    [SECOND_CONNECTION, COMPANY],
    [FOREIGN_CONNECTION, FOREIGN],
  ] as const) {
    const made = await desk.apiTokens.make(connectionId, { ...metaFor(), companyId })
    if (made.ok) tokens.set(connectionId, made.value.token)
  }
})
afterAll(() => desk.close())
beforeEach(() => {
  number = `55119860${String(++next).padStart(5, '0')}`
})

const sendMessage = (body: unknown, headers: Record<string, string> = {}, connectionId = CONNECTION) =>
  desk.call(ADMIN, 'POST', '/messages/send', body, {
    authorization: `Bearer ${tokens.get(connectionId)}`,
    ...headers,
  })
const requestedMessages = async (of = number) =>
  (await desk.log('message.requested')).filter(({ data }) => data.to.startsWith(of))
const createdContacts = async () =>
  (await desk.log('contact.created')).filter(({ data }) => data.number === number)

describe('a program sends', () => {
  it('to an unknown number: a contact and a waiting ticket are created, and the message has no agent', async () => {
    desk.numbers.set(number, { number, lid: null })
    const answer = await sendMessage({ number: `+${number}`, body: 'Pedido pronto' })
    expect([answer.status, answer.body]).toEqual([200, { mensagem: 'Mensagem enviada' }])
    const [message] = await requestedMessages()
    expect(message).toMatchObject({
      actor: { kind: 'api', id: CONNECTION },
      data: { body: 'Pedido pronto', source: 'api', userId: null, connectionId: CONNECTION },
    })
    expect(answer.headers.get('x-message-id')).toBe(message?.data.messageId)
    const opened = (await desk.log('ticket.opened')).at(-1)
    expect(opened?.data).toMatchObject({
      ticketId: message?.data.ticketId,
      to: { status: 'pending', userId: null, queueId: QUEUE, connectionId: CONNECTION },
    })
    await desk.shown()
    const ticket = await desk.documents.one('tickets', COMPANY, message?.data.ticketId)
    expect(ticket).toMatchObject({ status: 'pending', lastAuthor: { kind: 'automatic', userId: null } })
  })

  it('into the existing ticket, and keeps its unread messages', async () => {
    const { pn, ticketId } = await newCustomer(desk)
    expect((await sendMessage({ number: pn, body: 'Olá {{firstName}}' })).status).toBe(200)
    const [message] = await requestedMessages(pn)
    expect(message?.data).toMatchObject({ ticketId, body: 'Olá Carla' })
    await desk.shown()
    expect(await desk.eventStore.read(`marks-${ticketId}`)).toEqual([])
    const doc = await desk.documents.one('tickets', COMPANY, ticketId)
    expect(doc).toMatchObject({ unread: 1, waitingSince: expect.any(String) })
    // The connection of the token is used, not the ticket's connection.
    await sendMessage({ number: pn, body: 'oi' }, {}, SECOND_CONNECTION)
    const other = (await requestedMessages(pn)).at(-1)?.data
    expect(other).toMatchObject({ connectionId: SECOND_CONNECTION })
    expect(other.ticketId).not.toBe(ticketId)
  })

  it('twice under one key is sent once, also after the ticket was closed; another text under the key is refused', async () => {
    desk.numbers.set(number, { number, lid: null })
    const key = { 'idempotency-key': newUuid() }
    const first = await sendMessage({ number, body: 'oi' }, key)
    expect(first.status).toBe(200)
    const [message] = await requestedMessages()
    await desk.call(ADMIN, 'PUT', `/tickets/${message?.data.ticketId}`, { status: 'closed' })
    const again = await sendMessage({ body: 'oi', number }, key)
    expect([again.status, again.headers.get('x-message-id')]).toEqual([
      200,
      first.headers.get('x-message-id'),
    ])
    expect((await sendMessage({ number, body: 'tchau' }, key)).body.error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
    expect((await requestedMessages()).filter(({ data }) => data.source === 'api')).toHaveLength(1)
  })

  it('many at once to a new number: one contact, one ticket', async () => {
    desk.numbers.set(number, { number, lid: null })
    const bodies = Array.from({ length: 8 }, (_, index) => `nº ${index}`)
    const answers = await Promise.all(bodies.map((body) => sendMessage({ number, body })))
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200))
    expect(await createdContacts()).toHaveLength(1)
    const messages = await requestedMessages()
    expect(messages.map(({ data }) => data.body).sort()).toEqual(bodies)
    expect(new Set(messages.map(({ data }) => data.ticketId)).size).toBe(1)
  })

  it('as a form, too, and a file is refused by name', async () => {
    const { pn } = await newCustomer(desk)
    const form = new FormData()
    form.append('number', pn)
    form.append('body', 'de um formulário')
    expect((await sendMessage(form)).status).toBe(200)
    form.append('medias', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'x.pdf')
    const refused = { error: 'ERR_FIELD_NOT_SUPPORTED', details: { field: 'medias' } }
    expect((await sendMessage(form)).body).toEqual(refused)
    expect((await sendMessage({ number: pn, body: 'x', closeTicket: true })).body.details).toEqual({
      field: 'closeTicket',
    })
    expect((await requestedMessages(pn)).map(({ data }) => data.body)).toEqual(['de um formulário'])
  })

  it('an invalid number, a number not on WhatsApp, and an empty text are refused', async () => {
    const before = (await desk.log()).length
    const code = async (body: unknown) => {
      const answer = await sendMessage(body)
      return [answer.status, answer.body.error]
    }
    expect(await code({ body: 'x' })).toEqual([400, 'ERR_VALIDATION'])
    expect(await code({ number: '00000000', body: 'x' })).toEqual([400, 'ERR_VALIDATION'])
    expect(await code({ number, body: ' \n' })).toEqual([400, 'ERR_MESSAGE_EMPTY'])
    expect(await code({ number, body: 'x', userId: 1 })).toEqual([400, 'ERR_VALIDATION'])
    desk.numbers.set(number, { number: null, lid: null })
    expect(await code({ number, body: 'x' })).toEqual([400, 'ERR_WAPP_INVALID_CONTACT'])
    desk.numbers.set(number, { code: 'ERR_TOO_MANY_REQUESTS' })
    const asked = await sendMessage({ number, body: 'x' })
    expect([asked.status, asked.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await desk.log()).slice(before)).toEqual([])
  })

  it('nothing to a blocked contact, and opens no ticket for it', async () => {
    const { pn, contactId, ticketId } = await newCustomer(desk)
    await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
    const block = { whatsappId: CONNECTION, blocked: true }
    expect((await desk.call(ADMIN, 'PUT', `/contacts/${contactId}/block`, block)).status).toBe(200)
    const opened = (await desk.log('ticket.opened')).length
    expect((await sendMessage({ number: pn, body: 'x' })).body.error).toBe('ERR_CONTACT_BLOCKED')
    expect(await desk.log('ticket.opened')).toHaveLength(opened)
  })

  it('nothing to a contact that is being erased', async () => {
    const { pn, contactId } = await newCustomer(desk)
    const erase = { kind: 'erase' } as const
    await desk.kernel.execute(contactDecider, streams.contact(contactId), erase, metaFor())
    const answer = await sendMessage({ number: pn, body: 'x' })
    expect([answer.status, answer.body.error]).toEqual([409, 'ERR_CONTACT_ERASED'])
    expect(await requestedMessages(pn)).toEqual([])
  })

  it('through a connection that is down: to known contacts it waits, a new number cannot be asked about', async () => {
    const { pn } = await newCustomer(desk)
    const report = { kind: 'report', connectionId: SECOND_CONNECTION, status: 'DISCONNECTED' } as const
    await desk.kernel.execute(
      sessionDecider,
      streams.connection(SECOND_CONNECTION),
      { ...report, reason: null, number: null, retries: 0 },
      metaFor(),
    )
    await desk.shown()
    expect((await sendMessage({ number: pn, body: 'x' }, {}, SECOND_CONNECTION)).status).toBe(200)
    expect(await requestedMessages(pn)).toHaveLength(1)
    const answer = await sendMessage({ number, body: 'x' }, {}, SECOND_CONNECTION)
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_WAPP_NOT_INITIALIZED'])
  })

  it('is refused while hundreds of messages are pending; users are not affected, and a repetition is answered', async () => {
    const { pn } = await newCustomer(desk)
    const key = { 'idempotency-key': newUuid() }
    const first = await sendMessage({ number: pn, body: 'oi' }, key, SECOND_CONNECTION)
    await desk.shown()
    const [doc] = await desk.documents.find('due-work', {
      where: { connectionId: SECOND_CONNECTION, kind: 'send' },
      limit: 1,
    })
    const collection = await createViewNames(desk.readStore, 0).collection('due-work')
    const waiting = Array.from({ length: MOST_WAITING }, (_, at) => ({ ...doc, id: `send:waits-${at}` }))
    const put = waiting.map((one) => ({ collection, doc: one as Doc }))
    await desk.readStore.commit({ checkpoints: [], put, remove: [] })
    const refused = await untilRefused(() =>
      sendMessage({ number: pn, body: 'mais um' }, {}, SECOND_CONNECTION),
    )
    expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([
      ...[429, { error: 'ERR_TOO_MANY_REQUESTS' }, '60'],
    ])
    const again = await sendMessage({ number: pn, body: 'oi' }, key, SECOND_CONNECTION)
    expect([again.status, again.headers.get('x-message-id')]).toEqual([
      200,
      first.headers.get('x-message-id'),
    ])
    expect((await sendMessage({ number: pn, body: 'oi' })).status).toBe(200)
    // Pending messages of programs do not count against the limit of users.
    const { ticketId } = await newCustomer(desk)
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open', whatsappId: SECOND_CONNECTION })
    expect((await desk.call(ANA, 'POST', `/messages/${ticketId}`, { body: 'oi' })).status).toBe(200)
    const remove = waiting.map(({ id }) => ({ collection, id }))
    await desk.readStore.commit({ checkpoints: [], put: [], remove })
    expect((await sendMessage({ number: pn, body: 'mais um' }, {}, SECOND_CONNECTION)).status).toBe(200)
  })

  it('to the company’s own contact, although another company has a contact with the same number', async () => {
    const { pn, contactId } = await newCustomer(desk)
    desk.numbers.set(pn, { number: pn, lid: null })
    expect((await sendMessage({ number: pn, body: 'x' }, {}, FOREIGN_CONNECTION)).status).toBe(200)
    const message = (await requestedMessages(pn)).at(-1)
    expect(message?.companyId).toBe(FOREIGN)
    expect(message?.data.contactId).not.toBe(contactId)
  })

  it('and no session does, not even an admin’s', async () => {
    for (const who of [ADMIN, ANA]) {
      const answer = await desk.call(who, 'POST', '/messages/send', { number, body: 'x' })
      expect([answer.status, answer.body]).toEqual([401, { error: 'ERR_API_TOKEN' }])
    }
  })

  it('and many wrong tokens of one address are refused unread; a program that sends goes on beside them', async () => {
    const { pn } = await newCustomer(desk)
    expect((await sendMessage({ number: pn, body: 'oi' })).status).toBe(200)
    const wrong = () =>
      desk.call(
        ADMIN,
        'POST',
        '/messages/send',
        { number, body: 'x' },
        { authorization: `Bearer ${'a'.repeat(43)}` },
      )
    const answers: number[] = []
    for (let n = 0; n < 25; n++) answers.push((await wrong()).status)
    expect(answers.slice(0, 15)).toEqual(Array(15).fill(401))
    expect(answers.slice(20)).toEqual(Array(5).fill(429))
    expect((await sendMessage({ number: pn, body: 'oi de novo' })).status).toBe(200)
  })

  // The last test of the file, because the later time makes background work due.
  it('twice under one key is sent once, however late; another text under the key is refused', async () => {
    desk.numbers.set(number, { number, lid: null })
    expect((await sendMessage({ number, body: 'First' })).status).toBe(200)
    const key = { 'idempotency-key': newUuid() }
    const first = await sendMessage({ number, body: 'oi' }, key)
    desk.setTime('2026-04-20T12:00:00.000Z')
    const again = await sendMessage({ number, body: 'oi' }, key)
    for (const name of ['x-message-id', 'x-position']) {
      expect(again.headers.get(name)).toBe(first.headers.get(name))
    }
    expect((await sendMessage({ number, body: 'tchau' }, key)).body.error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
    expect(await requestedMessages()).toHaveLength(2)
  })
})
