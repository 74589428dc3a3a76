import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { messageFrom, newCustomer } from '../testing/customer.js'
import {
  ADMIN,
  ANA,
  BIA,
  CONNECTION,
  type Desk,
  FOREIGNER,
  OTHER_QUEUE,
  openDesk,
  SECOND_CONNECTION,
  STRANGER,
} from '../testing/desk.js'

let desk: Desk
let chat: Awaited<ReturnType<typeof newCustomer>>
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(async () => {
  chat = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${chat.ticketId}`, { status: 'open' })
})

const sendMessage = (body: unknown, headers = {}, who = ANA) =>
  desk.call(who, 'POST', `/messages/${chat.ticketId}`, body, headers)
/** A ticket of Bia, which Ana may not open. */
const giveTicketToBia = () =>
  desk.call(ADMIN, 'PUT', `/tickets/${chat.ticketId}`, { userId: BIA.userId, queueId: OTHER_QUEUE })
const requestedMessages = async () =>
  (await desk.log('message.requested'))
    .filter(({ data }) => data.ticketId === chat.ticketId)
    .map(({ data }) => data)

describe('a text', () => {
  it('is answered as soon as it is durable, empty, with its id and position', async () => {
    const answer = await sendMessage({
      body: '*Ana:*\nOlá {{firstName}}',
      read: 1,
      fromMe: true,
      mediaUrl: '',
      quotedMsg: null,
    })
    expect([answer.status, answer.body]).toEqual([200, null])
    expect(answer.headers.get('x-position')).toMatch(/^0:\d{20}$/)
    const [data] = await requestedMessages()
    expect(answer.headers.get('x-message-id')).toBe(data.messageId)
    expect(data).toMatchObject({
      body: '*Ana:*\nOlá Carla',
      kind: 'conversation',
      to: `${chat.pn}@s.whatsapp.net`,
      userId: ANA.userId,
      source: 'user',
    })
    expect(data.waId).toMatch(/^3EB0[0-9A-F]{18}$/)
  })

  it('under one key twenty times is one message with one id', async () => {
    const key = { 'idempotency-key': newUuid() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendMessage({ body: 'oi' }, key)))
    expect(new Set(answers.map(({ headers }) => headers.get('x-message-id'))).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => headers.get('x-position'))).size).toBe(1)
    expect(await requestedMessages()).toHaveLength(1)
  })

  it('under the key of another text is refused, and under a malformed key, too', async () => {
    const key = { 'idempotency-key': newUuid() }
    expect((await sendMessage({ body: 'oi', read: 1 }, key)).status).toBe(200)
    expect((await sendMessage({ read: 1, body: 'oi' }, key)).status).toBe(200)
    const other = await sendMessage({ body: 'tchau' }, key)
    expect([other.status, other.body]).toEqual([422, { error: 'ERR_IDEMPOTENCY_KEY_REUSED' }])
    for (const wrong of ['a b', 'ç', 'x'.repeat(101), '']) {
      const answer = await sendMessage({ body: 'oi' }, { 'idempotency-key': wrong })
      expect([answer.status, answer.body.details?.field]).toEqual([400, 'Idempotency-Key'])
    }
    expect(await requestedMessages()).toHaveLength(1)
  })

  it('under one key is one message, also if the ticket has moved to another connection meanwhile', async () => {
    const key = { 'idempotency-key': newUuid() }
    const first = await sendMessage({ body: 'oi' }, key)
    const moved = await desk.call(ADMIN, 'PUT', `/tickets/${chat.ticketId}`, {
      whatsappId: SECOND_CONNECTION,
    })
    expect(moved.body.whatsappId).toBe(SECOND_CONNECTION)
    const again = await sendMessage({ body: 'oi' }, key)
    expect(again.headers.get('x-message-id')).toBe(first.headers.get('x-message-id'))
    expect(await requestedMessages()).toHaveLength(1)
  })

  it('under one key gets the first answer after the ticket was closed; another text is refused', async () => {
    const key = { 'idempotency-key': newUuid() }
    const first = await sendMessage({ body: 'oi' }, key)
    await desk.call(ANA, 'PUT', `/tickets/${chat.ticketId}`, { status: 'closed' })
    const again = await sendMessage({ body: 'oi' }, key)
    expect([again.status, again.headers.get('x-message-id'), again.headers.get('x-position')]).toEqual([
      200,
      first.headers.get('x-message-id'),
      first.headers.get('x-position'),
    ])
    expect((await sendMessage({ body: 'tchau' }, key)).body.error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
    expect((await sendMessage({ body: 'oi' })).body.error).toBe('ERR_TICKET_NOT_OPEN')
    expect((await requestedMessages()).filter(({ source }) => source === 'user')).toHaveLength(1)
  })

  it('under one key gets the first answer after the ticket has another agent', async () => {
    const key = { 'idempotency-key': newUuid() }
    const first = await sendMessage({ body: 'oi' }, key)
    await giveTicketToBia()
    const again = await sendMessage({ body: 'oi' }, key)
    expect([again.status, again.headers.get('x-message-id')]).toEqual([
      200,
      first.headers.get('x-message-id'),
    ])
    expect((await sendMessage({ body: 'oi' })).body).toEqual({ error: 'ERR_NO_PERMISSION' })
    expect(await requestedMessages()).toHaveLength(1)
  })

  it('that is empty, in a ticket that is not open, or by a user without the right gets a clear error', async () => {
    expect((await sendMessage({ body: ' \n ' })).body).toEqual({ error: 'ERR_MESSAGE_EMPTY' })
    expect((await sendMessage({ body: 'x' }, {}, STRANGER)).body).toEqual({ error: 'ERR_NO_PERMISSION' })
    expect((await sendMessage({ body: 'x' }, {}, FOREIGNER)).body).toEqual({ error: 'ERR_NO_TICKET_FOUND' })
    expect((await desk.call(ANA, 'POST', '/messages/987654', { body: 'x' })).body.error).toBe(
      'ERR_NO_TICKET_FOUND',
    )
    await desk.call(ANA, 'PUT', `/tickets/${chat.ticketId}`, { status: 'pending' })
    const waiting = await newCustomer(desk)
    const answer = await desk.call(ANA, 'POST', `/messages/${waiting.ticketId}`, { body: 'x' })
    expect([answer.status, answer.body.error]).toEqual([409, 'ERR_TICKET_NOT_OPEN'])
    expect(await requestedMessages()).toHaveLength(0)
  })

  it('is not refused by a cached state of the ticket before its opening', async () => {
    const fresh = await newCustomer(desk)
    const write = () => desk.call(BIA, 'POST', `/messages/${fresh.ticketId}`, { body: 'x' })
    expect((await write()).status).toBe(409)
    await desk.call(BIA, 'PUT', `/tickets/${fresh.ticketId}`, { status: 'open' })
    expect((await write()).status).toBe(200)
  })

  it('security rule 1: quotes only a message of this conversation', async () => {
    const other = await newCustomer(desk)
    const elsewhere = await newCustomer(desk, { connectionId: SECOND_CONNECTION })
    for (const id of [other.messageId, elsewhere.messageId, 'f'.repeat(32), 'x']) {
      expect((await sendMessage({ body: 'x', quotedMsg: { id } })).body).toEqual({
        error: 'ERR_NO_MESSAGE_FOUND',
      })
    }
    expect(
      (await sendMessage({ body: 'x', quotedMsg: { id: chat.messageId, body: 'ignored' } })).status,
    ).toBe(200)
    expect((await requestedMessages()).map(({ quotedId }) => quotedId)).toEqual([chat.messageId])
  })

  it.each([
    { body: { $ne: '' } },
    { body: 'x', companyId: 2 },
    { body: 'x', quotedMsg: 'id' },
    { body: 'x'.repeat(65_537) },
    [],
    null,
  ])('security rule 9: %j is refused', async (body) => {
    const answer = await sendMessage(body)
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION'])
    expect(await requestedMessages()).toHaveLength(0)
  })

  it('security rule 10: a body that is too long is not read to its end', async () => {
    const answer = await sendMessage({ body: 'x', quotedMsg: { id: 'a', body: 'x'.repeat(1_100_000) } })
    expect([answer.status, answer.body.error]).toEqual([413, 'ERR_BODY_TOO_LARGE'])
  })
})

describe('changes of a message', () => {
  const sent = async (body = 'oi') => (await sendMessage({ body })).headers.get('x-message-id') ?? ''
  const of = async (messageId: string) =>
    (await desk.eventStore.read(streams.message(messageId))).map(({ type }) => type).slice(1)

  it('own messages are edited and deleted by users who may open the ticket', async () => {
    const id = await sent()
    expect((await desk.call(ADMIN, 'POST', `/messages/edit/${id}`, { body: 'olá' })).status).toBe(200)
    expect((await desk.call(STRANGER, 'DELETE', `/messages/${id}`)).body).toEqual({
      error: 'ERR_NO_PERMISSION',
    })
    expect((await desk.call(FOREIGNER, 'DELETE', `/messages/${id}`)).body).toEqual({
      error: 'ERR_NO_MESSAGE_FOUND',
    })
    expect((await desk.call(ANA, 'DELETE', `/messages/${id}`)).status).toBe(200)
    expect(await of(id)).toEqual(['message.edit-requested.v1', 'message.revoke-requested.v1'])
    const { messageId } = chat
    expect((await desk.call(ANA, 'POST', `/messages/edit/${messageId}`, { body: 'x' })).body.error).toBe(
      'ERR_NOT_OWN_MESSAGE',
    )
    expect((await desk.call(ADMIN, 'DELETE', `/messages/${messageId}`)).body.error).toBe(
      'ERR_NOT_OWN_MESSAGE',
    )
    expect((await desk.call(ANA, 'POST', `/messages/edit/${id}`, { body: ' ' })).body.error).toBe(
      'ERR_MESSAGE_DELETED',
    )
  })

  it('every one is reacted to', async () => {
    const answer = await desk.call(ANA, 'POST', `/messages/${chat.messageId}/reactions`, { type: '👍' })
    expect(answer.body).toEqual({
      message: 'Reação adicionada com sucesso!',
      reactions: [{ type: '👍', userId: ANA.userId }],
    })
    expect(await of(chat.messageId)).toEqual(['message.reaction-requested.v1'])
  })

  it.each([
    ['POST /messages/edit/:id', { body: 'olá' }, null],
    ['DELETE /messages/:id', undefined, null],
    [
      'POST /messages/:id/reactions',
      { type: '👍' },
      { message: 'Reação adicionada com sucesso!', reactions: [{ type: '👍', userId: ANA.userId }] },
    ],
  ])(
    '%s under one key is answered as at first, also to who has lost the ticket since',
    async (route, body, said) => {
      const [method, path] = route.replace(':id', await sent()).split(' ') as ['POST' | 'DELETE', string]
      const key = { 'idempotency-key': newUuid() }
      const once = (headers = {}) => desk.call(ANA, method, path, body, headers)
      const first = await once(key)
      await desk.report({
        ...{ kind: 'reacted', companyId: 1, connectionId: CONNECTION, fromMe: true },
        ...{ waId: (await requestedMessages())[0].waId, by: 'contact', emoji: '🙏' },
      })
      await giveTicketToBia()
      const again = await once(key)
      expect([first.status, again.status, again.body]).toEqual([200, 200, said])
      expect(again.headers.get('x-position')).toBe(first.headers.get('x-position'))
      expect((await once()).body).toEqual({ error: 'ERR_NO_PERMISSION' })
    },
  )

  it('a failed message is retried', async () => {
    const id = await sent()
    const [data] = await requestedMessages()
    await desk.report({
      kind: 'failed',
      companyId: 1,
      connectionId: CONNECTION,
      fromMe: true,
      waId: data.waId,
      messageId: id,
      what: 'send',
      code: 'ERR_WAPP_NOT_INITIALIZED',
    })
    expect((await desk.call(ANA, 'POST', `/messages/${id}/retry`)).status).toBe(200)
    expect(await of(id)).toEqual(['message.failed.v1', 'message.retried.v1'])
  })

  it('a number that WhatsApp does not know takes its contact out of reach, until something comes or goes', async () => {
    const id = await sent()
    const [data] = await requestedMessages()
    const about = { companyId: 1, connectionId: CONNECTION, fromMe: true, waId: data.waId, messageId: id }
    const failed = { kind: 'failed', ...about, what: 'send' }
    const turns = async () => (await desk.log('contact.changed')).map((event) => event.data.active)
    await desk.report({ ...failed, code: 'ERR_SENDING_WAPP_MSG' })
    expect(await turns()).toEqual([])
    expect((await desk.call(ANA, 'POST', `/messages/${id}/retry`)).status).toBe(200)
    const unknown = { ...failed, code: 'ERR_WAPP_INVALID_CONTACT' }
    await desk.report(unknown, unknown)
    expect(await turns()).toEqual([false])
    expect((await desk.call(ANA, 'POST', `/messages/${id}/retry`)).status).toBe(200)
    await desk.report({ kind: 'sent', ...about })
    expect(await turns()).toEqual([false, true])
    const second = await sent()
    const { waId } = (await requestedMessages()).at(-1) ?? {}
    await desk.report({ ...unknown, waId, messageId: second })
    await desk.report(messageFrom(chat.pn))
    expect(await turns()).toEqual([false, true, false, true])
  })
})
