import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newCustomer as customerOf } from '../testing/customer.js'
import {
  ADMIN,
  ANA,
  BIA,
  CONNECTION,
  type Desk,
  FOREIGN_CONNECTION,
  FOREIGN_QUEUE,
  FOREIGNER,
  OTHER_QUEUE,
  openDesk,
  QUEUE,
  SECOND_CONNECTION,
  STRANGER,
} from '../testing/desk.js'
import { ticketDecider } from './decide.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const newCustomer = () => customerOf(desk)
const ticketState = async (ticketId: number) =>
  (await desk.kernel.load(ticketDecider, streams.ticket(ticketId))).state
const eventsOf = async (ticketId: number) =>
  (await desk.log('ticket.')).filter(({ data }) => data.ticketId === ticketId)

describe('a ticket over HTTP', () => {
  it('is accepted, returned, transferred, resolved and reopened, each time with the full record', async () => {
    const { ticketId } = await newCustomer()
    const accepted = await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, {
      status: 'open',
      userId: ANA.userId,
    })
    expect(accepted.status).toBe(200)
    expect(accepted.headers.get('x-position')).toMatch(/^0:\d{20}$/)
    expect(accepted.body).toMatchObject({
      id: ticketId,
      status: 'open',
      userId: ANA.userId,
      user: { name: 'Ana' },
      queue: { name: 'Vendas' },
      unreadMessages: 1,
      contact: { name: 'Carla & Filhos' },
    })
    const returned = await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'pending', userId: null })
    expect(returned.body).toMatchObject({ status: 'pending', userId: null })
    const moved = await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, {
      userId: BIA.userId,
      queueId: OTHER_QUEUE,
    })
    expect(moved.body).toMatchObject({ status: 'open', user: { name: 'Bia' }, queue: { name: 'Suporte' } })
    const closed = await desk.call(BIA, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
    expect(closed.body).toMatchObject({ status: 'closed', userId: BIA.userId })
    const again = await desk.call(BIA, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
    expect(again.body).toMatchObject({ status: 'open', userId: BIA.userId, queueId: OTHER_QUEUE })
  })

  it('accepts the fields of existing clients, and `attending` for open', async () => {
    const { ticketId } = await newCustomer()
    const path = `/tickets/${ticketId}`
    const bot = { useIntegration: false, promptId: null, integrationId: null }
    const off = { useIntegration: false, promptId: false, integrationId: '', queueOptionId: 0 }
    const accepted = await desk.call(ANA, 'PUT', path, { status: 'attending', userId: ANA.userId, ...off })
    expect(accepted.body).toMatchObject({ status: 'open', userId: ANA.userId, ...bot })
    expect((await desk.call(ANA, 'PUT', path, { promptId: 1 })).status).toBe(400)
    const into = { status: 'open', queueId: OTHER_QUEUE, ...bot }
    expect((await desk.call(ANA, 'PUT', path, { userId: ANA.userId, ...into })).status).toBe(403)
    expect((await desk.call(ANA, 'PUT', path, { userId: BIA.userId, ...into })).status).toBe(200)
    const moves = (await eventsOf(ticketId))
      .map(({ type }) => type)
      .filter((type) => type !== 'ticket.read.v1')
    expect(moves).toEqual(['ticket.opened.v1', 'ticket.accepted.v1', 'ticket.transferred.v1'])
  })

  it('security rule 19: of twenty concurrent users one accepts a ticket, and nineteen get the name', async () => {
    const { ticketId } = await newCustomer()
    const callers = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? ANA : BIA))
    const keys = callers.map(() => newUuid())
    const answers = await Promise.all(
      callers.map((who, index) =>
        desk.call(
          who,
          'PUT',
          `/tickets/${ticketId}`,
          { status: 'open' },
          { 'idempotency-key': keys[index] ?? '' },
        ),
      ),
    )
    const events = (await eventsOf(ticketId)).filter(({ type }) => type === 'ticket.accepted.v1')
    expect(events).toHaveLength(1)
    const winner = events[0]?.data.to.userId
    for (const [index, { status, body }] of answers.entries()) {
      if (callers[index]?.userId === winner) expect(status).toBe(200)
      else {
        expect(status).toBe(409)
        expect(body).toEqual({
          error: 'ERR_TICKET_ALREADY_TAKEN',
          details: { userId: winner, name: winner === ANA.userId ? 'Ana' : 'Bia' },
        })
      }
    }
  })

  it('security rule 19: one command twenty times is one event and one answer', async () => {
    const { ticketId } = await newCustomer()
    const key = { 'idempotency-key': newUuid() }
    const send = () => desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open' }, key)
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    answers.push(await send())
    expect(new Set(answers.map(({ headers }) => headers.get('x-position'))).size).toBe(1)
    expect((await eventsOf(ticketId)).filter(({ type }) => type === 'ticket.accepted.v1')).toHaveLength(1)
  })

  it('is created open for the caller; a second one is answered with the first', async () => {
    const { contactId, ticketId } = await newCustomer()
    const conflict = await desk.call(ANA, 'POST', '/tickets', { contactId, queueId: QUEUE, status: 'open' })
    expect(JSON.parse(conflict.body.error)).toEqual({
      id: ticketId,
      uuid: (await ticketState(ticketId)).uuid,
      userId: null,
      user: { name: '' },
      queue: { name: 'Vendas' },
      reach: 'open',
    })
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
    const key = { 'idempotency-key': newUuid() }
    const create = () =>
      desk.call(ANA, 'POST', '/tickets', { contactId, queueId: QUEUE, status: 'open' }, key)
    const [first, ...more] = await Promise.all(Array.from({ length: 20 }, create))
    more.push(await create())
    expect(first?.body).toMatchObject({
      status: 'open',
      userId: ANA.userId,
      contactId,
      whatsappId: CONNECTION,
    })
    for (const answer of more) expect(answer.body).toMatchObject({ id: first?.body.id })
    // The old ticket cannot be reopened, because the contact has a new one.
    const back = await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
    expect(back.body).toMatchObject({
      error: 'ERR_OTHER_OPEN_TICKET',
      details: { id: first?.body.id, user: { name: 'Ana' } },
    })
  })

  it('twenty create at once: one ticket, nineteen conflicts', async () => {
    const { contactId, ticketId } = await newCustomer()
    await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => desk.call(ADMIN, 'POST', '/tickets', { contactId, status: 'open' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  it('needs a queue of the caller, except for admins', async () => {
    const { contactId, ticketId } = await newCustomer()
    await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'closed' })
    const create = (who: typeof ANA, body: object) =>
      desk.call(who, 'POST', '/tickets', { contactId, ...body })
    expect((await create(ANA, {})).body).toEqual({ error: 'ERR_SELECT_QUEUE' })
    expect((await create(ANA, { queueId: OTHER_QUEUE })).body).toEqual({ error: 'ERR_NO_PERMISSION' })
    expect((await create(ADMIN, {})).status).toBe(200)
  })

  it('moves to another connection only if the contact has no active ticket there', async () => {
    const { contactId, ticketId } = await newCustomer()
    const other = await desk.call(ADMIN, 'POST', '/tickets', { contactId, whatsappId: SECOND_CONNECTION })
    expect(other.status).toBe(200)
    const move = () => desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { whatsappId: SECOND_CONNECTION })
    expect((await move()).status).toBe(409)
    await desk.call(ADMIN, 'PUT', `/tickets/${other.body.id}`, { status: 'closed' })
    expect((await move()).body).toMatchObject({ whatsappId: SECOND_CONNECTION })
    const fresh = await desk.call(ADMIN, 'POST', '/tickets', { contactId, whatsappId: CONNECTION })
    expect(fresh.status).toBe(200)
  })

  it('is read: the unread messages are named once, and without any no event is written', async () => {
    const { ticketId } = await newCustomer()
    expect((await desk.call(ANA, 'POST', `/tickets/${ticketId}/read`)).status).toBe(200)
    await desk.shown()
    expect((await desk.call(ANA, 'POST', `/tickets/${ticketId}/read`)).status).toBe(200)
    const read = await desk.eventStore.read(`marks-${ticketId}`)
    expect(await desk.eventStore.read(`ticket-${ticketId}`)).toHaveLength(1)
    expect(read.map(({ data }) => data.messageIds.length)).toEqual([1])
    expect((await desk.call(STRANGER, 'POST', `/tickets/${ticketId}/read`)).status).toBe(403)
  })

  it('has nothing unread left when it is closed, by itself or with all', async () => {
    const one = await newCustomer()
    const closed = await desk.call(ADMIN, 'PUT', `/tickets/${one.ticketId}`, { status: 'closed' })
    expect(closed.body).toMatchObject({ status: 'closed', unreadMessages: 0 })
    expect((await desk.eventStore.read(`ticket-${one.ticketId}`)).at(-1)?.type).toBe('ticket.closed.v1')
    expect(await desk.eventStore.read(`marks-${one.ticketId}`)).toHaveLength(1)

    const another = await newCustomer()
    await desk.shown()
    await desk.call(ADMIN, 'POST', '/tickets/closeAll', { status: 'pending' })
    await desk.shown()
    await desk.call(ADMIN, 'POST', `/tickets/${another.ticketId}/read`)
    expect(await desk.eventStore.read(`marks-${another.ticketId}`)).toHaveLength(1)
  })

  it('is deleted by admins alone', async () => {
    const { ticketId, contactId } = await newCustomer()
    expect((await desk.call(ANA, 'DELETE', `/tickets/${ticketId}`)).status).toBe(403)
    const gone = await desk.call(ADMIN, 'DELETE', `/tickets/${ticketId}`)
    expect([gone.status, gone.body]).toEqual([200, { message: 'ticket deleted' }])
    expect((await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'open' })).body).toEqual({
      error: 'ERR_NO_TICKET_FOUND',
    })
    expect((await desk.call(ADMIN, 'POST', '/tickets', { contactId })).status).toBe(200)
  })
})

