import { PROFILES } from '@guiche/contracts/events/user.js'
import type { InboxCounts } from '@guiche/contracts/routes/tickets.js'
import { streams } from '@guiche/contracts/streams.js'
import type { MessageRecord, OpenedTicket, TicketRecord } from '@guiche/contracts/views/records.js'
import type { SearchRecord } from '@guiche/contracts/views/search.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addCompanyData, idsOf, newContact, newMessage, newTicket, uuidOf } from '../testing/company-data.js'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'
import { connectSocket, type Socket } from '../testing/socket.js'
import { type Page, walkPages } from '../testing/walk.js'

const ids = idsOf(1)
const FOREIGN = idsOf(2)
/** tag of every ticket */
const TAG = 900

interface Reader {
  readonly name: string
  readonly userId: number
  readonly companyId: number
  readonly profile: (typeof PROFILES)[number]
  readonly queueIds: readonly number[]
  readonly allTicket: boolean
}
interface Ticket {
  readonly id: number
  /** A word that all tickets of this queue and status contain. */
  readonly word: string
  readonly status: TicketRecord['status']
  readonly queueId: number | null
  readonly userId: number | null
}

/** Every role, with and without the queue `sales`, with and without the right to waiting tickets that have no queue. */
const COLLEAGUES: readonly Reader[] = PROFILES.flatMap((profile) =>
  [[], [ids.sales]].flatMap((queueIds) =>
    [false, true].map((allTicket) => ({
      ...{ name: `${profile}${queueIds.length > 0 ? ', own queue' : ''}${allTicket ? ', all tickets' : ''}` },
      ...{ companyId: 1, profile, queueIds, allTicket },
    })),
  ),
).map((reader, n) => ({ ...reader, userId: 100 + n }))
const READERS: readonly Reader[] = [
  ...COLLEAGUES,
  { name: 'another company', companyId: 2, userId: 200, profile: 'admin', queueIds: [], allTicket: true },
]

/** Every queue, status and agent: no agent, each of the readers, and another user. */
const TICKETS: readonly Ticket[] = [ids.sales, ids.support, null]
  .flatMap((queueId) =>
    (['pending', 'open', 'closed'] as const).flatMap((status) =>
      [null, ids.stranger, ...COLLEAGUES.map(({ userId }) => userId)]
        // Waiting tickets have no agent.
        .filter((userId) => status !== 'pending' || userId === null)
        .map((userId) => ({ queueId, status, userId, word: `${status}${queueId ?? 'none'}` })),
    ),
  )
  .map((ticket, n) => ({ ...ticket, id: 1000 + n }))

/**
 * The rights of the specification, written independently of the product's code:
 * - Administrators see all tickets of their company.
 * - Users see their own tickets and the tickets of their queues.
 * - Users with the right to all tickets also see waiting tickets without a queue.
 */
const maySee = ({ companyId, profile, userId, queueIds, allTicket }: Reader, ticket: Ticket): boolean => {
  if (companyId !== 1) return false
  if (profile === 'admin' || ticket.userId === userId) return true
  if (ticket.queueId !== null) return queueIds.includes(ticket.queueId)
  return allTicket && ticket.status === 'pending'
}
/**
 * A tab of the inbox: all visible waiting tickets. Of other tickets only the reader's own, unless an administrator asks for
 * all.
 */
const isListed = (reader: Reader, ticket: Ticket, showAll: boolean): boolean =>
  maySee(reader, ticket) &&
  (ticket.status === 'pending' || ticket.userId === reader.userId || (showAll && reader.profile === 'admin'))

const idsWhere = (fits: (ticket: Ticket) => boolean): number[] => TICKETS.filter(fits).map(({ id }) => id)
const sortedIds = (found: readonly number[]): number[] => [...new Set(found)].sort((a, b) => a - b)
const WORDS = [...new Set(TICKETS.map(({ word }) => word))]

