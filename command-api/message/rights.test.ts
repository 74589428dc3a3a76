import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { customer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, type Desk, OTHER_QUEUE, openDesk, QUEUE } from '../testing/desk.js'

let desk: Desk
let chat: Awaited<ReturnType<typeof customer>>
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(async () => {
  chat = await customer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${chat.ticketId}`, { status: 'open' })
})

const move = (body: object, who = ADMIN) => desk.call(who, 'PUT', `/tickets/${chat.ticketId}`, body)
const send = (body: unknown) => desk.call(ANA, 'POST', `/messages/${chat.ticketId}`, body)
const sent = async () => (await send({ body: 'oi' })).headers.get('x-message-id') ?? ''
const of = async (messageId: string) =>
  (await desk.eventStore.read(streams.message(messageId))).map(({ type }) => type).slice(1)

describe('messages of a ticket', () => {
  it('that was closed or taken away just now are refused, though one was just sent', async () => {
    const file = () => {
      const form = new FormData()
      form.append('medias', new Blob(['%PDF-1.4 x'], { type: 'application/pdf' }), 'a.pdf')
      return form
    }
    const both = async () => [(await send({ body: 'x' })).body, (await send(file())).body]
    expect((await send({ body: 'oi' })).status).toBe(200)
    await move({ userId: BIA.userId, queueId: OTHER_QUEUE })
    const taken = { error: 'ERR_NO_PERMISSION' }
    expect(await both()).toEqual([taken, taken])
    await move({ userId: ANA.userId, queueId: QUEUE })
    expect((await send({ body: 'oi' })).status).toBe(200)
    await move({ status: 'closed' }, ANA)
    const closed = { error: 'ERR_TICKET_NOT_OPEN' }
    expect(await both()).toEqual([closed, closed])
    const ours = (await desk.log('message.requested')).filter(({ data }) => data.ticketId === chat.ticketId)
    expect(ours.filter(({ data }) => data.source === 'user')).toHaveLength(2)
  })

  it('that a colleague attends are written, edited, deleted and reacted to by that colleague and admins alone', async () => {
    const id = await sent()
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
    expect(await of(id)).toEqual([])
    for (const [method, path, body] of calls) {
      expect((await desk.call(ADMIN, method, path, body)).status).toBe(200)
    }
  })
})
