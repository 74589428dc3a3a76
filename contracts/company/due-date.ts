import { dayAt } from '../local-time.js'
import { dayAfter, lengthOf, momentOf } from '../opening-hours/calendar.js'

/** Payment intervals of a company, by their names on the wire. */
export const RECURRENCES = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const
export type Recurrence = (typeof RECURRENCES)[number]
/** Months by which the due date advances. */
const MONTHS = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
} as const satisfies Record<Recurrence, number>

const DAY_MS = 86_400_000
/** Years with known time zone rules and with four digits, with room for recurrences and grace. */
const YEARS = { first: 1900, last: 9000 }
/** A day (yyyy-MM-dd) of the calendar; not the 30th of February. */
const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string): boolean => {
  if (!DAY.test(text) || Number.isNaN(Date.parse(text))) return false
  const year = Number(text.slice(0, 4))
  return new Date(text).toISOString().startsWith(text) && year >= YEARS.first && year <= YEARS.last
}

/** The last second of a day in a zone, ISO-8601 in UTC. */
const endOfDay = (timezone: string, day: string): string =>
  new Date(momentOf(timezone, dayAfter(day, 1), 0) - 1000).toISOString()

const momentAt = (said: string): number =>
  isDay(said.slice(0, 10)) && said[10] === 'T' ? Date.parse(said) : Number.NaN

/** Whether `dueDateOf` accepts the text: empty, a valid day or a moment. */
export const isDueDate = (said: string | null | undefined): boolean =>
  said == null || said === '' || isDay(said) || !Number.isNaN(momentAt(said))

/**
 * The due date of a user's input. A plain day lasts to its end in the zone, a moment is exact. Null for an empty or
 * invalid input.
 */
export const dueDateOf = (timezone: string, said: string | null | undefined): string | null => {
  if (said == null) return null
  if (isDay(said)) return endOfDay(timezone, said)
  const moment = momentAt(said)
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}

/** The day of the month of a due date; null without one. */
export const dueDayOf = (timezone: string, dueDate: string | null): number | null =>
  dueDate === null ? null : Number(dayAt(timezone, Date.parse(dueDate)).slice(8))

/**
 * The due date after one more recurrence, at the end of its day. The day is `dueDay`, or the last day of a
 * shorter month: 31 January, 28 February, 31 March. A company without a due date gets one from `now`.
 */
export const advanceDueDate = (
  {
    timezone,
    dueDate,
    dueDay,
    recurrence,
  }: {
    readonly timezone: string
    readonly dueDate: string | null
    readonly dueDay: number | null
    readonly recurrence: Recurrence
  },
  now: Date,
): { readonly dueDate: string; readonly dueDay: number } => {
  const from = dayAt(timezone, dueDate === null ? now.getTime() : Date.parse(dueDate))
  const day = dueDay ?? Number(from.slice(8))
  const months = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1 + MONTHS[recurrence]
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1]
  const last = Math.min(day, lengthOf(year, month))
  const next = `${year}-${String(month).padStart(2, '0')}-${String(last).padStart(2, '0')}`
  return { dueDate: endOfDay(timezone, next), dueDay: day }
}

/** Days from today to the due date, by the zone's calendar; negative after the due date. */
export const daysUntil = (timezone: string, dueDate: string, now: Date): number =>
  Math.round(
    (Date.parse(dayAt(timezone, Date.parse(dueDate))) - Date.parse(dayAt(timezone, now.getTime()))) / DAY_MS,
  )
