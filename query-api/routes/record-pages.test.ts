import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addCompanyData, type Ids, newContact, newTicket } from '../testing/company-data.js'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'

let desk: Desk
let ids: Ids
let agent: Agent
let stranger: Agent

const HIDDEN_TICKET = 1
const newReply = (quickmessageId: number, userId: number, geral: 0 | 1) =>
  desk.happen(1, streams.records('quick-messages', 1), 'quickmessage.created.v1', {
    ...{ quickmessageId, shortcode: `oi ${String(quickmessageId).padStart(3, '0')}`, message: 'Olá' },
    ...{ media: null, geral, status: 1, userId },
  })
const newSchedule = (scheduleId: number, ticketId: number | null) =>
  desk.happen(1, streams.record('schedule', scheduleId), 'schedule.created.v1', {
    ...{
      scheduleId,
      body: `mensagem ${scheduleId}`,
      sendAt: '2030-01-01T12:00:00.000Z',
      contactId: 1,
      ticketId,
    },
    ...{ media: null, status: 'PENDENTE', sentAt: null, error: null, userId: ids.agent },
  })

beforeAll(async () => {
  desk = await openDesk()
  ids = await addCompanyData(desk, 1)
  agent = await desk.signIn({ userId: ids.agent, companyId: 1 })
  stranger = await desk.signIn({ userId: ids.stranger, companyId: 1 })
  await newContact(desk, 1, 1, 'Maria', '5511900000001')
  await newTicket(desk, ids, HIDDEN_TICKET, 1, { status: 'open', userId: ids.agent, queueId: ids.sales })
  // Of three records, one is public, one is the agent's, and one belongs to another user.
  for (let id = 1; id <= 66; id++)
    await newReply(id, id % 3 === 1 ? ids.stranger : ids.agent, id % 3 === 0 ? 1 : 0)
  // Users who may not open the ticket can read one of four.
  for (let id = 1; id <= 100; id++) await newSchedule(id, id % 4 === 0 ? null : HIDDEN_TICKET)
  await desk.settled()
})
afterAll(() => desk?.close())

interface Page {
  readonly [rows: string]: unknown
  readonly count: number
  readonly hasMore: boolean
  readonly cursor: string | null
}
const readPage = async (who: Agent, path: string, rows: string) => {
  const { status, body } = await desk.get<Page>(who, path)
  expect([path, status]).toEqual([path, 200])
  return { ...body, ids: (body[rows] as { id: number }[]).map(({ id }) => id) }
}
/** All pages, read by cursor. */
const byCursor = async (who: Agent, path: string, rows: string, query = '') => {
  const pages: number[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await readPage(who, `${path}?cursor=${cursor}${query}`, rows)
    expect(page.hasMore).toBe(page.cursor !== null)
    pages.push(page.ids)
    cursor = page.cursor
  }
  return pages
}
const byNumber = async (who: Agent, path: string, rows: string, count: number) =>
  (
    await Promise.all(
      Array.from({ length: count }, (_, at) => readPage(who, `${path}?pageNumber=${at + 1}`, rows)),
    )
  ).map((page) => page.ids)
const idsUpTo = (last: number, isListed: (id: number) => boolean) =>
  Array.from({ length: last }, (_, at) => at + 1).filter(isListed)

describe('pages of what is one’s own or everybody’s', () => {
  it('have each record once, in order, by cursor and by number', async () => {
    const expected = idsUpTo(66, (id) => id % 3 !== 1)
    const pages = await byCursor(agent, '/quick-messages', 'records')
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 4])
    expect(pages.flat()).toEqual(expected)
    expect(await byNumber(agent, '/quick-messages', 'records', 4)).toEqual([...pages, []])
    expect((await readPage(agent, '/quick-messages', 'records')).count).toBe(44)
    expect((await readPage(stranger, '/quick-messages', 'records')).count).toBe(44)
  })

  it('are searched in the same way', async () => {
    const pages = await byCursor(agent, '/quick-messages', 'records', '&searchParam=ola')
    expect(pages.flat()).toEqual(idsUpTo(66, (id) => id % 3 !== 1))
    expect((await readPage(agent, '/quick-messages?searchParam=004', 'records')).ids).toEqual([])
    expect((await readPage(agent, '/quick-messages?searchParam=005', 'records')).ids).toEqual([5])
  })

  it('go on behind a record that is gone, and show those that have come', async () => {
    const first = await readPage(agent, '/quick-messages', 'records')
    const stream = streams.records('quick-messages', 1)
    const last = first.ids.at(-1) ?? 0
    await desk.happen(1, stream, 'quickmessage.deleted.v1', { quickmessageId: last })
    await desk.happen(1, stream, 'quickmessage.created.v1', {
      ...{ quickmessageId: 200, shortcode: 'oi 031', message: '', media: null, geral: 1, status: 1 },
      userId: ids.agent,
    })
    await desk.settled()
    const next = await readPage(agent, `/quick-messages?cursor=${first.cursor}`, 'records')
    expect(next.ids.slice(0, 2)).toEqual([200, 32])
  })
})

describe('pages of what only some may read', () => {
  const expected = idsUpTo(100, (id) => id % 4 === 0).reverse()

  it('are filled with what the reader may read', async () => {
    const pages = await byCursor(stranger, '/schedules', 'schedules')
    expect(pages.map(({ length }) => length)).toEqual([20, 5])
    expect(pages.flat()).toEqual(expected)
    expect(await byNumber(stranger, '/schedules', 'schedules', 3)).toEqual([...pages, []])
  })

  it('count what is on them where that is all', async () => {
    expect((await readPage(stranger, '/schedules?searchParam=mensagem%2050', 'schedules')).count).toBe(0)
    expect((await readPage(stranger, '/schedules?searchParam=mensagem%2052', 'schedules')).count).toBe(1)
    expect((await readPage(agent, '/schedules', 'schedules')).count).toBe(100)
  })

  it('are searched in the same way', async () => {
    const pages = await byCursor(stranger, '/schedules', 'schedules', '&searchParam=mens')
    expect(pages.flat()).toEqual(expected)
  })
})
