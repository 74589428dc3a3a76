import { streams } from '@guiche/contracts/streams.js'
import type {
  ContactRecord,
  ListedContact,
  MessageRecord,
  OpenedTicket,
  ShownContact,
  TicketRecord,
  UserRecord,
} from '@guiche/contracts/views/records.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'
import { furnish, type Ids, newContact, newMessage, newTicket, uuidOf } from '../testing/furnish.js'
import { type Page, walk } from '../testing/walk.js'

describe('lists', () => {
  let desk: Desk
  let ids: Ids
  let admin: Agent
  let agent: Agent

  beforeAll(async () => {
    desk = await openDesk()
    ids = await furnish(desk, 1)
    admin = await desk.signIn({ userId: ids.admin, companyId: 1 })
    agent = await desk.signIn({ userId: ids.agent, companyId: 1 })
  }, 60_000)
  afterAll(() => desk?.close())

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
    const pages = await walk<Page & { tickets: TicketRecord[] }>(
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

    const all = await walk<Page & { messages: MessageRecord[]; ticket: TicketRecord }>(
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

    const own = await walk<Page & { messages: MessageRecord[] }>(desk, agent, '/messages/503')
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
    const pages = await walk<Page & { messages: MessageRecord[] }>(
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

  it('contacts come by name, and are found by words and by parts of the number', async () => {
    for (let i = 0; i < 35; i++)
      await newContact(desk, 1, 600 + i, `Cliente ${String(i).padStart(2, '0')}`, `55119770000${i + 10}`)
    await desk.settled()
    const pages = await walk<Page & { contacts: ContactRecord[] }>(desk, agent, '/contacts')
    expect(pages.map(({ contacts }) => contacts.length)).toEqual([30, 6])
    expect(pages[0]?.contacts[0]?.name).toBe('Cliente 00')
    expect(pages[1]?.contacts.at(-1)?.name).toBe('Zé Ávila')
    expect(pages[0]?.count).toBe(36)
    const find = async (text: string) =>
      (
        await desk.get<Page & { contacts: ContactRecord[] }>(
          agent,
          `/contacts?searchParam=${encodeURIComponent(text)}`,
        )
      ).body
    expect((await find('AVIL ze')).contacts.map(({ id }) => id)).toEqual([7])
    expect((await find('8887')).contacts.map(({ id }) => id)).toEqual([7])
    expect(await find('cliente')).toMatchObject({ count: 35, hasMore: true })
    expect((await find('.*')).count).toBe(0)
    const list = await desk.get<ContactRecord[]>(agent, '/contacts/list?name=avila')
    expect(list.body.map(({ name }) => name)).toEqual(['Zé Ávila'])
    expect((await desk.get<ShownContact>(agent, '/contacts/7')).body).toMatchObject({
      id: 7,
      extraInfo: [],
      whatsapp: null,
    })
    const tickets = async (who: Agent) =>
      (
        await desk.get<{ contacts: ListedContact[] }>(who, '/contacts?searchParam=avila')
      ).body.contacts[0]?.tickets.map(({ id }) => id)
    // his own and those of his queue, not the one of another queue
    expect(await tickets(agent)).toEqual([503, 502])
    expect(await tickets(admin)).toEqual([501, 503, 502])
  })

  it('contacts of a day or of days, as the company’s clock has them', async () => {
    // the first second of 11 March in São Paulo, and the last of 10 March
    await newContact(desk, 1, 751, 'Nova Um', '5511966000001', '2026-03-11T03:00:00.000Z')
    await newContact(desk, 1, 752, 'Nova Dois', '5511966000002', '2026-03-11T02:59:59.000Z')
    await desk.settled()
    const made = async (query: string) => {
      const { body } = await desk.get<Page & { contacts: ContactRecord[] }>(agent, `/contacts?${query}`)
      const ids = body.contacts.map(({ id }) => id)
      expect(body.count).toBe(ids.length)
      return ids
    }
    expect(await made('date=2026-03-11')).toEqual([751])
    expect(await made('date=2026-03-10')).toEqual([752])
    expect(await made('dateStart=2026-03-10&dateEnd=2026-03-11')).toEqual([752, 751])
    expect(await made('dateEnd=2026-03-10&searchParam=nova')).toEqual([752])
    expect(await made('dateStart=2026-03-12&searchParam=nova')).toEqual([])
    expect((await desk.get(agent, '/contacts?date=2026-02-30')).status).toBe(400)
  })

  it('users: the page for admins, the short list, one record; no secret in any', async () => {
    const page = await desk.get<Page & { users: UserRecord[] }>(admin, '/users?searchParam=cai')
    expect(page.body).toMatchObject({
      count: 1,
      hasMore: false,
      users: [{ id: ids.agent, allTicket: 'desabled' }],
    })
    // the company's settings come with a session, not with every row
    expect(page.body.users[0]?.company).toEqual({ id: 1, name: 'Company 1', dueDate: null })
    const list = await desk.get<{ name: string }[]>(agent, '/users/list')
    expect(list.body.map(({ name }) => name)).toEqual(['Ana', 'Bia', 'Caio', 'Davi', 'Eva'])
    const own = await desk.get<UserRecord>(agent, `/users/${ids.agent}`)
    expect(own.body).toMatchObject({
      queues: [{ id: ids.sales, UserQueue: { userId: ids.agent, queueId: ids.sales } }],
      company: { id: 1, name: 'Company 1', dueDate: null },
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

  it('the active tickets of a connection are counted for admins, before it is deleted', async () => {
    const path = `/whatsapp/${ids.connection}/tickets-count`
    const before = (await desk.get<{ active: number }>(admin, path)).body.active
    await newTicket(desk, ids, 704, 7, { status: 'open', userId: ids.agent })
    await newTicket(desk, ids, 705, 7, { status: 'closed', userId: ids.agent })
    await desk.settled()
    expect((await desk.get(admin, path)).body).toEqual({ active: before + 1 })
    expect((await desk.get(agent, path)).status).toBe(403)
    expect((await desk.get(admin, '/whatsapp/9999/tickets-count')).status).toBe(404)
  })

  it('a contact that was merged away leads to the one that stayed, and is listed no more', async () => {
    await newContact(desk, 1, 701, 'Doubled Person', '5511966660001')
    await newContact(desk, 1, 702, 'Doubled Person', '5511966660002')
    await newTicket(desk, ids, 703, 701, { status: 'open', userId: ids.agent })
    await desk.happen(1, streams.contact(701), 'contact.merged.v1', { contactId: 701, into: 702 })
    await desk.settled()
    expect((await desk.get<ContactRecord>(agent, '/contacts/701')).body.id).toBe(702)
    const list = await desk.get<ContactRecord[]>(agent, '/contacts/list?name=doubled')
    expect(list.body.map(({ id }) => id)).toEqual([702])
    const ticket = await desk.get<TicketRecord>(agent, '/tickets/703')
    expect(ticket.body.contact).toMatchObject({ id: 702, number: '5511966660002' })
  })

  it('an answer waits for the position that its reader has seen', async () => {
    const position = await newTicket(desk, ids, 801, 7, { status: 'open', userId: ids.agent })
    const answer = await desk.get<TicketRecord>(agent, '/tickets/801', { 'x-min-position': `0:${position}` })
    expect([answer.status, answer.body.id]).toEqual([200, 801])
  })

  it('a conversation of many tickets also holds what came from a contact that was merged into this one', async () => {
    await newContact(desk, 1, 8, 'Rui', '5511977770008')
    await newContact(desk, 1, 9, 'Rui', '5511977770009')
    for (let n = 1; n <= 60; n++) {
      const ticketId = 600 + (n % 30)
      const contactId = n % 30 < 10 ? 9 : 8
      if (n <= 30) {
        const place = { status: 'closed', userId: n % 2 === 0 ? ids.agent : ids.admin } as const
        await newTicket(desk, ids, ticketId, contactId, place)
      }
      await newMessage(desk, ids, 100 + n, ticketId, contactId, `merged ${n}`)
    }
    await desk.happen(1, streams.contact(9), 'contact.merged.v1', { contactId: 9, into: 8 })
    for (let ticketId = 600; ticketId < 610; ticketId++) {
      const data = { ticketId, contactId: 8, previous: 9 }
      await desk.happen(1, streams.ticket(ticketId), 'ticket.contact-changed.v1', data)
    }
    await desk.settled()
    const shown = async (who: Agent, ticketId: number) => {
      const pages = await walk<Page & { messages: MessageRecord[] }>(desk, who, `/messages/${ticketId}`)
      return pages.reverse().flatMap(({ messages }) => messages.map(({ body }) => Number(body.split(' ')[1])))
    }
    const all = Array.from({ length: 60 }, (_, n) => n + 1)
    expect(await shown(admin, 625)).toEqual(all)
    expect(await shown(agent, 608)).toEqual(all.filter((n) => n % 2 === 0))
  })

  it('a closed ticket says where its contact is attended now, to those who may open that', async () => {
    const supervisor = await desk.signIn({ userId: ids.supervisor, companyId: 1 })
    await newContact(desk, 1, 99, 'Íris', '5511933332222')
    await newTicket(desk, ids, 511, 99, { status: 'closed', queueId: ids.support })
    await newTicket(desk, ids, 512, 99, { status: 'closed', userId: ids.agent, connectionId: 999 })
    await newTicket(desk, ids, 513, 99, { status: 'open', userId: ids.agent, queueId: ids.sales })
    await desk.settled()
    const activeFor = async (who: Agent, ticketId: number) =>
      (await desk.get<OpenedTicket>(who, `/tickets/u/${uuidOf(ticketId)}`)).body.active
    expect(await activeFor(admin, 511)).toEqual({ id: 513, uuid: uuidOf(513) })
    // hers is the queue of the closed one alone
    expect(await activeFor(supervisor, 511)).toBeNull()
    expect(await activeFor(admin, 512)).toBeNull()
    expect(await activeFor(admin, 513)).toBeNull()
  })
})
