import { streams } from '@guiche/contracts/streams.js'
import type { MessageRecord, TicketRecord, UserRecord } from '@guiche/contracts/views/records.js'
import type { SignedInUser } from '@guiche/contracts/views/session.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Ids, newContact, newMessage, newTicket, openDeskWithCompany } from '../testing/company-data.js'
import type { Agent, Desk } from '../testing/desk.js'
import { type Page, walkPages } from '../testing/walk.js'

describe('lists', () => {
  let desk: Desk
  let ids: Ids
  let admin: Agent
  let agent: Agent

  beforeAll(async () => {
    ;({ desk, ids, admin, agent } = await openDeskWithCompany())
  })
  afterAll(() => desk?.close())

  it('hold only the tickets of who came by an advertisement, where one asks for them', async () => {
    await newContact(desk, 1, 6, 'Clara', '5511988885555')
    const waiting = { status: 'pending', queueId: ids.sales } as const
    await newTicket(desk, ids, 150, 6, waiting)
    await newTicket(desk, ids, 151, 6, waiting)
    const none = { text: '', url: '', thumbnail: '', clickId: '', source: '' }
    const details = { of: 'ad', title: 'Shoes', ...none } as const
    await newMessage(desk, ids, 150, 150, 6, 'Hello', { details })
    await newMessage(desk, ids, 151, 151, 6, 'Hello')
    await desk.settled()
    const path = '/tickets?status=pending&fromAd=true'
    const { body } = await desk.get<{ tickets: TicketRecord[]; count: number }>(agent, path)
    expect(body.tickets.map(({ id, origin }) => [id, origin?.title])).toEqual([[150, 'Shoes']])
    const counts = await desk.get<{ pending: number }>(agent, '/tickets/counts?fromAd=true')
    expect(counts.body.pending).toBe(1)
  })

  it('pages of tickets hold each once, also while new ones come in', async () => {
    for (let i = 0; i < 90; i++) {
      const time = new Date(Date.UTC(2026, 0, 1, 0, Math.floor(i / 7))).toISOString()
      await newTicket(
        desk,
        ids,
        200 + i,
        5,
        { status: 'closed', userId: ids.agent, queueId: ids.sales },
        time,
      )
    }
    await desk.settled()
    const pages = await walkPages<Page & { tickets: TicketRecord[] }>(
      desk,
      agent,
      '/tickets?status=closed',
      async (page) => {
        await newTicket(desk, ids, 300 + page, 5, { status: 'closed', userId: ids.agent, queueId: ids.sales })
        await desk.settled()
      },
    )
    const seen = pages.flatMap(({ tickets }) => tickets.map(({ id }) => id))
    expect(pages.map(({ tickets }) => tickets.length)).toEqual([40, 40, 10])
    expect([...seen].sort()).toEqual(Array.from({ length: 90 }, (_, i) => 200 + i))
    expect(pages[0]?.count).toBe(90)

    const second = await desk.get<{ tickets: TicketRecord[] }>(agent, '/tickets?status=closed&pageNumber=3')
    expect(second.body.tickets).toHaveLength(13)
  })

  it('finds tickets of a day in the time zone of the company', async () => {
    await newTicket(desk, ids, 401, 5, { status: 'closed', userId: ids.agent }, '2026-03-10T02:59:00.000Z')
    await newTicket(desk, ids, 402, 5, { status: 'closed', userId: ids.agent }, '2026-03-10T03:00:00.000Z')
    await desk.settled()
    const of = async (query: string): Promise<number[]> =>
      (await desk.get<{ tickets: TicketRecord[] }>(agent, `/tickets?${query}`)).body.tickets.map(
        ({ id }) => id,
      )
    expect(await of('date=2026-03-09')).toEqual([401])
    expect(await of('updatedAt=2026-03-10')).toEqual([402])
  })

  it('has those that wait longest first, each once, and counts what its filters show', async () => {
    const waits = (n: number) => new Date(Date.UTC(2026, 3, 1, 0, Math.floor(n / 7))).toISOString()
    for (let n = 0; n < 50; n++) {
      await newTicket(desk, ids, 600 + n, 5, { status: 'pending', queueId: ids.sales }, waits(n))
    }
    await desk.settled()
    const longest = await walkPages<Page & { tickets: TicketRecord[] }>(
      desk,
      agent,
      '/tickets?status=pending&order=waiting',
      async (page) => {
        await newTicket(desk, ids, 700 + page, 5, { status: 'pending', queueId: ids.sales }, waits(400))
        await desk.settled()
      },
    )
    const seen = longest.flatMap(({ tickets }) => tickets)
    expect(seen.map(({ waitingSince }) => waitingSince)).toEqual(
      seen.map(({ waitingSince }) => waitingSince).sort(),
    )
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThanOrEqual(51)

    const until = '2030-01-01T00:00:00.000Z'
    const ofAgent = { status: 'open', userId: ids.agent, queueId: ids.sales } as const
    await newTicket(desk, ids, 801, 5, ofAgent)
    await newTicket(desk, ids, 802, 5, ofAgent)
    await desk.happen(1, streams.ticket(802), 'ticket.snoozed.v1', { ticketId: 802, contactId: 5, until })
    await desk.happen(1, streams.ticket(801), 'ticket.tagged.v1', { ticketId: 801, contactId: 5, tagId: 1 })
    await desk.settled()
    const of = async (query: string): Promise<number[]> =>
      (await desk.get<{ tickets: TicketRecord[] }>(agent, `/tickets?${query}`)).body.tickets
        .map(({ id }) => id)
        .filter((id) => id > 800)
    expect(await of('status=open&snoozed=false')).toEqual([801])
    expect(await of('status=attending&snoozed=false')).toEqual([801])
    expect(await of('status=open&snoozed=true')).toEqual([802])
    expect(await of(`status=open&whatsappIds=[${ids.connection + 1}]`)).toEqual([])
    expect(await of('status=open&dateFrom=2026-03-10&dateTo=2026-03-10')).toEqual([])
    const counts = async (query: string) => (await desk.get<object>(agent, `/tickets/counts?${query}`)).body
    const all = await counts('')
    expect(all).toMatchObject({ snoozed: 1 })
    for (const [status, list] of [
      ['open', 'status=open&snoozed=false'],
      ['pending', 'status=pending'],
      ['closed', 'status=closed'],
    ] as const) {
      const { body } = await desk.get<{ count: number }>(agent, `/tickets?${list}`)
      expect(all).toMatchObject({ [status]: body.count })
    }
    expect(await counts(`whatsappIds=[${ids.connection + 1}]`)).toEqual({
      ...{ open: 0, pending: 0, closed: 0, snoozed: 0 },
    })
    expect(await counts(`whatsappIds=[${ids.connection}]`)).toEqual(all)
  })

  it('a conversation joins the tickets of the contact that the reader may open', async () => {
    await newContact(desk, 1, 7, 'Zé Ávila', '5511988887777')
    await newTicket(desk, ids, 501, 7, { status: 'closed', queueId: ids.support })
    await newTicket(desk, ids, 502, 7, { status: 'closed', userId: ids.agent })
    await newTicket(desk, ids, 503, 7, { status: 'open', userId: ids.agent, queueId: ids.sales })
    for (let n = 1; n <= 45; n++) await newMessage(desk, ids, n, 501 + (n % 3), 7, `message ${n}`)
    await desk.settled()
    const bodies = (pages: { messages: MessageRecord[] }[]): string[] =>
      [...pages].reverse().flatMap(({ messages }) => messages.map(({ body }) => body))
    const expected = Array.from({ length: 45 }, (_, i) => i + 1)

    const all = await walkPages<Page & { messages: MessageRecord[]; ticket: TicketRecord }>(
      desk,
      admin,
      '/messages/503',
    )
    expect(bodies(all)).toEqual(expected.map((n) => `message ${n}`))
    expect(all.map(({ messages }) => messages.length)).toEqual([20, 20, 5])
    expect(all[0]?.ticket).toMatchObject({ id: 503, contact: { name: 'Zé Ávila', number: '5511988887777' } })
    expect(all[0]?.count).toBe(45)
    expect(all[0]?.messages.at(-1)).toMatchObject({
      ticketId: 501,
      queue: { id: ids.support, name: 'Support' },
    })

    const own = await walkPages<Page & { messages: MessageRecord[] }>(desk, agent, '/messages/503')
    expect(bodies(own)).toEqual(expected.filter((n) => n % 3 !== 0).map((n) => `message ${n}`))
    const second = await desk.get<{ messages: MessageRecord[] }>(admin, '/messages/503?pageNumber=3')
    expect(second.body.messages.map(({ body }) => body)).toEqual(
      expected.slice(0, 5).map((n) => `message ${n}`),
    )
  })

  it('a conversation is given around a message, and on from there both ways', async () => {
    type Stretch = Page & { messages: MessageRecord[]; newer: string | null }
    const bodies = ({ messages }: Stretch) => messages.map(({ body }) => Number(body.split(' ')[1]))
    const until = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
    const get = async (query: string) => (await desk.get<Stretch>(admin, `/messages/503${query}`)).body

    const newest = await get('')
    expect(newest.newer).toBeNull()
    const id = newest.messages.find(({ body }) => body === 'message 30')?.id
    const middle = await get(`?around=${id}`)
    expect(bodies(middle)).toEqual(until(10, 45))
    expect(middle).toMatchObject({ hasMore: true, newer: null, count: 45 })

    const first = await get(`?around=${middle.messages[0]?.id}`)
    expect(bodies(first)).toEqual(until(1, 30))
    expect(first).toMatchObject({ hasMore: false, cursor: null })
    const next = await get(`?newer=${first.newer}`)
    expect(bodies(next)).toEqual(until(31, 45))
    expect(next).toMatchObject({ hasMore: true, newer: null })
    expect(bodies(await get(`?cursor=${next.cursor}`))).toEqual(until(11, 30))
  })

  it('a conversation is not given around a message that is unknown, or stands in another one', async () => {
    const own = await desk.get<{ messages: MessageRecord[] }>(admin, '/messages/503')
    const notOfAgent = own.body.messages.find(({ ticketId }) => ticketId === 501)?.id
    const around = async (who: Agent, ticket: number, id: string | undefined) =>
      (await desk.get(who, `/messages/${ticket}?around=${id}`)).status
    expect(await around(agent, 503, notOfAgent)).toBe(404)
    expect(await around(admin, 503, notOfAgent)).toBe(200)
    expect(await around(admin, 401, notOfAgent)).toBe(404)
    expect(await around(admin, 503, 'nobody')).toBe(404)
    expect((await desk.get(admin, '/messages/503?newer=e30')).status).toBe(400)
  })

  it('search of messages inside one conversation, page by page', async () => {
    const pages = await walkPages<Page & { messages: MessageRecord[] }>(
      desk,
      admin,
      '/search/messages?searchParam=mess&ticketId=503',
    )
    const found = pages.flatMap(({ messages }) => messages.map(({ body }) => body))
    expect(found).toHaveLength(45)
    expect(new Set(found).size).toBe(45)
    expect(found[0]).toBe('message 45')
    const none = await desk.get<Page & { messages: unknown[] }>(admin, '/search/messages?searchParam=%20')
    expect(none.body).toEqual({ messages: [], count: 0, hasMore: false, cursor: null })
  })

  it('users: the page for admins, the short list, one record; no secret in any', async () => {
    const page = await desk.get<Page & { users: UserRecord[] }>(admin, '/users?searchParam=cai')
    expect(page.body).toMatchObject({
      count: 1,
      hasMore: false,
      users: [{ id: ids.agent, allTicket: 'desabled' }],
    })
    const company = {
      id: 1,
      name: 'Company 1',
      dueDate: null,
      timezone: 'America/Sao_Paulo',
      language: 'pt',
    }
    // The session's own user has more company fields than a row.
    expect(page.body.users[0]?.company).toEqual(company)
    const { body: told } = await desk.get<Page & { users: UserRecord[] }>(agent, '/users?searchParam=cai')
    const [mine] = page.body.users
    expect(told.users).toEqual([
      { ...mine, whatsappId: null, startWork: '', endWork: '', maxOpenTickets: null },
    ])
    // A single record has the same fields as in the list.
    const { body: all } = await desk.get<Page & { users: UserRecord[] }>(agent, '/users')
    const { body: one } = await desk.get<UserRecord>(agent, `/users/${ids.admin}`)
    expect({ ...one, company }).toEqual(all.users.find(({ id }) => id === ids.admin))
    const list = await desk.get<{ name: string }[]>(agent, '/users/list')
    expect(list.body.map(({ name }) => name)).toEqual(['Ana', 'Bia', 'Caio', 'Davi', 'Eva'])
    const own = await desk.get<SignedInUser>(agent, `/users/${ids.agent}`)
    expect(own.body).toMatchObject({
      queues: [{ id: ids.sales, UserQueue: { userId: ids.agent, queueId: ids.sales } }],
      company,
    })
    expect(own.body.company.settings).toContainEqual({
      id: 1,
      key: 'userRating',
      value: 'disabled',
      companyId: 1,
    })
    expect(JSON.stringify([page.body, list.body, own.body])).not.toMatch(/password|session/i)
  })

  it('queues, connections and settings are bare arrays', async () => {
    const queues = await desk.get<{ name: string }[]>(agent, '/queue?companyId=2')
    expect(queues.body.map(({ name }) => name)).toEqual(['Sales', 'Support'])
    const connections = await desk.get<{ qrcode: string; queues: unknown[] }[]>(agent, '/whatsapp?session=0')
    expect(connections.body).toMatchObject([{ id: ids.connection, qrcode: '', queues: [{ id: ids.sales }] }])
    const settings = await desk.get<{ key: string; value: string }[]>(agent, '/settings')
    expect(settings.body).toContainEqual({ id: 1, key: 'userRating', value: 'disabled', companyId: 1 })
  })

  it('what the deletion of a connection touches is counted for admins', async () => {
    const path = `/whatsapp/${ids.connection}/tickets-count`
    const before = (await desk.get<{ active: number }>(admin, path)).body
    expect(before).toEqual({ active: expect.any(Number), users: 0, queued: 0, importing: false })
    await newTicket(desk, ids, 704, 7, { status: 'open', userId: ids.agent })
    await newTicket(desk, ids, 705, 7, { status: 'closed', userId: ids.agent })
    const { admin: userId, connection: connectionId } = ids
    const messageId = 'f'.repeat(32)
    await desk.happen(1, streams.message(messageId), 'message.requested.v1', {
      ...{ messageId, ticketId: 704, contactId: 7, connectionId, to: '5511@s.whatsapp.net', waId: 'A' },
      ...{ kind: 'conversation', body: 'on its way', media: null, quotedId: null, forwarded: false },
      ...{ source: 'user', userId: ids.agent },
    })
    await desk.happen(1, streams.user(userId), 'user.changed.v1', {
      ...{ userId, name: 'Ana', email: 'ana@company1.example', profile: 'admin' },
      ...{ allTicket: false, queueIds: [], connectionId },
    })
    await desk.happen(1, streams.history(connectionId), 'connection.import-requested.v1', {
      ...{ connectionId, importId: 'one', from: '2025-01-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' },
      ...{ groups: false, closeTickets: false },
    })
    await desk.settled()
    const touched = { active: before.active + 1, users: 1, queued: 1, importing: true }
    expect((await desk.get(admin, path)).body).toEqual(touched)
    expect((await desk.get(agent, path)).status).toBe(403)
    expect((await desk.get(admin, '/whatsapp/9999/tickets-count')).status).toBe(404)
  })

  it('an answer waits for the position that its reader has seen', async () => {
    const position = await newTicket(desk, ids, 801, 7, { status: 'open', userId: ids.agent })
    const answer = await desk.get<TicketRecord>(agent, '/tickets/801', { 'x-min-position': `0:${position}` })
    expect([answer.status, answer.body.id]).toEqual([200, 801])
  })
})
