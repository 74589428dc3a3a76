/** Present layout of a scrolling list, in CSS pixels. Places of rows count from the top of the visible area. */
export interface Layout<Row> {
  /** scroll position */
  readonly top: number
  /** greatest scroll position */
  readonly range: number
  /** height of the visible part */
  readonly height: number
  /** the visible rows, first to last */
  readonly rows: readonly Row[]
  has(row: Row): boolean
  edges(row: Row): { readonly top: number; readonly bottom: number }
  /** Scrolls to `top`, as near as the range and whole pixels allow. */
  scroll(top: number): void
}

/** The rows that stay in place while other rows change. */
export interface ScrollAnchor<Row> {
  /** the end of the list, or the visible rows with their places */
  readonly anchor: 'end' | readonly { readonly row: Row; readonly place: number }[]
  /** scroll position and its limit when the hold was chosen */
  readonly top: number
  readonly range: number
}

/** Pixels from the end within which the end is held. */
const NEAR_END = 80

/** Rows visible by at least a pixel: index of the first row, and index after the last. */
export const inSight = <Row>(layout: Layout<Row>): readonly [from: number, to: number] => {
  const { rows, height } = layout
  const first = rows.findIndex((row) => layout.edges(row).bottom >= 1)
  if (first === -1) return [rows.length, rows.length]
  const beyond = rows.findIndex((row, index) => index > first && layout.edges(row).top >= height)
  return [first, beyond === -1 ? rows.length : beyond]
}

/**
 * `owed`: pixels by which the rows are too low, because a list cannot be scrolled by fractions of a pixel.
 */
const chooseAnchor = <Row>(layout: Layout<Row>, endsHere: boolean, owed: number): ScrollAnchor<Row> => {
  const { top, range, rows } = layout
  if (endsHere && range - top <= NEAR_END) return { anchor: 'end', top, range }
  const held = rows.slice(...inSight(layout)).map((row) => ({ row, place: layout.edges(row).top - owed }))
  return { anchor: held, top, range }
}

/**
 * Scrolls to a row, or to the end (null), and holds the rows visible there. `endsHere`: the last row is the
 * real end.
 */
export const goTo = <Row>(
  layout: Layout<Row>,
  row: Row | null,
  { align, endsHere }: { readonly align: 'start' | 'center'; readonly endsHere: boolean },
): ScrollAnchor<Row> => {
  if (row === null) layout.scroll(layout.range + 1)
  else {
    const { top, bottom } = layout.edges(row)
    const free = align === 'start' ? 0 : Math.max(0, (layout.height - (bottom - top)) / 2)
    layout.scroll(layout.top + top - free)
  }
  return chooseAnchor(layout, endsHere, 0)
}

/**
 * Restores the held rows' places, and chooses the rows to hold from now on. Call before each paint: on
 * scrolling, before and after rows change, and when heights change. Scrolling since `hold` was chosen is
 * kept. So a row that grows in the same frame moves nothing.
 */
export const settleScroll = <Row>(
  layout: Layout<Row>,
  hold: ScrollAnchor<Row>,
  endsHere: boolean,
): ScrollAnchor<Row> => {
  const { anchor: held } = hold
  // a shrinking range reduces the scroll position: the user has not scrolled
  const moved = layout.top - Math.min(hold.top, Math.max(layout.range, layout.top))
  if (held === 'end') {
    const isLeft = Math.abs(moved) >= 1 && hold.range - layout.top > NEAR_END
    if (!isLeft && endsHere && layout.range !== hold.range) layout.scroll(layout.range + 1)
    return chooseAnchor(layout, endsHere, 0)
  }
  const kept = held.find(({ row }) => layout.has(row))
  if (kept === undefined) return chooseAnchor(layout, endsHere, 0)
  const offBy = () => layout.edges(kept.row).top - (kept.place - moved)
  const off = offBy()
  // smaller corrections have no effect, and setting them would stop a finger's momentum
  if (Math.abs(off) > 0.5) layout.scroll(layout.top + off)
  const owed = offBy()
  // More can be owed only at an end of the list, where the place is unreachable. Correcting it later would be
  // a visible jump.
  return chooseAnchor(layout, endsHere, Math.abs(owed) <= 0.5 ? owed : 0)
}
