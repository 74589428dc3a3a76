import { type StoredEvent, SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { cascadeOf } from '../testing/consequences.js'
import { newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, COMPANY, type Desk, FOREIGNER, openDesk, STRANGER } from '../testing/desk.js'

const AT = '2026-03-02T12:00:00.000Z'
let desk: Desk
let lanes: { readonly quote: number; readonly won: number; readonly plain: number }
const createTag = async (name: string, kanban: 0 | 1) =>
  (await desk.call(ADMIN, 'POST', '/tags', { name, kanban })).body.id as number
/** A ticket in the queue of Ana and Bia. */
const createTicket = async (): Promise<number> => {
  const { ticketId } = await newCustomer(desk)
  await desk.call(ADMIN, 'PUT', `/tickets/${ticketId}`, { status: 'pending', queueId: 21 })
  return ticketId
}
const moveCard = (who: typeof ANA, id: number, tagId: number | null, after?: number | null) =>
  desk.call(who, 'PUT', `/tickets/${id}/lane`, after === undefined ? { tagId } : { tagId, after })
const tagIds = ({ body }: { body: { tags: { id: number }[] } }) => body.tags.map(({ id }) => id)
/** The cards of a lane, in the order of the views. */
const cardsIn = async (lane: number): Promise<number[]> => {
  await desk.shown()
  const sort = [['laneRank', 1]] as const
  const found = await desk.documents.find('tickets', {
    where: { companyId: COMPANY, lane },
    sort,
    limit: 100,
  })
  return found.map(({ ticketId }) => ticketId)
}
/** Runs the consequences of the last event of a tag. */
const runConsequences = async (type: string): Promise<void> => {
  await desk.shown()
  await cascadeOf(desk).react((await desk.log(type)).at(-1) as StoredEvent)
}

beforeAll(async () => {
  desk = await openDesk()
  lanes = {
    quote: await createTag('Orçamento', 1),
    won: await createTag('Ganho', 1),
    plain: await createTag('Urgente', 0),
  }
})
afterAll(() => desk.close())

describe('a card', () => {
  it('moves to a lane by one event, with the lane’s tag and no other lane’s tag', async () => {
    const id = await createTicket()
    await desk.call(ANA, 'POST', '/tags/sync', { ticketId: id, tags: [{ id: lanes.plain }] })
    expect(tagIds(await moveCard(ANA, id, lanes.quote))).toEqual([lanes.plain, lanes.quote])
    const before = (await desk.log('ticket.')).length
    const won = await moveCard(BIA, id, lanes.won)
    expect(tagIds(won)).toEqual([lanes.plain, lanes.won])
    expect((won.body as TicketRecord).laneBy).toEqual({ id: BIA.userId, name: expect.any(String) })
    expect((await desk.log('ticket.')).length).toBe(before + 1)
    expect(tagIds(await moveCard(ANA, id, null))).toEqual([lanes.plain])
    const counts = await desk.documents.getMany('tag-counts', [lanes.quote, lanes.won, lanes.plain])
    expect([...counts.values()].map(({ id, count }) => [Number(id), count])).toEqual(
      expect.arrayContaining([
        [lanes.quote, 0],
        [lanes.won, 0],
        [lanes.plain, 1],
      ]),
    )
  })

  it('comes below the card that is named, or on top', async () => {
    const [a, b, c] = [await createTicket(), await createTicket(), await createTicket()]
    for (const id of [a, b, c]) await moveCard(ANA, id, lanes.quote, null)
    expect(await cardsIn(lanes.quote)).toEqual([c, b, a])
    await moveCard(ANA, c, lanes.quote, b)
    expect(await cardsIn(lanes.quote)).toEqual([b, c, a])
    await moveCard(ANA, b, lanes.quote, a)
    expect(await cardsIn(lanes.quote)).toEqual([c, a, b])
    // Moves a card below itself, and to its current place.
    const told = (await desk.log('ticket.lane-moved')).length
    await moveCard(ANA, a, lanes.quote, a)
    expect((await desk.log('ticket.lane-moved')).length).toBe(told)
    // The card above has left the lane, so this card goes to the top.
    await moveCard(ANA, a, lanes.won)
    await moveCard(ANA, b, lanes.quote, a)
    expect(await cardsIn(lanes.quote)).toEqual([b, c])
    for (const id of [a, b, c]) await moveCard(ANA, id, null)
  })

  it('K1: keeps its place during concurrent moves into the same gap', async () => {
    const all: number[] = []
    while (all.length < 6) all.push(await createTicket())
    const [first = 0, last = 0, ...others] = all
    await moveCard(ANA, first, lanes.won, null)
    await moveCard(ANA, last, lanes.won, first)
    const answers = await Promise.all(
      others.map((id, turn) => moveCard(turn % 2 === 0 ? ANA : BIA, id, lanes.won, first)),
    )
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200))
    const lane = await cardsIn(lanes.won)
    expect([lane[0], lane.at(-1)]).toEqual([first, last])
    expect(lane.slice(1, -1).toSorted()).toEqual(others.toSorted())
    for (const id of all) await moveCard(ANA, id, null)
  })

  it('K2: that two move at the same moment stands where the later decision puts it, with the name of who', async () => {
    const id = await createTicket()
    await Promise.all([moveCard(ANA, id, lanes.quote), moveCard(BIA, id, lanes.won)])
    await desk.shown()
    const last = (await desk.log('ticket.lane-moved')).at(-1)
    const shown = (await desk.documents.getMany('tickets', [id])).get(String(id))
    expect([shown?.laneId, shown?.laneBy]).toEqual([
      last?.data.tagId,
      last?.actor.kind === 'user' && last.actor.id,
    ])
    expect(shown?.tagIds).toEqual([last?.data.tagId])
    await moveCard(ANA, id, null)
  })

  it('K6: a move of a closed ticket is refused with the reason, and so is a move of an absent ticket', async () => {
    const id = await createTicket()
    const foreign = (await desk.call(FOREIGNER, 'POST', '/tags', { name: 'Alheia' })).body.id
    const refused = [
      await moveCard(ANA, id, lanes.plain),
      await moveCard(ANA, id, foreign),
      await moveCard(ANA, 999_999, lanes.won),
      await moveCard(STRANGER, id, lanes.won),
      await moveCard(FOREIGNER, id, null),
    ]
    await desk.call(ADMIN, 'PUT', `/tickets/${id}`, { status: 'closed' })
    refused.push(await moveCard(ANA, id, lanes.won))
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual([
      [404, 'ERR_NO_TAG_FOUND'],
      [404, 'ERR_NO_TAG_FOUND'],
      [404, 'ERR_NO_TICKET_FOUND'],
      [403, 'ERR_NO_PERMISSION'],
      [404, 'ERR_NO_TICKET_FOUND'],
      [409, 'ERR_CARD_CLOSED'],
    ])
  })

  it('is not moved where the plan has no kanban', async () => {
    const companyId = FOREIGNER.companyId
    const registered = (await desk.log('company.registered')).find((event) => event.companyId === companyId)
    const data = { ...registered?.data, without: ['useKanban'] }
    const event = { id: newUuid(), type: 'company.registered.v1', companyId, data, time: AT } as const
    const by = { actor: SYSTEM, correlationId: 'test', causationId: newUuid() }
    await desk.eventStore.append(streams.company(companyId), 'any', [{ ...event, ...by }])
    await desk.shown()
    // A ticket of another company gives the same answer with and without the feature.
    const answers = [
      await desk.call(FOREIGNER, 'PUT', '/tickets/999999/lane', { tagId: null }),
      await desk.call(FOREIGNER, 'PUT', '/ticket-tags/999999/0'),
      await desk.call(FOREIGNER, 'DELETE', '/ticket-tags/999999'),
    ]
    expect(answers.map(({ body }) => body.error)).toEqual(answers.map(() => 'ERR_NOT_IN_PLAN'))
  })

  it('moves by the calls of the specification, too', async () => {
    const id = await createTicket()
    const put = await desk.call(ANA, 'PUT', `/ticket-tags/${id}/${lanes.quote}`)
    expect([put.status, put.body]).toEqual([
      201,
      expect.objectContaining({ ticketId: id, tagId: lanes.quote }),
    ])
    expect(await cardsIn(lanes.quote)).toEqual([id])
    expect((await desk.call(ANA, 'DELETE', `/ticket-tags/${id}`)).body).toEqual({
      message: 'Ticket tags removed successfully.',
    })
    expect(await cardsIn(lanes.quote)).toEqual([])
    await desk.call(ANA, 'PUT', `/ticket-tags/${id}/${lanes.won}`)
    await desk.call(ANA, 'PUT', `/ticket-tags/${id}/0`)
    expect([await cardsIn(lanes.won), (await cardsIn(0)).includes(id)]).toEqual([[], true])
  })
})

