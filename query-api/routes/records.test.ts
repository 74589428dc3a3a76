import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addCompanyData, type Ids, newContact, newTicket } from '../testing/company-data.js'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'
import { connectSocket } from '../testing/socket.js'

let desk: Desk
let ids: Ids
let agent: Agent
let stranger: Agent
let foreigner: Agent

const newTag = (companyId: number, tagId: number, name: string) =>
  desk.happen(companyId, streams.records('tags', companyId), 'tag.created.v1', {
    ...{ tagId, name, color: '#A4CCCC', kanban: 0, userId: ids.admin },
  })
const newNote = (noteId: number, contactId: number, ticketId: number | null, companyId = 1) =>
  desk.happen(companyId, streams.record('note', noteId), 'note.created.v1', {
    ...{ noteId, note: `note ${noteId}`, contactId, ticketId, userId: ids.agent },
  })
const putOn = (ticketId: number, tagId: number) =>
  desk.happen(1, streams.ticket(ticketId), 'ticket.tagged.v1', { ticketId, contactId: 1, tagId })

beforeAll(async () => {
  desk = await openDesk()
  ids = await addCompanyData(desk, 1)
  const foreign = await addCompanyData(desk, 2)
  agent = await desk.signIn({ userId: ids.agent, companyId: 1 })
  stranger = await desk.signIn({ userId: ids.stranger, companyId: 1 })
  foreigner = await desk.signIn({ userId: foreign.agent, companyId: 2 })
  await newContact(desk, 1, 1, 'Maria', '5511900000001')
  await newContact(desk, 1, 2, 'Maria de novo', '5511900000002')
  await newContact(desk, 2, 3, 'Alheia', '5511900000003')
  for (const ticketId of [1, 2, 3]) {
    await newTicket(desk, ids, ticketId, 1, { status: 'open', userId: ids.agent, queueId: ids.sales })
  }
  for (const [index, name] of ['Ágil', 'zebra', 'Cliente VIP', 'vip antigo', '(.*)+$', 'abacaxi'].entries()) {
    await newTag(1, index + 1, name)
  }
  await newTag(2, 7, 'vip alheio')
  await newNote(1, 1, 1)
  await newNote(2, 1, null)
  await newNote(3, 3, null, 2)
  await newNote(4, 2, null)
  await desk.settled()
})
afterAll(() => desk?.close())

interface NamedRow {
  readonly id: number
  readonly name: string
}
interface TagPage {
  readonly tags: (NamedRow & { ticketsCount: number })[]
  readonly count: number
  readonly hasMore: boolean
  readonly cursor: string | null
}
const namesAt = async (path: string, who = agent) => {
  const { status, body } = await desk.get<TagPage>(who, path)
  expect(status).toBe(200)
  return body.tags.map(({ name }) => name)
}

describe('lists of tags', () => {
  it('are sorted as people sort names, and counted', async () => {
    const { body } = await desk.get<TagPage>(agent, '/tags')
    expect(body.tags.map(({ name }) => name)).toEqual([
      ...['(.*)+$', 'abacaxi', 'Ágil', 'Cliente VIP', 'vip antigo', 'zebra'],
    ])
    expect([body.count, body.hasMore, body.cursor]).toEqual([6, false, null])
  })

  it.each([
    ['vip', ['Cliente VIP', 'vip antigo']],
    ['VÍP cli', ['Cliente VIP']],
    ['agil', ['Ágil']],
    ['ebra', []],
    ['.*', []],
    ['(((', []],
    ['%', []],
  ])('find %s by the beginnings of words, as every search', async (text, found) => {
    expect(await namesAt(`/tags?searchParam=${encodeURIComponent(text)}`)).toEqual(found)
    const { body } = await desk.get<NamedRow[]>(agent, `/tags/list?searchParam=${encodeURIComponent(text)}`)
    expect(body.map(({ name }) => name)).toEqual(found)
  })

  it('end where their pages end, and refuse what is no page', async () => {
    expect(await namesAt('/tags?pageNumber=2')).toEqual([])
    expect(await namesAt('/tags?pageNumber=9999')).toEqual([])
    for (const bad of [
      'pageNumber=0',
      'pageNumber=-1',
      'pageNumber=1.5',
      'pageNumber=abc',
      'cursor=!!',
      'cursor=e30',
    ]) {
      expect([bad, (await desk.get(agent, `/tags?${bad}`)).status]).toEqual([bad, 400])
    }
  })

  it('show those of the own company alone', async () => {
    expect(await namesAt('/tags', foreigner)).toEqual(['vip alheio'])
    expect((await desk.get(foreigner, '/tags/1')).body).toEqual({ error: 'ERR_NO_TAG_FOUND' })
    expect((await desk.get<NamedRow>(agent, '/tags/1')).body).toMatchObject({
      id: 1,
      name: 'Ágil',
      kanban: 0,
    })
  })
})

