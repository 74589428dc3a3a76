import { VIEW_QUERIES } from '@guiche/contracts/routes/index.js'
import type { MessageRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import type { SearchRecord } from '@guiche/contracts/views/search.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  addCompanyData,
  type Ids,
  idsOf,
  newContact,
  newMessage,
  newTicket,
} from '../testing/company-data.js'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'
import { connectSocket, type Socket } from '../testing/socket.js'

type Role = 'admin' | 'supervisor' | 'agent' | 'stranger' | 'allTicket' | 'foreigner'
const ROLES: readonly Role[] = ['admin', 'supervisor', 'agent', 'stranger', 'allTicket', 'foreigner']

const ids = idsOf(1)
/** One ticket of each status, queue and agent, and the roles that may see it, by GET and by frame. */
const TABLE = [
  { id: 101, place: { status: 'pending', queueId: ids.sales }, sees: ['admin', 'agent'] },
  { id: 102, place: { status: 'pending', queueId: ids.support }, sees: ['admin', 'supervisor'] },
  { id: 103, place: { status: 'pending' }, sees: ['admin', 'allTicket'] },
  { id: 104, place: { status: 'open', userId: ids.agent, queueId: ids.sales }, sees: ['admin', 'agent'] },
  {
    id: 105,
    place: { status: 'open', userId: ids.agent, queueId: ids.support },
    sees: ['admin', 'agent', 'supervisor'],
  },
  { id: 106, place: { status: 'open', userId: ids.stranger }, sees: ['admin', 'stranger'] },
  { id: 107, place: { status: 'open', userId: ids.admin }, sees: ['admin'] },
  {
    id: 108,
    place: { status: 'closed', userId: ids.supervisor, queueId: ids.sales },
    sees: ['admin', 'agent', 'supervisor'],
  },
  { id: 109, place: { status: 'closed' }, sees: ['admin'] },
] as const satisfies readonly { id: number; place: object; sees: readonly Role[] }[]

