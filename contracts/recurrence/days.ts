import { dayAfter, lengthOf } from '../opening-hours/calendar.js'
import { RULE_LIMITS, type Rule } from './rule.js'

const DAY_MS = 86_400_000
/** Maximum of periods searched: ten years of days, and the years without 29 February. */
const PERIODS = 4000

const twoDigits = (value: number): string => String(value).padStart(2, '0')
const dayOf = (year: number, month: number, day: number): string =>
  `${year}-${twoDigits(month)}-${twoDigits(day)}`
/** Weekday: 1 is Monday, 7 is Sunday. 1 January 2024 was a Monday. */
export const weekdayOf = (day: string): number =>
  (((((Date.parse(day) - Date.UTC(2024, 0, 1)) / DAY_MS) % 7) + 7) % 7) + 1

/**
 * The day of a month by the rule, as a list; empty if the month lacks the day and the rule skips such a
 * month.
 */
const inMonth = ({ day, short, start }: Rule, year: number, month: number): string[] => {
  const last = lengthOf(year, month)
  const wanted = day === 'last' ? last : (day ?? Number(start.slice(8)))
  return wanted > last && short === 'skip' ? [] : [dayOf(year, month, Math.min(wanted, last))]
}

/** The days of occurrences in the period with this number, in order; the first occurrence is in period 0. */
const daysIn = (rule: Rule, period: number): string[] => {
  const { every, interval, weekdays, start } = rule
  const steps = period * interval
  const [year, month] = [Number(start.slice(0, 4)), Number(start.slice(5, 7))]
  if (every === 'day') return [dayAfter(start, steps)]
  if (every === 'week') {
    const first = weekdayOf(start)
    const wanted = weekdays.length === 0 ? [first] : [...weekdays].sort((a, b) => a - b)
    return wanted.map((weekday) => dayAfter(start, weekday - first + steps * 7))
  }
  if (every === 'year') return inMonth(rule, year + steps, rule.month ?? month)
  const months = year * 12 + month - 1 + steps
  return inMonth(rule, Math.floor(months / 12), (months % 12) + 1)
}

/** The days of a rule's occurrences in order, from the first to the rule's end. */
export function* daysOf(rule: Rule): Generator<string> {
  const { start, until, count } = rule
  const latest = until ?? dayAfter(start, RULE_LIMITS.years * 366)
  let left = count ?? Number.POSITIVE_INFINITY
  if (start > latest || left < 1) return
  yield start
  left -= 1
  for (let period = 0; period < PERIODS; period++) {
    for (const day of daysIn(rule, period)) {
      if (day <= start) continue
      if (day > latest || left < 1) return
      yield day
      left -= 1
    }
  }
}