describe('tickets with tags', () => {
  interface Tickets {
    readonly tickets: { id: number; tags: NamedRow[] }[]
  }
  const found = async (tags: readonly number[], who = agent) => {
    const { body } = await desk.get<Tickets>(who, `/tickets?status=open&tags=${JSON.stringify(tags)}`)
    return body.tickets.map(({ id }) => id).sort()
  }
  const gone = (tagId: number) =>
    desk.happen(1, streams.records('tags', 1), 'tag.deleted.v1', { tagId }).then(desk.settled)

  it('are those that have all of them', async () => {
    for (const [ticketId, tagId] of [
      [1, 3],
      [1, 4],
      [2, 3],
      [3, 4],
    ] as const) {
      await putOn(ticketId, tagId)
    }
    await desk.settled()
    expect(await found([3])).toEqual([1, 2])
    expect(await found([4, 3])).toEqual([1])
    expect(await found([])).toEqual([1, 2, 3])
    expect(await found([3, 7])).toEqual([])
    expect(await found([999])).toEqual([])
    expect(await found([3], foreigner)).toEqual([])
    const { body } = await desk.get<Tickets>(agent, '/tickets?status=open&tags=[3]&searchParam=maria')
    expect(body.tickets.map(({ id }) => id).sort()).toEqual([1, 2])
    expect((await desk.get(agent, '/tickets?tags=["a"]')).status).toBe(400)
    const { body: counted } = await desk.get<TagPage>(agent, '/tags?searchParam=vip')
    expect(counted.tags.map(({ ticketsCount }) => ticketsCount)).toEqual([2, 2])
  })

  it('show its new name at once, and none that was deleted', async () => {
    const socket = await connectSocket(desk, agent)
    await desk.happen(1, streams.records('tags', 1), 'tag.changed.v1', {
      ...{ tagId: 4, name: 'Antigo', color: '#000000', kanban: 0, userId: ids.admin },
    })
    const renamed = await socket.waitFor(({ event }) => event === 'company-1-tag')
    expect(renamed.data).toMatchObject({
      action: 'update',
      tag: { id: 4, name: 'Antigo', ticketsCount: 2 },
    })
    await gone(4)
    const deleted = await socket.waitFor(({ data }) => data?.action === 'delete')
    expect(deleted).toEqual({ event: 'company-1-tag', data: { action: 'delete', tagId: 4 } })
    socket.close()
    const { body } = await desk.get<{ tags: NamedRow[] }>(agent, '/tickets/1')
    expect(body.tags).toEqual([
      { id: 3, name: 'Cliente VIP', color: '#A4CCCC', TicketTag: { ticketId: 1, tagId: 3 } },
    ])
    expect(await found([4])).toEqual([])
    expect(await found([3, 4])).toEqual([])
  })

  it('count on the page of tags while it is open, and in the frame of the ticket', async () => {
    const socket = await connectSocket(desk, agent)
    socket.send('joinChatBox', { ticketId: 2 })
    await socket.settled()
    await putOn(2, 6)
    const counted = await socket.waitFor(({ event }) => event === 'company-1-tag')
    expect(counted.data.tag).toMatchObject({ id: 6, ticketsCount: 1 })
    const shown = await socket.waitFor(({ event }) => event === 'company-1-ticket')
    expect(shown.data).toMatchObject({ moved: false, ticket: { id: 2, tags: [{ id: 3 }, { id: 6 }] } })
    socket.close()
  })
})

