import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { byLaneOrder, byRank, rankBetween, rankOnTop, tagsInLane } from './kanban.js'

const AT = '2026-03-02T12:00:00.000Z'
const timeLater = (seconds: number): string => new Date(Date.parse(AT) + seconds * 1000).toISOString()

interface Card {
  readonly id: number
  readonly laneRank: string
}
/** A move of a card: below the card at this index of the lane, or on top. */
const moves = fc.array(fc.record({ card: fc.nat({ max: 11 }), below: fc.option(fc.nat({ max: 11 })) }), {
  maxLength: 200,
})
const freshLane = (): Card[] =>
  Array.from({ length: 12 }, (_, index) => ({
    id: index + 1,
    laneRank: rankOnTop(timeLater(index), index + 1),
  }))

describe('ranks in a lane', () => {
  it('put the newest tickets on top', () => {
    expect(
      freshLane()
        .sort(byRank)
        .map(({ id }) => id),
    ).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  it('keep each card exactly at its place, after any other moves', () => {
    fc.assert(
      fc.property(moves, (made) => {
        let lane = freshLane().sort(byRank)
        for (const [turn, { card, below }] of made.entries()) {
          const moved = lane[card % lane.length]
          const others = lane.filter((one) => one !== moved)
          const at = below === null ? -1 : below % others.length
          const previous = others[at]?.laneRank ?? null
          const next = others[at + 1]?.laneRank ?? null
          if (moved === undefined) throw new Error('no card')
          const laneRank = rankBetween({ previous, next }, timeLater(100 + turn), moved.id)
          lane = [...others, { id: moved.id, laneRank }].sort(byRank)
          expect(lane.findIndex(({ id }) => id === moved.id)).toBe(at + 1)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('K1: concurrent moves into one gap all count, in the same order for everybody', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 100, max: 1e12 }), { minLength: 2, maxLength: 30 }),
        (ids) => {
          const [top, end] = [rankOnTop(timeLater(1), 2), rankOnTop(timeLater(0), 1)]
          const ranks = ids.map((id) => rankBetween({ previous: top, next: end }, timeLater(5), id))
          expect(new Set(ranks).size).toBe(ids.length)
          expect(ranks.every((rank) => top < rank && rank < end)).toBe(true)
          // A new rank still fits between any two neighbours.
          const sorted = ranks.toSorted((a, b) => (a < b ? -1 : 1))
          for (const [index, rank] of sorted.slice(0, -1).entries()) {
            const next = sorted[index + 1] ?? null
            const between = rankBetween({ previous: rank, next }, timeLater(6), 7)
            expect(rank < between && between < (next ?? '')).toBe(true)
          }
        },
      ),
    )
  })

  it('stay short for moves to the top or the end, and allow hundreds in one gap', () => {
    const ends = { top: null as string | null, last: null as string | null }
    for (let turn = 1; turn <= 2000; turn++) {
      ends.top = rankBetween({ previous: null, next: ends.top }, timeLater(turn), turn)
      ends.last = rankBetween({ previous: ends.last, next: null }, timeLater(turn), turn)
    }
    expect([ends.top?.length, ends.last?.length].map((length) => (length ?? 99) < 16)).toEqual([true, true])
    const bottom = rankOnTop(AT, 1)
    let gap = rankOnTop(timeLater(9), 2)
    const first = gap
    for (let turn = 0; turn < 400; turn++) {
      gap = rankBetween({ previous: gap, next: bottom }, timeLater(9), 3)
      expect(first < gap && gap < bottom).toBe(true)
    }
    expect(gap.length).toBeLessThanOrEqual(300)
  })
})

it('lanes are in their set order; lanes without an order are last, by id', () => {
  const lanes = [
    { id: 3, laneOrder: null },
    { id: 2, laneOrder: 5 },
    { id: 1, laneOrder: null },
    { id: 4, laneOrder: -1 },
  ]
  expect(lanes.sort(byLaneOrder).map(({ id }) => id)).toEqual([4, 2, 1, 3])
})

it.each([
  [[1, 2], { tagId: 3, off: [2] }, [1, 3]],
  [[1, 2], { tagId: 2, off: [] }, [1, 2]],
  [[1, 2], { tagId: null, off: [2] }, [1]],
  [[], { tagId: null, off: [] }, []],
])('a ticket with the tags %j, after the move %j, has the tags %j', (tagIds, move, left) => {
  expect(tagsInLane(tagIds, move)).toEqual(left)
})