describe('a tag that is a lane', () => {
  it('moves the card of a ticket that it is put on, or taken off', async () => {
    const id = await createTicket()
    const sync = (...ids: number[]) =>
      desk.call(ANA, 'POST', '/tags/sync', { ticketId: id, tags: ids.map((id) => ({ id })) })
    expect(tagIds(await sync(lanes.plain, lanes.quote))).toEqual([lanes.plain, lanes.quote])
    expect(await cardsIn(lanes.quote)).toEqual([id])
    // Of two lanes, the last one is used.
    expect(tagIds(await sync(lanes.plain, lanes.quote, lanes.won))).toEqual([lanes.plain, lanes.won])
    expect(await cardsIn(lanes.won)).toEqual([id])
    expect(tagIds(await sync(lanes.plain))).toEqual([lanes.plain])
    expect((await cardsIn(0)).includes(id)).toBe(true)
  })

  it('brings its tickets to its lane, and they leave it when it is one no more or is deleted', async () => {
    const id = await createTicket()
    const own = await createTag('Negociação', 0)
    await desk.call(ANA, 'POST', '/tags/sync', { ticketId: id, tags: [{ id: own }] })
    const set = async (kanban: 0 | 1) => {
      await desk.call(ADMIN, 'PUT', `/tags/${own}`, { name: 'Negociação', kanban })
      await runConsequences('tag.changed')
    }
    await set(1)
    expect(await cardsIn(own)).toEqual([id])
    await set(0)
    expect([await cardsIn(own), (await cardsIn(0)).includes(id)]).toEqual([[], true])
    const shown = (await desk.documents.getMany('tickets', [id])).get(String(id))
    expect(shown?.tagIds).toEqual([own])
    await set(1)
    await desk.call(ADMIN, 'DELETE', `/tags/${own}`)
    await runConsequences('tag.deleted')
    expect([await cardsIn(own), (await cardsIn(0)).includes(id)]).toEqual([[], true])
  })

  it('has an order and a limit', async () => {
    const made = await desk.call(ADMIN, 'POST', '/tags', {
      name: 'Entregue',
      kanban: 1,
      laneOrder: 3,
      laneLimit: 5,
    })
    expect(made.body).toMatchObject({ kanban: 1, laneOrder: 3, laneLimit: 5 })
    const wrong = await desk.call(ADMIN, 'PUT', `/tags/${made.body.id}`, { name: 'Entregue', laneLimit: 0 })
    expect(wrong.body.error).toBe('ERR_VALIDATION')
  })
})
