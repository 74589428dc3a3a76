import { streams } from '@guiche/contracts/streams.js'
import type { RatingRecord, RatingSummary } from '@guiche/contracts/views/ratings.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  addCompanyData,
  type Ids,
  messageId,
  newContact,
  newMessage,
  newTicket,
} from '../testing/company-data.js'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'
import { type Page, walkPages } from '../testing/walk.js'

type Ratings = Page & { readonly records: readonly RatingRecord[] }

describe('ratings', () => {
  let desk: Desk
  let ids: Ids
  let admin: Agent
  const rated = async (n: number, rating: 1 | 2 | 3, time: string, queueId: number | null = ids.sales) => {
    await newMessage(desk, ids, n, 501, 7, String(rating))
    const data = { ticketId: 501, contactId: 7, userId: ids.agent, queueId, rating, messageId: messageId(n) }
    await desk.happen(1, streams.ticket(501), 'ticket.rated.v1', data, { time })
  }
  const commented = async (n: number, ratedBy: number, body: string) => {
    await newMessage(desk, ids, n, 501, 7, body)
    const data = { ticketId: 501, contactId: 7, messageId: messageId(n), ratedBy: messageId(ratedBy) }
    await desk.happen(1, streams.ticket(501), 'ticket.rating-commented.v1', data)
  }
  beforeAll(async () => {
    desk = await openDesk()
    ids = await addCompanyData(desk, 1)
    const other = await addCompanyData(desk, 2)
    admin = await desk.signIn({ userId: ids.admin, companyId: 1 })
    await newContact(desk, 1, 7, 'Zé Ávila', '5511988887777')
    await newTicket(desk, ids, 501, 7, { status: 'closed', userId: ids.agent, queueId: ids.sales })
    await rated(1, 3, '2026-05-04T12:00:00.000Z')
    await commented(2, 1, '=Gostei')
    await commented(3, 1, 'muito')
    await rated(4, 1, '2026-05-05T02:59:59.000Z', null)
    await rated(5, 2, '2026-05-05T03:00:00.000Z', ids.support)
    await newContact(desk, 2, 8, 'Alheia', '5511988880000')
    await newTicket(desk, other, 601, 8, { status: 'closed', userId: other.agent })
    const foreign = { ticketId: 601, contactId: 8, userId: other.agent, queueId: null, rating: 1 as const }
    const at = { time: '2026-05-04T12:00:00.000Z' }
    await desk.happen(2, streams.ticket(601), 'ticket.rated.v1', { ...foreign, messageId: messageId(90) }, at)
    await desk.settled()
  })
  afterAll(() => desk?.close())

  const period = 'date_from=2026-05-01&date_to=2026-05-31'
  const list = async (query: string) => (await desk.get<Ratings>(admin, `/ratings?${query}`)).body

  it('say who rated whom, how and why, newest first, of the own company alone', async () => {
    const { records, count } = await list(period)
    expect(count).toBe(3)
    expect(records.map(({ rating, queue }) => [rating, queue?.name ?? null])).toEqual([
      [2, 'Support'],
      [1, null],
      [3, 'Sales'],
    ])
    expect(records.at(-1)).toEqual({
      id: messageId(1),
      ticketId: 501,
      ticketUuid: expect.stringMatching(/501$/),
      contact: { id: 7, name: 'Zé Ávila' },
      user: { id: ids.agent, name: 'Caio' },
      queue: { id: ids.sales, name: 'Sales' },
      rating: 3,
      ratedAt: '2026-05-04T12:00:00.000Z',
      comments: [
        { id: messageId(2), body: '=Gostei', kind: 'conversation' },
        { id: messageId(3), body: 'muito', kind: 'conversation' },
      ],
    })
  })

  it.each<[string, () => string, number[]]>([
    ['by queue', () => `${period}&queueId=${ids.support}`, [2]],
    ['by agent', () => `${period}&userId=${ids.agent}`, [2, 1, 3]],
    ['by another agent', () => `${period}&userId=${ids.stranger}`, []],
    ['by rating', () => `${period}&rating=3`, [3]],
    ['by day in the time zone of the company', () => 'date_from=2026-05-04&date_to=2026-05-04', [1, 3]],
    ['by the last 30 days', () => '', []],
  ])('are found %s', async (_, query, found) => {
    expect((await list(query())).records.map(({ rating }) => rating)).toEqual(found)
  })

  it('refuse a period that is none, and other profiles', async () => {
    for (const path of ['/ratings', '/ratings/summary', '/ratings/export']) {
      const upside = await desk.get(admin, `${path}?date_from=2026-05-02&date_to=2026-05-01`)
      expect(upside.status).toBe(400)
      const supervisor = await desk.signIn({ userId: ids.supervisor, companyId: 1 })
      expect((await desk.get(supervisor, path)).status).toBe(403)
    }
  })

  it('are added up by agent and by queue', async () => {
    const summary = async (query: string) =>
      (await desk.get<RatingSummary>(admin, `/ratings/summary?${query}`)).body
    const all = { count: 3, average: 2, given: { 1: 1, 2: 1, 3: 1 } }
    const whole = await summary(period)
    expect(whole.total).toEqual(all)
    expect(whole.users).toEqual([{ id: ids.agent, name: 'Caio', ...all }])
    expect(whole.queues.map(({ id, average }) => [id, average])).toEqual([
      [0, 1],
      [ids.sales, 3],
      [ids.support, 2],
    ])
    const sales = await summary(`${period}&queueId=${ids.sales}&userId=${ids.agent}`)
    expect([sales.total.average, sales.queues.length, sales.users[0]?.count]).toEqual([3, 1, 1])
    expect(await summary('date_from=2026-04-01&date_to=2026-04-02')).toEqual({
      total: { count: 0, average: null, given: { 1: 0, 2: 0, 3: 0 } },
      users: [],
      queues: [],
    })
  })

  it('are a file, in which no text is a formula', async () => {
    const { body } = await desk.get<string>(admin, `/ratings/export?${period}`)
    const [head, , , last] = body.split('\r\n')
    expect(head?.replace('\uFEFF', '')).toBe(
      'Data e hora;Contato;Atendente;Fila;Avaliação;Comentário;Nº do atendimento',
    )
    expect(last).toBe(`2026-05-04 09:00:00;Zé Ávila;Caio;Sales;3;"'=Gostei\nmuito";501`)
  })

  it('mark their messages in the conversation', async () => {
    const { body } = await desk.get<{ messages: { body: string; ratingPart: string | null }[] }>(
      admin,
      '/messages/501',
    )
    expect(body.messages.filter(({ body: said }) => said === 'muito')[0]?.ratingPart).toBe('comment')
    expect(body.messages.at(-1)?.ratingPart).toBe('rating')
  })

  it('come in pages, and keep their figures when the contact is gone', async () => {
    for (let n = 100; n < 142; n++)
      await rated(n, 3, `2026-06-01T12:00:${String(n - 100).padStart(2, '0')}.000Z`)
    await desk.happen(1, streams.message(messageId(2)), 'message.erased.v1', {
      ...{ messageId: messageId(2), ticketId: 501, contactId: 7, connectionId: ids.connection },
    })
    await desk.settled()
    const pages = await walkPages<Ratings>(desk, admin, '/ratings?date_from=2026-06-01&date_to=2026-06-01')
    expect(pages.map(({ records }) => records.length)).toEqual([40, 2])
    const [, , kept] = (await list(period)).records
    expect(kept?.comments.map(({ body }) => body)).toEqual(['muito'])
  })
})
