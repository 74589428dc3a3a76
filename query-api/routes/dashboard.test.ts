import { streams } from '@guiche/contracts/streams.js'
import type { DashboardRecord } from '@guiche/contracts/views/insight.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addCompanyData, newTicket } from '../testing/company-data.js'
import { type Desk, openDesk } from '../testing/desk.js'

describe('GET /dashboard', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk()
    await addCompanyData(desk, 1)
  })
  afterAll(() => desk?.close())

  it('the dashboard of a period; figures of the installation for super users alone', async () => {
    const ids2 = await addCompanyData(desk, 4)
    const chief = await desk.signIn({ userId: ids2.admin, companyId: 4 })
    const place = { userId: ids2.agent, queueId: ids2.sales, connectionId: ids2.connection }
    const at = (time: string) => ({ time: `2026-05-${time}:00.000Z` })
    await newTicket(desk, ids2, 901, 8, { ...place, userId: null }, at('04T12:00').time)
    const pending = { ...place, status: 'pending', userId: null } as const
    const open = { ...place, status: 'open' } as const
    const move = { ticketId: 901, contactId: 8 }
    await desk.happen(
      4,
      streams.ticket(901),
      'ticket.accepted.v1',
      { ...move, from: pending, to: open },
      at('04T12:10'),
    )
    const closing = {
      ...move,
      from: open,
      to: { ...open, status: 'closed' as const },
      reason: 'resolved' as const,
      seen: null,
    }
    await desk.happen(4, streams.ticket(901), 'ticket.closed.v1', closing, at('04T12:40'))
    for (const rating of [3, 2] as const) {
      const rated = { ...move, userId: ids2.agent, queueId: null, rating, messageId: 'm' }
      await desk.happen(4, streams.ticket(901), 'ticket.rated.v1', rated, at('04T12:41'))
    }
    await newTicket(desk, ids2, 902, 8, { ...place, userId: null }, at('05T12:00').time)
    await desk.settled()
    const { body } = await desk.get<DashboardRecord>(
      chief,
      '/dashboard?date_from=2026-05-03&date_to=2026-05-05',
    )
    expect(body.days).toEqual([
      { day: '2026-05-03', opened: 0, finished: 0 },
      { day: '2026-05-04', opened: 1, finished: 1 },
      { day: '2026-05-05', opened: 1, finished: 0 },
    ])
    expect(body.counters).toEqual({
      supportHappening: 0,
      supportPending: 1,
      supportFinished: 1,
      leads: 0,
      avgSupportTime: 30,
      avgWaitTime: 10,
      totalCompanies: null,
      totalWhatsappSessions: null,
    })
    expect(body.attendants[0]).toEqual({
      id: ids2.agent,
      name: 'Caio',
      avgSupportTime: 30,
      tickets: 1,
      rating: 2.5,
      online: false,
    })
    expect(body.attendants).toHaveLength(5)

    await desk.happen(4, streams.user(4999), 'user.created.v1', {
      userId: 4999,
      name: 'Root',
      email: 'root@example.com',
      profile: 'admin',
      allTicket: false,
      queueIds: [],
      connectionId: null,
      super: true,
      passwordRef: 'none',
    })
    const root = await desk.signIn({ userId: 4999, companyId: 4 })
    const whole = await desk.get<DashboardRecord>(root, '/dashboard?days=7')
    expect(whole.body.counters).toMatchObject({ totalCompanies: 2, totalWhatsappSessions: 0 })
    expect(whole.body.days).toHaveLength(7)
  })

  it('counts as new contacts neither who was merged into another one nor who came with imported history', async () => {
    const ids = await addCompanyData(desk, 5)
    const chief = await desk.signIn({ userId: ids.admin, companyId: 5 })
    const time = '2026-05-04T12:00:00.000Z'
    const add = (contactId: number, change: { imported?: true } = {}) =>
      desk.happen(
        5,
        streams.contact(contactId),
        'contact.created.v1',
        {
          ...{ contactId, name: 'Rita', email: '', extraInfo: [], isGroup: false, connectionId: null },
          number: String(contactId),
          identities: [{ kind: 'pn', value: String(contactId) }],
          ...change,
        },
        { time },
      )
    for (const contactId of [951, 952]) await add(contactId)
    await add(953, { imported: true })
    const merged = { contactId: 952, into: 951 }
    await desk.happen(5, streams.contact(952), 'contact.merged.v1', merged, { time })
    await desk.settled()
    const path = '/dashboard?date_from=2026-05-04&date_to=2026-05-04'
    const { body } = await desk.get<DashboardRecord>(chief, path)
    expect(body.counters.leads).toBe(1)
  })
})
