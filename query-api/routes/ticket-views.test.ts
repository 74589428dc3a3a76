import { streams } from '@guiche/contracts/streams.js'
import type { TicketView } from '@guiche/contracts/ticket-lists/views.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  addCompanyData,
  type Ids,
  newContact,
  newTicket,
  openDeskWithCompany,
} from '../testing/company-data.js'
import type { Agent, Desk } from '../testing/desk.js'

const NOTHING = {
  ...{ team: 1, status: 'open', queueIds: [], tagIds: [], userIds: [], connectionIds: [], priorities: [] },
  ...{ from: null, to: null, withUnread: 0, fromAd: 0, snoozed: 0, showAll: 0 },
} as const

describe('the counts of named views', () => {
  let desk: Desk
  let ids: Ids
  let agent: Agent
  let admin: Agent
  let stranger: Agent
  let foreigner: Agent

  const make = (ticketViewId: number, more: object, userId = ids.admin) =>
    desk.happen(1, streams.records('ticket-views', 1), 'ticketView.created.v1', {
      ...{ ...NOTHING, ticketViewId, name: `${ticketViewId}`, userId },
      ...more,
    } as never)
  const counts = async (who: Agent) => {
    const { body } = await desk.get<{ id: number; count: number }[]>(who, '/ticket-views/counts')
    return Object.fromEntries(body.map(({ id, count }) => [id, count]))
  }

  beforeAll(async () => {
    ;({ desk, ids, agent } = await openDeskWithCompany())
    admin = await desk.signIn({ userId: ids.admin, companyId: 1 })
    stranger = await desk.signIn({ userId: ids.stranger, companyId: 1 })
    const foreign = await addCompanyData(desk, 2)
    foreigner = await desk.signIn({ userId: foreign.admin, companyId: 2 })
    await newContact(desk, 1, 701, 'Lia', '5511988887001')
    // More tickets than the company's test data.
    await newTicket(desk, ids, 9001, 701, { status: 'closed', userId: ids.agent, queueId: ids.sales })
    await newTicket(desk, ids, 9002, 701, { status: 'closed', userId: ids.agent, queueId: ids.support })
    await newTicket(desk, ids, 9003, 701, { status: 'closed', userId: ids.supervisor, queueId: ids.support })
    await make(1, { status: 'closed', queueIds: [ids.sales], showAll: 1 })
    await make(2, { status: 'closed', userIds: [ids.agent] })
    await make(3, { status: 'closed', queueIds: [ids.support], showAll: 1 })
    await make(4, { team: 0, status: 'closed' }, ids.agent)
    await make(5, { status: 'closed', queueIds: [999], showAll: 1 })
    await desk.settled()
  })
  afterAll(() => desk?.close())

  it('are those of the lists of whoever asks', async () => {
    const closedOf = async (who: Agent, query: string) =>
      (await desk.get<{ count: number }>(who, `/tickets?status=closed${query}`)).body.count
    const everybody = await closedOf(admin, '&showAll=true')
    expect(await counts(admin)).toEqual({
      1: await closedOf(admin, `&showAll=true&queueIds=[${ids.sales}]`),
      2: await closedOf(admin, `&showAll=true&users=[${ids.agent}]`),
      3: await closedOf(admin, `&showAll=true&queueIds=[${ids.support}]`),
      // All records of the filter are deleted: the view does not filter, and says so.
      5: everybody,
    })
    expect(everybody).toBeGreaterThanOrEqual(3)
  })

  it('leave out what is not for the reader: attendants, queues of others, views of others', async () => {
    expect(Object.keys(await counts(agent))).toEqual(['1', '4', '5'])
    expect(Object.keys(await counts(stranger))).toEqual(['5'])
    expect(await counts(foreigner)).toEqual({})
    expect((await counts(agent))[4]).toBe(2)
    expect((await counts(agent))[1]).toBe(1)
  })

  it('name what is gone by its id alone', async () => {
    const { body } = await desk.get<TicketView[]>(agent, '/ticket-views/list')
    const gone = body.find(({ id }) => id === 5)
    expect([gone?.queueIds, gone?.queues]).toEqual([[999], []])
    expect(body.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  })

  it('change with the tickets', async () => {
    const before = (await counts(agent))[4] ?? 0
    await newTicket(desk, ids, 9004, 701, { status: 'closed', userId: ids.agent, queueId: ids.sales })
    await desk.settled()
    expect((await counts(agent))[4]).toBe(before + 1)
  })
})
