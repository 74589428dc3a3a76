import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import type { Doc } from '@guiche/infra/read-store/read-store.js'
import { createViewNames } from '@guiche/infra/read-store/views.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import {
  ADMIN,
  ANA,
  BIA,
  type Desk,
  MOST_WAITING,
  OTHER_QUEUE,
  openDesk,
  QUEUE,
  untilRefused,
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

const moveTicket = (body: object, who = ADMIN) => desk.call(who, 'PUT', `/tickets/${chat.ticketId}`, body)
const sendMessage = (body: unknown, headers = {}, who = ANA) =>
  desk.call(who, 'POST', `/messages/${chat.ticketId}`, body, headers)
const idOfSentMessage = async () => (await sendMessage({ body: 'oi' })).headers.get('x-message-id') ?? ''
const eventsOf = async (messageId: string) =>
  (await desk.eventStore.read(streams.message(messageId))).map(({ type }) => type).slice(1)

describe('messages of a ticket', () => {
  it('that was closed or taken away just now are refused, though one was just sent', async () => {
    const file = () => {
      const form = new FormData()
      form.append('medias', new Blob(['%PDF-1.4 x'], { type: 'application/pdf' }), 'a.pdf')
      return form
    }
    const both = async () => [(await sendMessage({ body: 'x' })).body, (await sendMessage(file())).body]
    expect((await sendMessage({ body: 'oi' })).status).toBe(200)
    await moveTicket({ userId: BIA.userId, queueId: OTHER_QUEUE })
    const taken = { error: 'ERR_NO_PERMISSION' }
    expect(await both()).toEqual([taken, taken])
    await moveTicket({ userId: ANA.userId, queueId: QUEUE })
    expect((await sendMessage({ body: 'oi' })).status).toBe(200)
    await moveTicket({ status: 'closed' }, ANA)
    const closed = { error: 'ERR_TICKET_NOT_OPEN' }
    expect(await both()).toEqual([closed, closed])
    const ours = (await desk.log('message.requested')).filter(({ data }) => data.ticketId === chat.ticketId)
    expect(ours.filter(({ data }) => data.source === 'user')).toHaveLength(2)
  })

  it('that a colleague attends are written, edited, deleted and reacted to by that colleague and admins alone', async () => {
    const id = await idOfSentMessage()
    const refused = { error: 'ERR_TICKET_OF_COLLEAGUE', details: { userId: ANA.userId, name: 'Ana' } }
    const calls = [
      ['POST', `/messages/${chat.ticketId}`, { body: 'x' }],
      ['POST', `/messages/edit/${id}`, { body: 'olá' }],
      ['POST', `/messages/${chat.messageId}/reactions`, { type: '👍' }],
      ['DELETE', `/messages/${id}`, undefined],
    ] as const
    for (const [method, path, body] of calls) {
      const answer = await desk.call(BIA, method, path, body)
      expect([answer.status, answer.body]).toEqual([403, refused])
    }
    expect(await eventsOf(id)).toEqual([])
    for (const [method, path, body] of calls) {
      expect((await desk.call(ADMIN, method, path, body)).status).toBe(200)
    }
  })
})

/** Adds due work like that of the last requested message. */
const queueWork = async (count: number) => {
  await desk.shown()
  const { messageId } = (await desk.log('message.requested')).at(-1)?.data ?? {}
  const doc = (await desk.documents.getMany('due-work', [`send:${messageId}`])).get(`send:${messageId}`)
  const collection = await createViewNames(desk.readStore, 0).collection('due-work')
  const docs = Array.from({ length: count }, (_, at) => ({ ...doc, id: `send:queued-${at}` }) as Doc)
  await desk.readStore.commit({
    checkpoints: [],
    put: docs.map((one) => ({ collection, doc: one })),
    remove: [],
  })
  return () =>
    desk.readStore.commit({
      ...{ checkpoints: [], put: [] },
      remove: docs.map(({ id }) => ({ collection, id })),
    })
}

describe('a user with hundreds of pending messages', () => {
  it('is refused with the time of the next try; other users send, and a repetition is answered', async () => {
    const key = { 'idempotency-key': newUuid() }
    const first = await sendMessage({ body: 'oi' }, key)
    const drop = await queueWork(MOST_WAITING)
    const refused = await untilRefused(() => sendMessage({ body: 'mais um' }))
    expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([
      ...[429, { error: 'ERR_TOO_MANY_REQUESTS' }, '60'],
    ])
    expect((await sendMessage({ body: 'oi' }, key)).headers.get('x-message-id')).toBe(
      first.headers.get('x-message-id'),
    )
    expect((await sendMessage({ body: 'eu também' }, {}, ADMIN)).status).toBe(200)
    await drop()
  })
})
