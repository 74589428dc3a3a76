import { byRank, rankBetween, rankOnTop } from '@guiche/contracts/ticket/kanban.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  addPage,
  type Board,
  boardOf,
  cardsIn,
  countMove,
  laneOf,
  putAt,
  showCard,
  type Totals,
} from './board.js'

const LANES = [0, 7, 8]
const PAGE = 3
const timeAt = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const cardOf = (id: number, lane: number): TicketRecord =>
  ({
    id,
    laneId: lane === 0 ? null : lane,
    laneRank: rankOnTop(timeAt(id), id),
    laneBy: null,
    position: '0',
  }) as unknown as TicketRecord
const idsIn = (cards: readonly TicketRecord[], lane: number): number[] =>
  cardsIn(cards, lane).map(({ id }) => id)

/** The server's board and its answers. */
class Server {
  readonly cards = new Map<number, TicketRecord>()
  private position = 0
  lane(lane: number): TicketRecord[] {
    return cardsIn([...this.cards.values()], lane)
  }
  page(lane: number, after: string | null) {
    const rest = this.lane(lane).filter(({ laneRank }) => after === null || laneRank > after)
    const tickets = rest.slice(0, PAGE)
    const cursor = rest.length > PAGE ? (tickets.at(-1)?.laneRank ?? null) : null
    return { tickets, lanes: [{ id: lane, count: this.lane(lane).length, cursor }] }
  }
  all() {
    const pages = LANES.map((lane) => this.page(lane, null))
    return { tickets: pages.flatMap((page) => page.tickets), lanes: pages.flatMap((page) => page.lanes) }
  }
  move(id: number, lane: number, place: number): TicketRecord | null {
    const card = this.cards.get(id)
    if (card === undefined) return null
    const others = this.lane(lane).filter((one) => one.id !== id)
    const around = { previous: others[place - 1]?.laneRank ?? null, next: others[place]?.laneRank ?? null }
    const laneRank = rankBetween(around, timeAt(100 + this.position), id)
    const moved = {
      ...card,
      laneId: lane === 0 ? null : lane,
      laneRank,
      position: String(++this.position).padStart(4, '0'),
    }
    this.cards.set(id, moved)
    return moved
  }
  remove(id: number): TicketRecord | null {
    const card = this.cards.get(id)
    this.cards.delete(id)
    return card === undefined ? null : { ...card, position: String(++this.position).padStart(4, '0') }
  }
}

const ops = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('move' as const),
      id: fc.integer({ min: 1, max: 20 }),
      lane: fc.constantFrom(...LANES),
      place: fc.nat({ max: 8 }),
    }),
    fc.record({ kind: fc.constant('gone' as const), id: fc.integer({ min: 1, max: 20 }) }),
    fc.record({ kind: fc.constant('more' as const), lane: fc.constantFrom(...LANES) }),
  ),
  { maxLength: 60 },
)
const readMore = (server: Server, board: Board, lane: number): boolean => {
  const cursor = board.lanes[lane]?.cursor ?? null
  if (cursor === null) return false
  addPage(board, server.page(lane, cursor))
  return true
}

describe('the loaded part of the board', () => {
  it('equals the server’s board as far as it is loaded, and all of it once it is read to the end', () => {
    fc.assert(
      fc.property(ops, (made) => {
        const server = new Server()
        for (let id = 1; id <= 20; id++) server.cards.set(id, cardOf(id, LANES[id % 2] ?? 0))
        const board = boardOf(server.all())
        for (const op of made) {
          if (op.kind === 'more') readMore(server, board, op.lane)
          else {
            const told = op.kind === 'move' ? server.move(op.id, op.lane, op.place) : server.remove(op.id)
            if (told !== null) showCard(board, told, op.kind === 'move')
          }
          for (const lane of LANES) {
            const end = board.lanes[lane]?.end ?? null
            const loaded = server.lane(lane).filter(({ laneRank }) => end === null || laneRank <= end)
            expect(idsIn(board.cards, lane)).toEqual(loaded.map(({ id }) => id))
          }
        }
        for (const lane of LANES) {
          while (readMore(server, board, lane));
          expect(idsIn(board.cards, lane)).toEqual(server.lane(lane).map(({ id }) => id))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('keeps cards newer than a frame', () => {
    const held = { ...cardOf(1, 7), position: '5' }
    const board: Board = {
      cards: [held],
      lanes: { 0: { cursor: null, end: null }, 7: { cursor: null, end: null } },
    }
    showCard(board, { ...cardOf(1, 0), position: '4' }, true)
    expect(board.cards).toEqual([held])
    showCard(board, { ...cardOf(1, 0), position: '6' }, true)
    expect(board.cards.map(laneOf)).toEqual([0])
  })

  it('shows a card that a user has just moved exactly there', () => {
    const board = boardOf({
      tickets: [1, 2, 3].map((id) => cardOf(id, 7)),
      lanes: LANES.map((id) => ({ id, count: 0, cursor: null })),
    })
    for (const [after, order] of [
      [null, [9, 3, 2, 1]],
      [3, [3, 9, 2, 1]],
      [1, [3, 2, 1, 9]],
    ] as const) {
      const put = putAt(board, cardOf(9, 0), { lane: 7, after }, { id: 4, name: 'Ana' })
      expect(put.laneBy).toEqual({ id: 4, name: 'Ana' })
      expect([...board.cards, put].sort(byRank).map(({ id }) => id)).toEqual(order)
    }
  })
})

it.each([
  [0, 7, { 0: 1, 7: 1 }],
  [7, 7, { 0: 2, 7: 0 }],
  [7, null, { 0: 2, 7: 0 }],
  [null, 8, { 0: 2, 7: 0, 8: 1 }],
])('a card that comes from %p to %p is counted: %p', (from, to, after) => {
  const totals: Totals = { 0: 2, 7: 0 }
  countMove(totals, from, to)
  expect(totals).toEqual(after)
})
