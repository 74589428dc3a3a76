import { streams } from '@guiche/contracts/streams.js'
import type {
  ContactRecord,
  ListedContact,
  ShownContact,
  TicketRecord,
} from '@guiche/contracts/views/records.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Ids, newContact, newMessage, newTicket, openDeskWithCompany } from '../testing/company-data.js'
import type { Agent, Desk } from '../testing/desk.js'
import { type Page, walkPages } from '../testing/walk.js'

describe('contacts', () => {
  let desk: Desk
  let ids: Ids
  let admin: Agent
  let agent: Agent

  beforeAll(async () => {
    ;({ desk, ids, admin, agent } = await openDeskWithCompany())
    await newContact(desk, 1, 7, 'Zé Ávila', '5511988887777')
    await newTicket(desk, ids, 501, 7, { status: 'closed', queueId: ids.support })
    await newTicket(desk, ids, 502, 7, { status: 'closed', userId: ids.agent })
    await newTicket(desk, ids, 503, 7, { status: 'open', userId: ids.agent, queueId: ids.sales })
    for (const [n, ticketId] of [502, 503, 501].entries()) {
      await newMessage(desk, ids, n + 1, ticketId, 7, `message ${n}`)
    }
  })
  afterAll(() => desk?.close())

  it('come by name, and are found by words and by parts of the number', async () => {
    for (let i = 0; i < 35; i++)
      await newContact(desk, 1, 600 + i, `Cliente ${String(i).padStart(2, '0')}`, `55119770000${i + 10}`)
    await desk.settled()
    const pages = await walkPages<Page & { contacts: ContactRecord[] }>(desk, agent, '/contacts')
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
    // Every search finds the number in all its spellings.
    for (const spelling of ['011 98888-7777', '11 8888-7777', '+55 (011) 8888-7777', '5511988887777']) {
      expect((await find(spelling)).contacts.map(({ id }) => id)).toEqual([7])
      const searchParam = encodeURIComponent(spelling)
      const everywhere = await desk.get<{ contacts: { id: number }[]; tickets: unknown[] }>(
        admin,
        `/search?searchParam=${searchParam}`,
      )
      expect(everywhere.body.contacts.map(({ id }) => id)).toEqual([7])
      expect(everywhere.body.tickets).toHaveLength(3)
      const tickets = await desk.get<{ tickets: unknown[] }>(
        admin,
        `/tickets?searchParam=${searchParam}&showAll=true`,
      )
      expect(tickets.body.tickets).toHaveLength(3)
    }
    expect((await find('21 98888-7777')).contacts).toEqual([])
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
    // Tickets of the agent and of the agent's queue, but not of another queue.
    expect(await tickets(agent)).toEqual([503, 502])
    expect(await tickets(admin)).toEqual([501, 503, 502])
  })

  it('of a day or of days, as the company’s clock has them', async () => {
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

  it('as a CSV file that can be imported again, and that no spreadsheet executes', async () => {
    await newContact(desk, 1, 760, '=HYPERLINK("x";"y")', '5511966000060', '2026-04-01T12:00:00.000Z')
    await newContact(desk, 1, 761, 'Ágata', '351912345678', '2026-04-01T12:00:00.000Z')
    await desk.happen(1, streams.contact(761), 'contact.username-changed.v1', {
      ...{ contactId: 761, username: 'agata.x' },
    })
    // A contact from the linked phone's history does not count as new.
    await desk.happen(
      1,
      streams.contact(763),
      'contact.created.v1',
      {
        ...{ contactId: 763, name: 'Da agenda', number: '5511966000063', email: '', extraInfo: [] },
        ...{
          identities: [{ kind: 'pn', value: '5511966000063' }],
          isGroup: false,
          connectionId: null,
          imported: true,
        },
      },
      { time: '2026-04-02T12:00:00.000Z' },
    )
    await newContact(desk, 2, 762, 'Alheia', '5511966000062', '2026-04-01T12:00:00.000Z')
    await desk.settled()
    const file = async (query: string, language = 'pt') => {
      const headers = { authorization: `Bearer ${agent.token}`, 'Accept-Language': language }
      const answer = await fetch(`${desk.url}/api/contacts/export?${query}`, { headers })
      expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
      return Buffer.from(await answer.arrayBuffer()).toString('utf8')
    }
    const [head, ...lines] = (await file('date=2026-04-01')).split('\r\n')
    expect(head).toBe('\uFEFFnome;numero;email;nome de usuário;grupo;criado em;informações adicionais')
    expect(lines).toEqual([
      `"'=HYPERLINK(""x"";""y"")";55 11 96600 0060;;;;2026-04-01 09:00:00;`,
      'Ágata;351 912 345 678;;agata.x;;2026-04-01 09:00:00;',
      '',
    ])
    expect((await file('date=2026-04-02')).split('\r\n')).toHaveLength(3)
    expect((await file('date=2026-04-02&leads=true')).split('\r\n')).toHaveLength(2)
    // The import recognises these titles, too.
    expect((await file('date=2026-04-01', 'es')).split('\r\n')[0]).toMatch(/^\uFEFFnombre;numero;correo;/)
    expect((await file('searchParam=agata')).split('\r\n')).toHaveLength(3)
    // Found by username, as shown and as typed.
    for (const typed of ['%40agata.x', 'agata.x', '%40AGATA']) {
      expect((await file(`searchParam=${typed}`)).split('\r\n')).toHaveLength(3)
      const found = await desk.get<{ contacts: ContactRecord[] }>(agent, `/search?searchParam=${typed}`)
      expect(found.body.contacts.map(({ username }) => username)).toEqual(['agata.x'])
    }
    expect((await desk.get(agent, '/contacts/export?date=2026-02-30')).status).toBe(400)
  })

  it('that were merged away lead to the one that stayed, and are listed no more', async () => {
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
})