describe.each(READERS)('$name', (reader) => {
  const seen = idsWhere((ticket) => maySee(reader, ticket))
  const hidden = idsWhere((ticket) => !maySee(reader, ticket))
  const get = <T>(path: string) => desk.get<T>(agentOf(reader), path)
  /** Ids of the tickets whose path succeeds. All other paths must be refused in the same way. */
  const answering = async (pathOf: (id: number) => string, refused: readonly [number, string]) => {
    const answers = await Promise.all(
      TICKETS.map(async ({ id }) => ({ id, ...(await get<{ error?: string }>(pathOf(id))) })),
    )
    const others = answers.filter(({ status }) => status !== 200)
    expect(others.map(({ id, status, body }) => [id, status, body.error])).toEqual(
      hidden.map((id) => [id, ...refused]),
    )
    return answers.filter(({ status }) => status === 200).map(({ id }) => id)
  }
  const REFUSED =
    reader.companyId === 1 ? ([403, 'ERR_NO_PERMISSION'] as const) : ([404, 'ERR_NO_TICKET_FOUND'] as const)

  it.each(['/tickets/%', '/messages/%', '/tickets/%/history', '/ticket-notes/list?ticketId=%'])(
    'GET %s',
    async (path) => {
      expect(await answering((id) => path.replace('%', String(id)), REFUSED)).toEqual(seen)
    },
  )

  it('tickets by their address, with the notes about them', async () => {
    expect(await answering((id) => `/tickets/u/${uuidOf(id)}`, REFUSED)).toEqual(seen)
    for (const id of seen.slice(0, 3)) {
      const { body } = await get<OpenedTicket>(`/tickets/${id}`)
      expect(body.notes.map(({ ticketId }) => ticketId)).toEqual([id])
    }
  })

  it('files', async () => {
    const pathOf = (id: number) => `/public/${blobs.get(id)}`
    expect(await answering(pathOf, [404, 'ERR_NO_FILE_FOUND'])).toEqual(seen)
  })

  it.each([false, true])('lists and their numbers, all of them asked for: %s', async (showAll) => {
    const { body: counts } = await get<InboxCounts>(`/tickets/counts?showAll=${showAll}`)
    const expected = { open: 0, pending: 0, closed: 0, snoozed: 0 }
    for (const status of ['open', 'pending', 'closed'] as const) {
      const path = `/tickets?status=${status}&showAll=${showAll}`
      const pages = await walkPages<Page & { tickets: TicketRecord[] }>(desk, agentOf(reader), path)
      const listed = idsWhere((ticket) => ticket.status === status && isListed(reader, ticket, showAll))
      expect(sortedIds(pages.flatMap(({ tickets }) => tickets.map(({ id }) => id)))).toEqual(listed)
      expect(new Set(pages.map(({ count }) => count))).toEqual(new Set([listed.length]))
      expected[status] = listed.length
    }
    expect(counts).toEqual(expected)
  })

  it('searches', async () => {
    for (const word of WORDS) {
      const there = idsWhere((ticket) => ticket.word === word && maySee(reader, ticket))
      const [tickets, messages, all] = await Promise.all([
        get<{ tickets: TicketRecord[] }>(`/tickets?searchParam=${word}`),
        walkPages<Page & { messages: MessageRecord[] }>(
          desk,
          agentOf(reader),
          `/search/messages?searchParam=${word}`,
        ),
        get<SearchRecord>(`/search?searchParam=${word}&limit=50`),
      ])
      const found = {
        tickets: sortedIds(tickets.body.tickets.map(({ id }) => id)),
        messages: sortedIds(messages.flatMap((page) => page.messages.map(({ ticketId }) => ticketId))),
        said: sortedIds(all.body.messages.map(({ ticketId }) => ticketId)),
        people: sortedIds(all.body.tickets.map(({ id }) => id)),
        beside: sortedIds(all.body.contacts.flatMap(({ ticket }) => (ticket === null ? [] : [ticket.id]))),
      }
      expect({ word, ...found }).toEqual({
        ...{ word, tickets: there, messages: there, said: there, people: there, beside: there },
      })
    }
  })

  it.each([
    [`tags=[${TAG}]`, () => true],
    [`users=[${ids.stranger}]`, ({ userId }: Ticket) => userId === ids.stranger],
  ] as const)('searches by %s alone', async (asked, fits) => {
    const pages = await walkPages<Page & { tickets: TicketRecord[] }>(
      desk,
      agentOf(reader),
      `/tickets?${asked}`,
    )
    expect(sortedIds(pages.flatMap(({ tickets }) => tickets.map(({ id }) => id)))).toEqual(
      idsWhere((ticket) => fits(ticket) && maySee(reader, ticket)),
    )
  })

  it('what a contact had before, and their notes', async () => {
    if (reader.companyId !== 1) return
    for (const { id } of TICKETS) {
      const expected = seen.includes(id) ? [id] : []
      const { body } = await get<{ tickets: TicketRecord[]; files: MessageRecord[] }>(
        `/contacts/${id}/history`,
      )
      const notes = await get<{ ticketId: number }[]>(`/ticket-notes/list?contactId=${id}`)
      expect({
        tickets: body.tickets.map((ticket) => ticket.id),
        files: body.files.map(({ ticketId }) => ticketId),
        notes: notes.body.map(({ ticketId }) => ticketId),
      }).toEqual({ tickets: expected, files: expected, notes: expected })
    }
  })

  it('the audit', async () => {
    const { status } = await get('/audit')
    expect(status).toBe(reader.profile === 'admin' ? 200 : 403)
  })
})

