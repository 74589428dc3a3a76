import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { goTo, type Layout, type ScrollAnchor, settleScroll } from './scroll-anchor.js'

interface Row {
  readonly id: number
  height: number
}

/**
 * Scrolls like a browser: by whole pixels, never beyond the last row. If the list gets shorter, the scroll position decreases
 * with it.
 */
class FakeList implements Layout<Row> {
  top = 0
  /** number of scrolls by the program */
  scrolled = 0
  private seen = 500
  private shown: readonly Row[] = []

  get rows(): readonly Row[] {
    return this.shown
  }
  set rows(rows: readonly Row[]) {
    this.shown = rows
    this.clamp()
  }
  get height(): number {
    return this.seen
  }
  set height(height: number) {
    this.seen = height
    this.clamp()
  }
  get range(): number {
    return Math.max(0, Math.round(this.rows.reduce((sum, { height }) => sum + height, 0)) - this.height)
  }
  has(row: Row): boolean {
    return this.rows.includes(row)
  }
  edges(row: Row): { top: number; bottom: number } {
    let top = -this.top
    for (const one of this.rows) {
      if (one === row) break
      top += one.height
    }
    return { top, bottom: top + row.height }
  }
  scroll(top: number): void {
    const before = this.top
    this.wheel(top - this.top)
    if (this.top !== before) this.scrolled += 1
  }
  wheel(by: number): void {
    this.top = Math.round(this.top + by)
    this.clamp()
  }
  clamp(): void {
    this.top = Math.min(Math.max(0, this.top), this.range)
  }
}

