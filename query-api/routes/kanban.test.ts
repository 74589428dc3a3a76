import { streams } from '@guiche/contracts/streams.js'
import { rankOnTop } from '@guiche/contracts/ticket/kanban.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addCompanyData, type Ids, newTicket, openDeskWithCompany } from '../testing/company-data.js'
import type { Agent, Desk } from '../testing/desk.js'
import { connectSocket } from '../testing/socket.js'

interface Board {
  readonly tickets: TicketRecord[]
  readonly count: number
  readonly hasMore: boolean
  readonly cursor: string | null
  readonly lanes: { readonly id: number; readonly count: number; readonly cursor: string | null }[]
}
const [QUOTE, WON, PLAIN] = [1041, 1042, 1043]
const FIRST = 700
const MANY = 65

describe('the kanban board', () => {
  let desk: Desk
  let ids: Ids
  let agent: Agent
  let admin: Agent
  const places = new Map<number, number | null>()
  const moveCard = async (ticketId: number, tagId: number | null, by = ids.admin) => {
    const from = places.get(ticketId) ?? null
    places.set(ticketId, tagId)
    await desk.happen(
      1,
      streams.ticket(ticketId),
      'ticket.lane-moved.v1',
      {
        ...{ ticketId, contactId: 5, from, tagId, off: from === null ? [] : [from] },
        standing: { status: 'pending', userId: null, queueId: ids.sales, connectionId: ids.connection },
        rank: rankOnTop('2026-05-01T00:00:00.000Z', ticketId),
      },
      { actor: { kind: 'user', id: by } },
    )
  }
  const board = async (who: Agent, query = '') => {
    const { status, body } = await desk.get<Board>(who, `/ticket/kanban${query}`)
    return { ...body, status, ids: (body.tickets ?? []).map(({ id }) => id).filter((id) => id >= FIRST) }
  }
  const numbers = ({ lanes }: Pick<Board, 'lanes'>) => lanes.map(({ id, count }) => [id, count])

  beforeAll(async () => {
    ;({ desk, ids, agent, admin } = await openDeskWithCompany())
    for (const [tagId, name, kanban, laneOrder] of [
      [QUOTE, 'Quote', 1, 2],
      [WON, 'Won', 1, 1],
      [PLAIN, 'Plain', 0, null],
    ] as const) {
      const tag = { tagId, name, kanban, laneOrder, laneLimit: 3, color: '#A4CCCC', userId: ids.admin }
      await desk.happen(1, streams.records('tags', 1), 'tag.created.v1', tag)
    }
    for (let n = 0; n < MANY; n++) {
      const waiting = { status: 'pending', queueId: ids.sales } as const
      await newTicket(desk, ids, FIRST + n, 5, waiting, '2026-05-01T00:00:00.000Z')
      await moveCard(FIRST + n, QUOTE)
    }
    await desk.settled()
  })
  afterAll(() => desk?.close())

  it('has the lanes in the order that was set', async () => {
    const { body } = await desk.get<{ lista: { id: number; laneLimit: number }[] }>(agent, '/tags/kanban')
    expect(body.lista.map(({ id, laneLimit }) => [id, laneLimit])).toEqual([
      [WON, 3],
      [QUOTE, 3],
    ])
  })

  it('K8: shows the first cards of each lane with its total, and the others page by page', async () => {
    const first = await board(agent)
    expect(first.lanes.map(({ id }) => id)).toEqual([0, WON, QUOTE])
    expect(first.lanes.find(({ id }) => id === QUOTE)).toMatchObject({ count: MANY })
    expect([first.ids.length, first.hasMore]).toEqual([30, true])
    const seen = [...first.ids]
    let cursor = first.lanes.find(({ id }) => id === QUOTE)?.cursor ?? null
    while (cursor !== null) {
      const page = await board(agent, `?lane=${QUOTE}&cursor=${cursor}`)
      expect(numbers(page)).toEqual([[QUOTE, MANY]])
      seen.push(...page.ids)
      ;({ cursor } = page)
    }
    expect(seen.length).toBe(MANY)
    expect(new Set(seen).size).toBe(MANY)
    const card = first.tickets.find(({ id }) => id === seen[0])
    expect(card).toMatchObject({ laneId: QUOTE, laneBy: { id: ids.admin, name: 'Ana' } })
    expect(card?.tags.map(({ id }) => id)).toEqual([QUOTE])
  })

  it('shows the tickets that the reader may open, under the filters of queues and agents', async () => {
    const stranger = await desk.signIn({ userId: ids.stranger, companyId: 1 })
    expect(numbers(await board(stranger)).find(([id]) => id === QUOTE)).toEqual([QUOTE, 0])
    const ofQueues = (queues: number[]) =>
      board(admin, `?queueIds=${encodeURIComponent(JSON.stringify(queues))}`)
    expect(numbers(await ofQueues([ids.sales])).find(([id]) => id === QUOTE)).toEqual([QUOTE, MANY])
    expect(numbers(await ofQueues([ids.support])).find(([id]) => id === QUOTE)).toEqual([QUOTE, 0])
    expect((await ofQueues([ids.support])).ids).toEqual([])
    expect((await board(admin, `?users=[${ids.agent}]`)).ids).toEqual([])
  })

  it('counts by lanes what stands there, and what stands in no lane in the lane without a tag', async () => {
    const before = numbers(await board(admin))
    await moveCard(FIRST, WON)
    await moveCard(FIRST + 1, null)
    await desk.settled()
    const { body } = await desk.get<Pick<Board, 'lanes'>>(admin, '/ticket/kanban/totals')
    const moved = new Map(numbers(body).map(([id, count]) => [id, count]))
    expect(before.map(([id = 0, count = 0]) => (moved.get(id) ?? 0) - count)).toEqual([1, 1, -2])
    expect(numbers(await board(admin))).toEqual(numbers(body))
    await moveCard(FIRST, QUOTE)
    await moveCard(FIRST + 1, QUOTE)
    await desk.settled()
  })

  it('K1: tells those who look at it of a move, with the name of who made it', async () => {
    const socket = await connectSocket(desk, agent)
    socket.send('joinTickets', { status: 'pending' })
    await socket.settled()
    await moveCard(FIRST + 2, WON, ids.supervisor)
    const { data } = await socket.waitFor(({ data }) => data.ticket?.laneId === WON)
    expect(data).toMatchObject({ action: 'update', moved: false, relaned: true })
    expect((data.ticket as TicketRecord).laneBy).toEqual({ id: ids.supervisor, name: 'Bia' })
    socket.close()
  })

  it('K7: loses a card that is transferred to another queue, at once and in its total', async () => {
    const socket = await connectSocket(desk, agent)
    socket.send('joinTickets', { status: 'pending' })
    await socket.settled()
    const before = numbers(await board(agent)).find(([id]) => id === QUOTE)?.[1] ?? 0
    const ticketId = FIRST + 3
    const from = {
      status: 'pending',
      userId: null,
      queueId: ids.sales,
      connectionId: ids.connection,
    } as const
    await desk.happen(1, streams.ticket(ticketId), 'ticket.transferred.v1', {
      ...{ ticketId, contactId: 5, from },
      to: { ...from, queueId: ids.support },
    })
    await socket.waitFor(({ data }) => data.action === 'delete' && data.ticketId === ticketId)
    await desk.settled()
    expect(numbers(await board(agent)).find(([id]) => id === QUOTE)).toEqual([QUOTE, before - 1])
    expect((await board(agent)).ids).not.toContain(ticketId)
    socket.close()
  })

  it('is refused where the plan has none, and where the lane or the place is wrong', async () => {
    await addCompanyData(desk, 2, { without: ['useKanban'] })
    const other = await desk.signIn({ userId: 2001, companyId: 2 })
    const paths = ['/tags/kanban', '/ticket/kanban', '/ticket/kanban/totals']
    for (const path of paths)
      expect((await desk.get(other, path)).body).toMatchObject({ error: 'ERR_NOT_IN_PLAN' })
    expect((await board(agent, `?lane=${PLAIN}`)).status).toBe(404)
    expect((await board(agent, `?lane=${QUOTE}&cursor=abc`)).status).toBe(400)
    expect((await board(agent, '?lane=-1')).status).toBe(400)
  })
})
