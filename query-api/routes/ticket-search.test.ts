import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { SearchRecord } from '@guiche/contracts/views/search.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Ids, newContact, newTicket, openDeskWithCompany } from '../testing/company-data.js'
import type { Agent, Desk } from '../testing/desk.js'

describe('a search for people with many tickets', () => {
  let desk: Desk
  let ids: Ids
  let agent: Agent
  beforeAll(async () => {
    ;({ desk, ids, agent } = await openDeskWithCompany())
    await newContact(desk, 1, 7, 'Maria Silva', '5511988887777')
    await newContact(desk, 1, 8, 'Maria Souza', '5511988886666')
    const own = { status: 'closed', userId: ids.agent } as const
    await newTicket(desk, ids, 501, 7, own)
    await newTicket(desk, ids, 502, 8, own)
    // Tickets of colleagues that changed later.
    const others = { status: 'closed', queueId: ids.support } as const
    for (let n = 0; n < 1001; n++) await newTicket(desk, ids, 1000 + n, n % 2 === 0 ? 7 : 8, others)
    await desk.settled()
  })
  afterAll(() => desk?.close())

  it('finds people by name first, and by few digits nobody whose number merely has them', async () => {
    await newContact(desk, 1, 9, 'Zoe do Lote 55', '14155550000')
    await newContact(desk, 1, 10, 'Festa 🎉', '14155550001')
    await desk.settled()
    const people = async (text: string) => {
      const path = `/search?searchParam=${encodeURIComponent(text)}`
      return (await desk.get<SearchRecord>(agent, path)).body.contacts.map(({ id }) => id)
    }
    expect(await people('Lote 55')).toEqual([9])
    expect(await people('lote 8888')).toEqual([])
    expect(await people('55')).toEqual([9, 10, 7, 8])
    expect(await people('8888')).toEqual([7, 8])
    expect([await people('🎉'), await people('🐳')]).toEqual([[10], []])
  })

  it('finds one’s own, however many of others are newer', async () => {
    const tickets = await desk.get<{ tickets: TicketRecord[]; count: number }>(
      agent,
      '/tickets?searchParam=maria',
    )
    expect(tickets.body.tickets.map(({ id }) => id)).toEqual([502, 501])
    expect(tickets.body.count).toBe(2)
    const { body } = await desk.get<SearchRecord>(agent, '/search?searchParam=maria')
    expect(body.tickets.map(({ id }) => id)).toEqual([502, 501])
    expect(body.contacts.map(({ id, ticket }) => [id, ticket?.id])).toEqual([
      [7, 501],
      [8, 502],
    ])
  })

  it('finds what is not closed from one letter or digit on, as far as the caller may open it (issue 45)', async () => {
    await newContact(desk, 1, 11, 'Zilda Prado', '14155550002')
    await newContact(desk, 1, 12, 'Zenaide', '14155550003')
    await newTicket(desk, ids, 611, 11, { status: 'open', userId: ids.agent })
    await newTicket(desk, ids, 612, 12, { status: 'pending', queueId: ids.sales })
    // Not: a closed ticket, a ticket of another queue, a ticket of a colleague.
    await newTicket(desk, ids, 613, 9, { status: 'closed', userId: ids.agent })
    await newTicket(desk, ids, 614, 9, { status: 'pending', queueId: ids.support })
    await newTicket(desk, ids, 615, 12, { status: 'open', userId: ids.admin, queueId: ids.support })
    await desk.settled()
    const active = async (text: string, more = '') => {
      const path = `/search?active=true&searchParam=${encodeURIComponent(text)}${more}`
      const { body } = await desk.get<SearchRecord>(agent, path)
      expect([body.contacts, body.messages]).toEqual([[], []])
      return [body.tickets.map(({ id }) => id), body.more.tickets] as const
    }
    expect(await active('z')).toEqual([[612, 611], false])
    expect(await active('z', '&limit=1')).toEqual([[612], true])
    expect(await active('p')).toEqual([[611], false])
    expect(await active('6')).toEqual([[612, 611], false])
    expect(await active('#611')).toEqual([[611], false])
    expect(await active('50002')).toEqual([[611], false])
    // Two digits do not search phone numbers.
    for (const text of ['02', 'm', '?', '(', ' ']) expect(await active(text)).toEqual([[], false])
  })
})