describe('security rule 1: ids of another company do not exist', () => {
  it('in a path and in a body, and nothing is written', async () => {
    const { contactId, ticketId } = await newCustomer()
    const before = await desk.eventStore.head()
    const error = async (answer: ReturnType<Desk['call']>) => {
      const { status, body } = await answer
      return [status, body.error]
    }
    const missing = [404, 'ERR_NO_TICKET_FOUND']
    expect(await error(desk.call(FOREIGNER, 'PUT', `/tickets/${ticketId}`, { status: 'open' }))).toEqual(
      missing,
    )
    expect(await error(desk.call(FOREIGNER, 'DELETE', `/tickets/${ticketId}`))).toEqual(missing)
    expect(await error(desk.call(FOREIGNER, 'POST', `/tickets/${ticketId}/read`))).toEqual(missing)
    expect(await error(desk.call(FOREIGNER, 'POST', '/tickets', { contactId }))).toEqual([
      404,
      'ERR_NO_CONTACT_FOUND',
    ])
    const put = (body: object) => error(desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, body))
    expect(await put({ queueId: FOREIGN_QUEUE })).toEqual([404, 'ERR_QUEUE_NOT_FOUND'])
    expect(await put({ userId: FOREIGNER.userId })).toEqual([404, 'ERR_NO_USER_FOUND'])
    expect(await put({ whatsappId: FOREIGN_CONNECTION })).toEqual([404, 'ERR_NO_WAPP_FOUND'])
    const create = (body: object) => error(desk.call(ADMIN, 'POST', '/tickets', { contactId, ...body }))
    expect(await create({ queueId: FOREIGN_QUEUE })).toEqual([404, 'ERR_QUEUE_NOT_FOUND'])
    expect(await create({ whatsappId: FOREIGN_CONNECTION })).toEqual([404, 'ERR_NO_WAPP_FOUND'])
    expect(
      await error(
        desk.call(ADMIN, 'POST', '/tickets/closeAll', {
          status: 'pending',
          selectedQueueIds: [FOREIGN_QUEUE],
        }),
      ),
    ).toEqual([404, 'ERR_QUEUE_NOT_FOUND'])
    expect(await desk.eventStore.head()).toBe(before)
  })
})

describe('security rule 9: undeclared fields of a body never reach a decider', () => {
  it.each([
    { status: { $ne: 'open' } },
    { status: 'closed', company: 2 },
    { userId: '5' },
    { queueId: -1 },
    { whatsappId: 1.5 },
    [],
  ])('%j', async (body) => {
    const answer = await desk.call(ADMIN, 'PUT', '/tickets/1', body)
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION'])
  })
})
