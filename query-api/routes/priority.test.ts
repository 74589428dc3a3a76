import { streams } from '@guiche/contracts/streams.js'
import type { Priority } from '@guiche/contracts/ticket/priority.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Ids, newTicket, openDeskWithCompany } from '../testing/company-data.js'
import type { Agent, Desk } from '../testing/desk.js'
import { connectSocket } from '../testing/socket.js'

describe('the priority of tickets', () => {
  let desk: Desk
  let ids: Ids
  let agent: Agent
  const set = (ticketId: number, priority: Priority) =>
    desk.happen(1, streams.ticket(ticketId), 'ticket.priority-set.v1', { ticketId, contactId: 5, priority })
  beforeAll(async () => {
    ;({ desk, ids, agent } = await openDeskWithCompany())
    for (const [n, day] of ['01', '02', '03', '04'].entries()) {
      const waiting = { status: 'pending', queueId: ids.sales } as const
      await newTicket(desk, ids, 501 + n, 5, waiting, `2026-05-${day}T00:00:00.000Z`)
    }
    await set(502, 'low')
    await set(503, 'urgent')
    await set(504, 'high')
    await desk.settled()
  })
  afterAll(() => desk?.close())

  it('puts the most urgent of those that wait first', async () => {
    const path = '/tickets?status=pending&order=waiting'
    const { body } = await desk.get<{ tickets: TicketRecord[] }>(agent, path)
    const own = body.tickets.filter(({ id }) => id > 500)
    expect(own.map(({ id, priority }) => `${id} ${priority}`)).toEqual([
      ...['503 urgent', '504 high', '501 normal', '502 low'],
    ])
  })

  it('narrows lists and their numbers', async () => {
    const of = async (wanted: readonly string[]) => {
      const query = `priorities=${encodeURIComponent(JSON.stringify(wanted))}`
      const list = await desk.get<{ tickets: TicketRecord[] }>(agent, `/tickets?status=pending&${query}`)
      const counts = await desk.get<{ pending: number }>(agent, `/tickets/counts?${query}`)
      const ids = list.body.tickets.map(({ id }) => id).filter((id) => id > 500)
      return [...ids.sort(), counts.body.pending]
    }
    expect(await of(['urgent'])).toEqual([503, 1])
    expect(await of(['high', 'low'])).toEqual([502, 504, 2])
    expect(await of(['normal'])).toContain(501)
    expect(await of([])).toEqual(expect.arrayContaining([501, 502, 503, 504]))
    for (const wanted of ['["top"]', '[null]', '"high"', '{}']) {
      const { status } = await desk.get(agent, `/tickets?priorities=${encodeURIComponent(wanted)}`)
      expect(status).toBe(400)
    }
  })

  it('is told to those who see the ticket, as no move', async () => {
    const socket = await connectSocket(desk, agent)
    socket.send('joinTickets', { status: 'pending' })
    await socket.settled()
    await set(501, 'high')
    const { data } = await socket.waitFor(({ data }) => data.ticket?.priority === 'high')
    expect(data).toMatchObject({ action: 'update', moved: false, ticket: { id: 501, status: 'pending' } })
    socket.close()
  })
})
