import { dayAt } from '../local-time.js'
import { dayAfter, momentOf } from './calendar.js'
import { type Part, spanOf, WEEKDAYS, type Week } from './week.js'

/** A day with other hours than its weekday: once, or every year on the same day and month. No parts: closed all day. */
export interface HoursException {
  /** yyyy-MM-dd */
  readonly date: string
  readonly yearly: boolean
  readonly parts: readonly Part[]
}
/** Opening hours: the parts of a week, and exception days. */
export interface OpeningHours<E extends HoursException = HoursException> {
  readonly week: Week
  readonly exceptions: readonly E[]
}

/** State of opening hours at a moment. Moments are in milliseconds. */
export type HoursState<E extends HoursException = HoursException> =
  | {
      readonly open: true
      /** null: no known closing time */
      readonly until: number | null
    }
  | {
      readonly open: false
      /** start of the closed period; null: the company was never open before */
      readonly since: number | null
      /** null: no known opening time */
      readonly until: number | null
      /** the exception of the local day; null: the week decides */
      readonly because: E | null
    }

/** Number of days searched for the next opening, or the last closing. */
const FAR_DAYS = 400
/** Number of days without a closing after which the closing time no longer matters. */
const OPEN_DAYS = 15
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The exception of a day (`yyyy-MM-dd`), or null. */
export const exceptionOn = <E extends HoursException>(exceptions: readonly E[], day: string): E | null =>
  exceptions.find(({ date, yearly }) => date === day || (yearly && date.slice(4) === day.slice(4))) ?? null

const partsOn = ({ week, exceptions }: OpeningHours, day: string): readonly Part[] => {
  const exception = exceptionOn(exceptions, day)
  if (exception !== null) return exception.parts
  const weekday = WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]
  return week.filter((part) => part.day === weekday)
}

interface Range {
  readonly begin: number
  readonly end: number
}
/** Begin and end of a day's parts, in order, without parts skipped by a change of clocks. */
const rangesOn = (hours: OpeningHours, timezone: string, day: string): Range[] =>
  partsOn(hours, day)
    .map(spanOf)
    .sort(([a], [b]) => a - b)
    .map(([begin, end]) => ({ begin: momentOf(timezone, day, begin), end: momentOf(timezone, day, end) }))
    .filter(({ begin, end }) => begin < end)

/** The open ranges of several days, in order. Parts of two days may overlap after midnight. */
function* rangesFrom(hours: OpeningHours, timezone: string, day: string, days: number): Generator<Range> {
  for (let after = 0; after < days; after += 1) yield* rangesOn(hours, timezone, dayAfter(day, after))
}

const isEverOpen = ({ week, exceptions }: OpeningHours): boolean =>
  week.length > 0 || exceptions.some(({ parts }) => parts.length > 0)

const closedSince = (hours: OpeningHours, timezone: string, day: string, at: number): number | null => {
  const lastEnd = (before: number): number =>
    Math.max(
      ...rangesOn(hours, timezone, dayAfter(day, -before)).flatMap(({ end }) => (end <= at ? [end] : [])),
    )
  for (let before = 0; before < FAR_DAYS; before += 1) {
    const end = lastEnd(before)
    // a part of the previous day may end after midnight, later than the day's own parts
    if (Number.isFinite(end)) return Math.max(end, lastEnd(before + 1))
  }
  return null
}

/**
 * Whether the company is open at a moment (milliseconds), until when, and why not. The end of a part counts
 * as closed. `hours` null: always open. `timezone`: an IANA name.
 */
export const hoursAt = <E extends HoursException>(
  hours: OpeningHours<E> | null,
  timezone: string,
  at: number,
): HoursState<E> => {
  if (hours === null) return { open: true, until: null }
  const today = dayAt(timezone, at)
  const because = exceptionOn(hours.exceptions, today)
  if (!isEverOpen(hours)) return { open: false, since: null, until: null, because }
  let until: number | null = null
  for (const { begin, end } of rangesFrom(hours, timezone, dayAfter(today, -1), FAR_DAYS)) {
    if (until === null && begin > at)
      return { open: false, since: closedSince(hours, timezone, today, at), until: begin, because }
    if (until !== null && begin > until) return { open: true, until }
    if (end > Math.max(at, until ?? at)) until = end
    if (until !== null && until > momentOf(timezone, today, 0) + OPEN_DAYS * DAY_MS)
      return { open: true, until: null }
  }
  if (until !== null) return { open: true, until }
  return { open: false, since: closedSince(hours, timezone, today, at), until: null, because }
}

/** The open minutes between two moments (milliseconds); all minutes if there are no hours. */
export const openMinutes = (
  hours: OpeningHours | null,
  timezone: string,
  from: number,
  to: number,
): number => {
  if (to <= from) return 0
  if (hours === null) return (to - from) / MINUTE_MS
  let [open, counted] = [0, from]
  const first = dayAfter(dayAt(timezone, from), -1)
  const days = Math.ceil((to - from) / DAY_MS) + 3
  for (const { begin, end } of rangesFrom(hours, timezone, first, days)) {
    if (begin >= to) break
    open += Math.max(0, Math.min(end, to) - Math.max(begin, counted))
    counted = Math.max(counted, end)
  }
  return open / MINUTE_MS
}
