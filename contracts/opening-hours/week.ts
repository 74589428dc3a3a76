export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof WEEKDAYS)[number]

/**
 * A part of a day: `HH:mm` each, `24:00` for an end at midnight. A part that ends before it begins continues
 * after midnight and belongs to the day of its begin.
 */
export interface Part {
  readonly from: string
  readonly until: string
}
/** A part of a weekday. */
export interface Interval extends Part {
  readonly day: Weekday
}
/** The open parts of a week. */
export type Week = readonly Interval[]

/** Maximum of parts a day. */
export const MOST_A_DAY = 6
const DAY_MINUTES = 1440
const WEEK_MINUTES = DAY_MINUTES * WEEKDAYS.length
/** A part of 24 hours. */
export const ROUND_THE_CLOCK: Part = { from: '00:00', until: '24:00' }

const OFFICE: Part = { from: '08:00', until: '18:00' }
/** Default hours by the specification: closed on Sunday. */
export const DEFAULT_WEEK: Week = [
  ...WEEKDAYS.slice(0, 5).map((day) => ({ day, ...OFFICE })),
  { day: 'saturday', from: '08:00', until: '12:00' },
]

/** The minutes of a time of day (`HH:mm`) since midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Begin and end of a part in minutes since midnight of its own day; an end after midnight exceeds a day. */
export const spanOf = ({ from, until }: Part): readonly [number, number] => {
  const [begin, end] = [minutesOf(from), minutesOf(until)]
  return [begin, end > begin ? end : end + DAY_MINUTES]
}

/** An invalid part: its index in the list, and the fault. */
export interface PartFault {
  readonly at: number
  readonly why: 'empty' | 'overlap'
}
interface Span {
  readonly at: number
  readonly begin: number
  readonly end: number
}

/** The first fault of spans in a circle of minutes: of two overlapping parts, the later one is invalid. */
const faultOf = (parts: readonly Part[], spans: readonly Span[], circle: number): PartFault | null => {
  const empty = parts.findIndex(({ from, until }) => from === '' || until === '' || from === until)
  if (empty !== -1) return { at: empty, why: 'empty' }
  const sorted = [...spans].sort((a, b) => a.begin - b.begin || a.at - b.at)
  for (const [index, { at, end }] of sorted.entries()) {
    const next = sorted[index + 1]
    if (next !== undefined && end > next.begin) return { at: next.at, why: 'overlap' }
    const first = sorted[0]
    if (next === undefined && first !== undefined && end - circle > first.begin) return { at, why: 'overlap' }
  }
  return null
}

/** The fault in a week's parts; null if each part has a length and none overlap, including Sunday night. */
export const weekFault = (week: Week): PartFault | null =>
  faultOf(
    week,
    week.map(({ day, ...part }, at) => {
      const [begin, end] = spanOf(part)
      const midnight = WEEKDAYS.indexOf(day) * DAY_MINUTES
      return { at, begin: midnight + begin, end: midnight + end }
    }),
    WEEK_MINUTES,
  )

/**
 * The fault in the parts of a single day. A part that continues after midnight may overlap the day's own
 * morning.
 */
export const partsFault = (parts: readonly Part[]): PartFault | null =>
  faultOf(
    parts,
    parts.map((part, at) => {
      const [begin, end] = spanOf(part)
      return { at, begin, end }
    }),
    Number.POSITIVE_INFINITY,
  )

/** The parts by weekday and time. */
export const inOrder = (week: Week): Interval[] =>
  [...week].sort(
    (a, b) => WEEKDAYS.indexOf(a.day) - WEEKDAYS.indexOf(b.day) || minutesOf(a.from) - minutesOf(b.from),
  )