describe('lists of notes', () => {
  const listed = async (query: string, who = agent) => {
    const { status, body } = await desk.get<{ id: number; error?: string }[] & { error?: string }>(
      who,
      `/ticket-notes/list${query}`,
    )
    return status === 200 ? body.map(({ id }) => id) : [status, body.error]
  }

  it('are those of a contact or of a ticket, newest first, as far as the reader may open what they are about', async () => {
    expect(await listed('?contactId=1')).toEqual([2, 1])
    expect(await listed('?ticketId=1')).toEqual([1])
    expect(await listed('?ticketId=1&contactId=1')).toEqual([1])
    expect(await listed('?contactId=1', stranger)).toEqual([2])
    expect(await listed('?ticketId=1', stranger)).toEqual([403, 'ERR_NO_PERMISSION'])
    expect((await desk.get(stranger, '/ticket-notes/1')).status).toBe(404)
    expect(await listed('?contactId=1', foreigner)).toEqual([404, 'ERR_NO_CONTACT_FOUND'])
    expect(await listed('?ticketId=1', foreigner)).toEqual([404, 'ERR_NO_TICKET_FOUND'])
    expect(await listed('?contactId=999')).toEqual([404, 'ERR_NO_CONTACT_FOUND'])
    expect(await listed('')).toEqual([400, 'ERR_VALIDATION'])
    expect(await listed('?contactId=abc')).toEqual([400, 'ERR_VALIDATION'])
  })

  it('come with a ticket that is opened, as the list of its contact has them', async () => {
    await desk.settled()
    const { body } = await desk.get<{ notes: object[] }>(agent, '/tickets/1')
    expect(body.notes).toEqual((await desk.get(agent, '/ticket-notes/list?contactId=1')).body)
    expect(body.notes).toHaveLength(2)
  })

  it('go with the contact when it is merged, and lose a ticket that is deleted', async () => {
    await desk.happen(1, streams.contact(2), 'contact.merged.v1', { contactId: 2, into: 1 })
    const from = {
      status: 'open',
      userId: ids.agent,
      queueId: ids.sales,
      connectionId: ids.connection,
    } as const
    await desk.happen(1, streams.ticket(1), 'ticket.deleted.v1', { ticketId: 1, contactId: 1, from })
    await desk.settled()
    expect(await listed('?contactId=1')).toEqual([4, 2, 1])
    const { body } = await desk.get<object[]>(stranger, '/ticket-notes/list?contactId=2')
    expect(body.map((note) => note)).toEqual([
      expect.objectContaining({ id: 4, contactId: 1, contact: { id: 1, name: 'Maria' } }),
      expect.objectContaining({ id: 2 }),
      expect.objectContaining({ id: 1, ticketId: null, ticket: null }),
    ])
  })

  it('are told at once, to those who may read them', async () => {
    const [near, far] = [await connectSocket(desk, agent), await connectSocket(desk, stranger)]
    await newNote(9, 1, 2)
    const told = await near.waitFor(({ event }) => event === 'company-1-note')
    expect(told.data).toMatchObject({
      action: 'create',
      note: { id: 9, note: 'note 9', user: { name: 'Caio' } },
    })
    await newNote(10, 1, null)
    await far.waitFor(({ data }) => data?.note?.id === 10)
    expect(far.frames.some(({ data }) => data?.note?.id === 9)).toBe(false)
    near.close()
    far.close()
  })
})