describe('who sees what', () => {
  let desk: Desk
  let foreign: Ids
  const agents = new Map<Role, Agent>()
  const agentOf = (role: Role): Agent => agents.get(role) as Agent
  const may = (role: Role, sees: readonly Role[]): boolean => sees.includes(role)

  beforeAll(async () => {
    desk = await openDesk()
    await addCompanyData(desk, 1)
    foreign = await addCompanyData(desk, 2)
    for (const role of ROLES) {
      const who =
        role === 'foreigner' ? { userId: foreign.admin, companyId: 2 } : { userId: ids[role], companyId: 1 }
      agents.set(role, await desk.signIn(who))
    }
    for (const { id, place } of TABLE) {
      await newContact(desk, 1, id, `Contact ${id}`, `55110000${id}`)
      await newTicket(desk, ids, id, id, place)
      await newMessage(desk, ids, id, id, id, `word${id} common`)
    }
    await desk.settled()
  })
  afterAll(() => desk?.close())

  it.each(ROLES)('search finds only what may be seen: %s', async (role) => {
    const visible = TABLE.filter(({ sees }) => may(role, sees)).map(({ id }) => id)
    const messages = await desk.get<{ messages: (MessageRecord & { ticket: TicketRecord })[] }>(
      agentOf(role),
      '/search/messages?searchParam=COMM',
    )
    expect(messages.body.messages.map(({ ticketId }) => ticketId).sort()).toEqual(visible)
    expect(messages.body.messages.map(({ ticket }) => ticket.id).sort()).toEqual(visible)
    const tickets = await desk.get<{ tickets: TicketRecord[]; count: number }>(
      agentOf(role),
      '/tickets?searchParam=common',
    )
    expect(tickets.body.tickets.map(({ id }) => id).sort()).toEqual(visible)
    expect(tickets.body.count).toBe(visible.length)

    // One search over contacts, tickets and messages. Contacts belong to the company; tickets and messages have their own
    // rights.
    const said = await desk.get<SearchRecord>(agentOf(role), '/search?searchParam=common&limit=50')
    expect(said.body.messages.map(({ ticket }) => ticket?.id).sort()).toEqual(visible)
    expect({ contacts: said.body.contacts, tickets: said.body.tickets }).toEqual({
      contacts: [],
      tickets: [],
    })
    const people = await desk.get<SearchRecord>(agentOf(role), '/search?searchParam=contact&limit=50')
    expect(people.body.tickets.map(({ id }) => id).sort()).toEqual(visible)
    expect(people.body.contacts).toHaveLength(role === 'foreigner' ? 0 : TABLE.length)
    expect(people.body.contacts.flatMap(({ ticket }) => ticket?.id ?? []).sort()).toEqual(visible)
    for (const { id } of TABLE) {
      const byNumber = await desk.get<SearchRecord>(agentOf(role), `/search?searchParam=%23${id}`)
      expect(byNumber.body.tickets.map((ticket) => ticket.id)).toEqual(visible.filter((one) => one === id))
    }
    const few = await desk.get<SearchRecord>(agentOf(role), '/search?searchParam=contact&limit=1')
    expect(few.body.tickets).toHaveLength(Math.min(1, visible.length))
    expect(few.body.more.tickets).toBe(visible.length > 1)
  })

  it.each([
    ['agent', 'open', '', [104, 105]],
    ['agent', 'pending', '', [101]],
    ['agent', 'closed', '', []],
    ['agent', 'open', '&showAll=true', [104, 105]],
    ['agent', 'open', `&queueIds=[${ids.sales}]`, [104]],
    ['agent', 'pending', `&queueIds=[${ids.support}]`, []],
    ['supervisor', 'closed', '', [108]],
    ['stranger', 'pending', '', []],
    ['allTicket', 'pending', '', [103]],
    ['admin', 'pending', '', [101, 102, 103]],
    ['admin', 'open', '', [107]],
    ['admin', 'open', '&showAll=true', [104, 105, 106, 107]],
    ['admin', 'pending', `&queueIds=[${ids.sales}]`, [101, 103]],
    ['admin', 'closed', `&showAll=true&users=[${ids.supervisor}]`, [108]],
    ['admin', 'closed', '&showAll=true&tags=[1]', []],
  ] as const)('the inbox of %s, %s%s', async (role, status, more, expected) => {
    const { body } = await desk.get<{ tickets: TicketRecord[]; count: number; hasMore: boolean }>(
      agentOf(role),
      `/tickets?status=${status}${more}`,
    )
    expect(body.tickets.map(({ id }) => id).sort()).toEqual(expected)
    expect({ count: body.count, hasMore: body.hasMore }).toEqual({ count: expected.length, hasMore: false })
  })

  it.each([
    ['agent', '', { open: 2, pending: 1 }],
    ['agent', `?queueIds=[${ids.support}]`, { open: 1, pending: 0 }],
    ['stranger', '', { open: 1, pending: 0 }],
    ['allTicket', '', { open: 0, pending: 1 }],
    ['admin', '', { open: 1, pending: 3 }],
    ['admin', '?showAll=true', { open: 4, pending: 3 }],
    ['foreigner', '?showAll=true', { open: 0, pending: 0 }],
  ] as const)('the badges of %s%s', async (role, query, expected) => {
    const { body } = await desk.get(agentOf(role), `/tickets/counts${query}`)
    const closed = await desk.get<{ count: number }>(
      agentOf(role),
      `/tickets?status=closed${query.replace('?', '&')}`,
    )
    expect(body).toEqual({ ...expected, closed: closed.body.count, snoozed: 0 })
  })

  it('frames reach exactly those who may see the ticket', async () => {
    const sockets = new Map<Role, Socket>()
    for (const role of ROLES) {
      const socket = await connectSocket(desk, agentOf(role))
      for (const status of ['open', 'pending', 'closed']) socket.send('joinTickets', { status })
      socket.send('joinNotification')
      await socket.settled()
      sockets.set(role, socket)
    }
    for (const { id } of TABLE) await newMessage(desk, ids, 1000 + id, id, id, 'and now live')
    // A frame about a queue goes to all users and comes last.
    for (const [companyId, queueId] of [
      [1, ids.sales],
      [2, foreign.sales],
    ] as const) {
      await desk.happen(companyId, `queues-${companyId}`, 'queue.changed.v1', {
        queueId,
        name: 'Renamed',
        color: '#0000ff',
        greetingMessage: '',
        outOfHoursMessage: '',
        orderQueue: null,
      })
    }
    await desk.settled()
    // A frame goes to all its readers in one tick. Once the administrator has all frames, all other readers have theirs.
    const all = sockets.get('admin') as Socket
    await Promise.all(
      TABLE.map(({ id }) =>
        all.waitFor(({ event, data }) => event.endsWith('appMessage') && data.ticket.id === id),
      ),
    )
    for (const role of ROLES) {
      const socket = sockets.get(role) as Socket
      await socket.settled()
      const companyId = role === 'foreigner' ? 2 : 1
      await socket.waitFor(({ event }) => event === `company-${companyId}-queue`)
      const visible = TABLE.filter(({ sees }) => may(role, sees)).map(({ id }) => id)
      await Promise.all(
        visible.map((id) =>
          socket.waitFor(({ event, data }) => event.endsWith('appMessage') && data.ticket.id === id),
        ),
      )
      const told = (suffix: string, of: (data: { ticket: { id: number } }) => number): number[] => [
        ...new Set(socket.frames.filter(({ event }) => event.endsWith(suffix)).map(({ data }) => of(data))),
      ]
      expect({ role, messages: told('appMessage', (data) => data.ticket.id).sort() }).toEqual({
        role,
        messages: visible,
      })
      expect({ role, tickets: told('-ticket', (data) => data.ticket.id).sort() }).toEqual({
        role,
        tickets: visible,
      })
      // A message changes no other list.
      const moved = socket.frames.filter(
        ({ event, data }) => event.endsWith('-ticket') && data.moved !== false,
      )
      expect({ role, moved }).toEqual({ role, moved: [] })
      socket.close()
    }
  })

  it('whoever loses sight of a ticket hears its id and where it went, and nothing of its contact', async () => {
    const [left, right] = await Promise.all([
      connectSocket(desk, agentOf('agent')),
      connectSocket(desk, agentOf('supervisor')),
    ])
    for (const socket of [left, right]) {
      socket.send('joinTickets', { status: 'pending' })
      await socket.settled()
    }
    await desk.happen(1, 'ticket-101', 'ticket.transferred.v1', {
      ticketId: 101,
      contactId: 101,
      from: { status: 'pending', userId: null, queueId: ids.sales, connectionId: ids.connection },
      to: { status: 'pending', userId: null, queueId: ids.support, connectionId: ids.connection },
    })
    const gone = await left.waitFor(({ event }) => event === 'company-1-ticket')
    expect(gone.data).toEqual({
      ...{ action: 'delete', ticketId: 101, position: expect.any(String) },
      left: { how: 'transferred', id: null, name: '', user: '', queue: 'Support' },
    })
    const come = await right.waitFor(({ event }) => event === 'company-1-ticket')
    expect(come.data).toMatchObject({
      action: 'update',
      ticket: { id: 101, queueId: ids.support },
      moved: true,
    })
    left.close()
    right.close()
  })

  it('every declared query has its route, and every route is declared', () => {
    expect(desk.queryApi.routes.map(({ key }) => key).sort()).toEqual([...VIEW_QUERIES].sort())
  })

  it.each([
    ['/dashboard', 'ERR_NO_PERMISSION'],
    ['/audit', 'ERR_NO_PERMISSION'],
  ])('a plain user is refused %s', async (path, code) => {
    const answer = await desk.get<{ error: string }>(agentOf('agent'), path)
    expect([answer.status, answer.body.error]).toEqual([403, code])
  })

  it.each([
    [`/contacts/101`, 'ERR_NO_CONTACT_FOUND'],
    [`/users/${ids.agent}`, 'ERR_NO_USER_FOUND'],
    [`/queue/${ids.sales}`, 'ERR_QUEUE_NOT_FOUND'],
    [`/whatsapp/${ids.connection}`, 'ERR_NO_WAPP_FOUND'],
  ])('to another company %s does not exist', async (path, code) => {
    const answer = await desk.get<{ error: string }>(agentOf('foreigner'), path)
    expect([answer.status, answer.body.error]).toEqual([404, code])
    expect((await desk.get(agentOf('admin'), path)).status).toBe(200)
  })

  it.each([
    '/tickets?status[$ne]=open',
    '/tickets?queueIds={"$ne":1}',
    '/tickets?queueIds=[1,{}]',
    '/tickets?pageNumber=-1',
    '/tickets?cursor=bm9wZQ',
    '/tickets?date=2026-02-31',
    '/tickets?unknown=1',
    '/tickets/1e3',
    '/tickets?status=open&status=closed',
    '/audit?from=yesterday',
    '/dashboard?days=0',
  ])('refuses %s', async (path) => {
    const answer = await desk.get<{ error: string }>(agentOf('admin'), path)
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION'])
  })
})
