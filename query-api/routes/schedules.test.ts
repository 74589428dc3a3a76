import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addCompanyData, type Ids, newContact } from '../testing/company-data.js'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'

let desk: Desk
let ids: Ids
let agent: Agent
beforeAll(async () => {
  desk = await openDesk()
  ids = await addCompanyData(desk, 1)
  agent = await desk.signIn({ userId: ids.agent, companyId: 1 })
  await newContact(desk, 1, 1, 'Maria', '5511900000001')
})
afterAll(() => desk?.close())

const rule = { every: 'day', interval: 1, weekdays: [], day: null, month: null, short: 'last', until: null }
const repeats = { ...rule, count: 90, timezone: 'UTC', start: '2026-01-01', time: '09:00' }
const plannedData = (scheduleId: number, sendAt: string, more: object = {}) => ({
  type: 'schedule.created.v1',
  data: {
    ...{ scheduleId, body: `Mensagem ${scheduleId}`, sendAt, contactId: 1, ticketId: null, media: null },
    ...{ status: 'PENDENTE', sentAt: null, error: null, userId: ids.agent, ...more },
  },
})
const addPlanned = (...args: Parameters<typeof plannedData>) => {
  const { type, data } = plannedData(...args)
  return desk.happen(1, streams.record('schedule', data.scheduleId), type as never, data as never)
}
const FEBRUARY = 'from=2026-02-01T03:00:00Z&to=2026-03-01T03:00:00Z'
interface Answer {
  readonly schedules: readonly { readonly id: number }[]
  readonly count: number
  readonly hasMore: boolean
}
const readSchedules = async (query: string) => {
  const { status, body } = await desk.get<Answer>(agent, `/schedules?${query}`)
  return { status, body, ids: status === 200 ? body.schedules.map(({ id }) => id) : [] }
}

describe('the calendar of planned messages', () => {
  it('gives the whole range, its end excluded, with what recurs from an earlier time on', async () => {
    await addPlanned(1, '2026-02-01T02:59:59.999Z')
    await addPlanned(2, '2026-02-01T03:00:00.000Z')
    await addPlanned(3, '2026-03-01T02:59:59.999Z')
    await addPlanned(4, '2026-03-01T03:00:00.000Z')
    await addPlanned(5, '2026-01-02T09:00:00.000Z', {
      repeats,
      series: { of: null, day: null, except: [], given: [] },
    })
    await desk.settled()
    expect((await readSchedules(FEBRUARY)).ids).toEqual([2, 3, 5])
    expect((await readSchedules(`${FEBRUARY}&contactId=1`)).body).toMatchObject({ count: 3, hasMore: false })
  })

  it.each([
    'from=2026-02-01T03:00:00Z',
    'to=2026-02-01T03:00:00Z',
    'from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z',
    'from=yesterday&to=2026-02-01T00:00:00Z',
  ])('refuses %s', async (query) => expect((await readSchedules(query)).status).toBe(400))
  it('knows no contact that is not there', async () => {
    const { status, body } = await readSchedules(`${FEBRUARY}&contactId=99`)
    expect([status, body]).toEqual([404, { error: 'ERR_NO_CONTACT_FOUND' }])
  })

  // The benchmark `calendar` measures the time.
  it('gives 5,000 of a month, and says that there are more', async () => {
    const start = Date.parse('2026-06-01T00:00:00Z')
    for (let n = 0; n < 5000; n++) await addPlanned(1000 + n, new Date(start + n * 500_000).toISOString())
    await desk.settled()
    const { body, ids } = await readSchedules('from=2026-06-01T00:00:00Z&to=2026-07-01T00:00:00Z')
    // The series of February counts, too: it may recur in June.
    expect(body).toMatchObject({ count: 5000, hasMore: true })
    expect(new Set(ids).size).toBe(5000)
  }, 120_000)
})