const pixels = fc.double({ min: 20, max: 300, noNaN: true })
const step = fc.oneof(
  fc.record({ kind: fc.constant('older' as const), heights: fc.array(pixels, { maxLength: 30 }) }),
  fc.record({ kind: fc.constant('newer' as const), heights: fc.array(pixels, { maxLength: 30 }) }),
  fc.record({ kind: fc.constant('live' as const), heights: fc.array(pixels, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant('letGo' as const), first: fc.boolean(), count: fc.nat(20) }),
  fc.record({ kind: fc.constant('grow' as const), place: fc.nat(400), to: pixels }),
  fc.record({ kind: fc.constant('resize' as const), height: fc.integer({ min: 200, max: 1200 }) }),
  // A scroll that the program sees at once, and a scroll that it sees after the next change.
  fc.record({
    kind: fc.constant('wheel' as const),
    by: fc.integer({ min: -2500, max: 2500 }),
    told: fc.boolean(),
  }),
)

/** A conversation with a visible part, and the actions of a browser and of the list's owner. */
class GivenConversation {
  readonly list = new FakeList()
  endsHere = true
  hold: ScrollAnchor<Row>
  private next = 0

  constructor(heights: readonly number[]) {
    this.list.rows = this.make(heights)
    this.hold = goTo(this.list, null, { align: 'start', endsHere: true })
  }
  make(heights: readonly number[]): Row[] {
    return heights.map((height) => ({ id: this.next++, height }))
  }
  settle(): void {
    this.hold = settleScroll(this.list, this.hold, this.endsHere)
  }
  /** Changes the rows, and calls `settleScroll` before and after. */
  change(rows: readonly Row[], endsHere = this.endsHere): void {
    this.settle()
    this.list.rows = rows
    this.endsHere = endsHere
    this.settle()
  }
  /** Gives a check for after a change: the visible rows, or the content after the end, must not move. */
  expected(): () => void {
    const { list } = this
    const seen = { top: list.top, range: list.range }
    const first = list.rows.find((row) => list.edges(row).bottom >= 1)
    if (this.endsHere && seen.range - seen.top <= 80) {
      return () => {
        // the end is no longer held
        if (!this.endsHere) return
        if (list.range !== seen.range) expect(list.top).toBe(list.range)
        else expect(list.top).toBe(seen.top)
      }
    }
    const place = first === undefined ? 0 : list.edges(first).top
    return () => {
      if (first === undefined || !list.has(first)) return
      // With too few rows, the position is not reachable.
      if (list.top === 0 || list.top === list.range) return
      // Half a pixel too high before, and half a pixel too low after.
      expect(Math.abs(list.edges(first).top - place)).toBeLessThan(1 + 1e-9)
    }
  }
}

describe('the anchor of a list', () => {
  it('stays in place while other rows appear, disappear and grow', () => {
    fc.assert(
      fc.property(
        fc.array(pixels, { maxLength: 40 }),
        fc.array(step, { maxLength: 60 }),
        (heights, steps) => {
          const given = new GivenConversation(heights)
          const { list } = given
          for (const one of steps) {
            if (one.kind === 'wheel') {
              list.wheel(one.by)
              if (one.told) given.settle()
              continue
            }
            const check = given.expected()
            if (one.kind === 'older') given.change([...given.make(one.heights), ...list.rows])
            if (one.kind === 'newer' && !given.endsHere)
              given.change([...list.rows, ...given.make(one.heights)], one.heights.length < 20)
            if (one.kind === 'live' && given.endsHere)
              given.change([...list.rows, ...given.make(one.heights)])
            if (one.kind === 'letGo') {
              const { rows } = list
              const inSight = rows.filter((row) => {
                const { top, bottom } = list.edges(row)
                return bottom >= 1 && top < list.height
              })
              const far = rows.filter((row) => !inSight.includes(row))
              const [from, to] = [rows.indexOf(inSight[0] as Row), rows.indexOf(inSight.at(-1) as Row)]
              const gone = far.filter((row) =>
                one.first ? rows.indexOf(row) < from : rows.indexOf(row) > to,
              )
              const cut = new Set(
                one.first ? gone.slice(0, one.count) : gone.slice(-one.count || gone.length),
              )
              const kept = rows.filter((row) => !cut.has(row))
              given.change(kept, given.endsHere && kept.at(-1) === rows.at(-1))
            }
            if (one.kind === 'grow') {
              // A scroll in the same frame is handled first.
              given.settle()
              const row = list.rows[one.place % Math.max(1, list.rows.length)]
              if (row !== undefined) row.height = one.to
              list.clamp()
              given.settle()
            }
            if (one.kind === 'resize') {
              given.settle()
              list.height = one.height
              given.settle()
            }
            check()
            const { scrolled } = list
            given.settle()
            expect(list.scrolled).toBe(scrolled)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('does not drift over 200 pages up and 200 down', () => {
    fc.assert(
      fc.property(fc.array(pixels, { minLength: 40, maxLength: 60 }), pixels, (heights, odd) => {
        const given = new GivenConversation(heights)
        const { list } = given
        list.wheel(-600)
        given.settle()
        const row = list.rows.find((one) => list.edges(one).top > 0) as Row
        const place = list.edges(row).top
        const pages = Array.from({ length: 200 }, (_, n) => given.make([odd + n / 7, odd]))
        for (const page of pages) {
          given.change([...page, ...list.rows])
          // Scrolls away and back, so that the anchor rows are chosen again.
          list.wheel(3)
          given.settle()
          list.wheel(-3)
          given.settle()
        }
        expect(Math.abs(list.edges(row).top - place)).toBeLessThan(1)
        for (const page of pages.toReversed()) given.change(list.rows.filter((one) => !page.includes(one)))
        expect(Math.abs(list.edges(row).top - place)).toBeLessThan(1)
      }),
      { numRuns: 3 },
    )
  })

  it('stays in place when a row above grows in the frame of a scroll', () => {
    const given = new GivenConversation(Array.from({ length: 40 }, () => 50))
    const { list } = given
    list.wheel(-700)
    given.settle()
    const row = list.rows.find((one) => list.edges(one).top >= 0) as Row
    const place = list.edges(row).top
    const [first] = list.rows
    if (first !== undefined) first.height = 333
    list.wheel(-100)
    given.settle()
    expect(list.edges(row).top).toBe(place + 100)
  })

  it('does not correct an old offset after more rows were loaded at the end', () => {
    const given = new GivenConversation([20, 100.39, 48.13, 289.07, 42.91, 20])
    const { list } = given
    list.wheel(-21)
    given.change(list.rows.slice(0, -1), false)
    list.wheel(1)
    given.change([...given.make([22.9]), ...list.rows])
    const row = list.rows[1] as Row
    const place = list.edges(row).top
    expect(list.top).toBe(list.range)
    given.change([...list.rows, ...given.make([20])])
    expect(list.edges(row).top).toBe(place)
  })

  it('is never the end where the conversation goes on: a page that comes there is read on to', () => {
    const given = new GivenConversation(Array.from({ length: 20 }, () => 50))
    const { list } = given
    given.change(list.rows, false)
    const { top } = list
    given.change([...list.rows, ...given.make([50, 50, 50, 50])], true)
    expect(list.top).toBe(top)
    expect(given.hold.anchor).not.toBe('end')
  })

  it('goes to a row at the top or in the middle, and to the end', () => {
    const given = new GivenConversation(Array.from({ length: 40 }, () => 50))
    const { list } = given
    const row = list.rows[20] as Row
    goTo(list, row, { align: 'start', endsHere: true })
    expect(list.edges(row).top).toBe(0)
    goTo(list, row, { align: 'center', endsHere: true })
    expect(list.edges(row).top).toBe(225)
    expect(goTo(list, null, { align: 'start', endsHere: true }).anchor).toBe('end')
    expect(list.top).toBe(list.range)
  })
})