it.each(COLLEAGUES)('a chat box is joined by those who see its ticket: $name', async (reader) => {
  const socket = await connectSocket(desk, agentOf(reader))
  // The server closes a socket that sends more requests at once.
  const some = TICKETS.filter(({ userId }) => [null, ids.stranger, reader.userId].includes(userId))
  for (const { id } of [...some, { id: 999_999 }]) socket.send('joinChatBox', { ticketId: id })
  const codes = () => socket.frames.flatMap(({ event, data }) => (event === 'error' ? [data.code] : []))
  await socket.waitFor(() => codes().includes('ERR_NO_TICKET_FOUND'))
  expect(codes()).toEqual([
    ...some.filter((ticket) => !maySee(reader, ticket)).map(() => 'ERR_NO_PERMISSION'),
    'ERR_NO_TICKET_FOUND',
  ])
  socket.close()
})

it('frames reach exactly those who see their ticket', async () => {
  const sockets = new Map<Reader, Socket>()
  for (const reader of READERS) {
    const socket = await connectSocket(desk, agentOf(reader))
    for (const status of ['open', 'pending', 'closed']) socket.send('joinTickets', { status })
    socket.send('joinNotification')
    await socket.settled()
    sockets.set(reader, socket)
  }
  for (const { id } of TICKETS) {
    await newMessage(desk, ids, 10_000 + id, id, id, 'live')
    await writeNote(10_000 + id, id)
  }
  // A frame for all users of a company comes last.
  for (const { companyId, sales } of [ids, FOREIGN]) {
    await desk.happen(companyId, streams.records('queues', companyId), 'queue.changed.v1', {
      ...{ queueId: sales, name: 'Renamed', color: '#0000ff', orderQueue: null },
      ...{ greetingMessage: '', outOfHoursMessage: '' },
    })
  }
  await desk.settled()
  for (const [reader, socket] of sockets) {
    await socket.waitFor(({ event }) => event === `company-${reader.companyId}-queue`)
    await socket.settled()
    const told = (channel: string, of: (data: never) => number) =>
      sortedIds(
        socket.frames
          .filter(({ event }) => event === `company-${reader.companyId}-${channel}`)
          .map(({ data }) => of(data as never)),
      )
    const seen = idsWhere((ticket) => maySee(reader, ticket))
    expect({
      reader: reader.name,
      messages: told('appMessage', ({ ticket }: { ticket: { id: number } }) => ticket.id),
      tickets: told('ticket', ({ ticket }: { ticket: { id: number } }) => ticket.id),
      notes: told('note', ({ note }: { note: { ticketId: number } }) => note.ticketId),
    }).toEqual({ reader: reader.name, messages: seen, tickets: seen, notes: seen })
    socket.close()
  }
}, 60_000)

let desk: Desk
const agents = new Map<Reader, Agent>()
const agentOf = (reader: Reader): Agent => agents.get(reader) as Agent
const blobs = new Map<number, string>()

const writeNote = (noteId: number, ticketId: number) =>
  desk.happen(1, streams.record('note', noteId), 'note.created.v1', {
    ...{ noteId, note: `about ${ticketId}`, contactId: ticketId, ticketId, userId: ids.stranger },
  })

beforeAll(async () => {
  desk = await openDesk()
  await addCompanyData(desk, 1)
  await addCompanyData(desk, 2)
  for (const reader of READERS) {
    const { companyId, userId, profile, allTicket, queueIds } = reader
    await desk.happen(companyId, streams.user(userId), 'user.created.v1', {
      ...{ userId, profile, allTicket, queueIds: [...queueIds], name: `Reader ${userId}` },
      ...{ email: `${userId}@example.com`, connectionId: null, super: false, passwordRef: 'none' },
    })
    agents.set(reader, await desk.signIn(reader))
  }
  await desk.happen(1, streams.records('tags', 1), 'tag.created.v1', {
    ...{ tagId: TAG, name: 'Urgent', color: '#ff0000', kanban: 0, userId: ids.admin },
  })
  for (const { id, word, ...place } of TICKETS) {
    await newContact(desk, 1, id, word, `5511000${id}`)
    await newTicket(desk, ids, id, id, place)
    await desk.happen(1, streams.ticket(id), 'ticket.tagged.v1', { ticketId: id, contactId: id, tagId: TAG })
    const file = { companyId: 1, mimetype: 'image/png', fileName: 'a.png', maxSize: 10 }
    const stored = await desk.blobs.put(Buffer.from(String(id)), file)
    if (stored === 'too-large') throw new Error('too large')
    blobs.set(id, stored.id)
    await newMessage(desk, ids, id, id, id, word, { blobId: stored.id })
    await writeNote(id, id)
  }
  await desk.settled()
}, 60_000)
afterAll(() => desk?.close())
