import { isZone } from '../local-time.js'
import { dayAfter, lengthOf } from '../opening-hours/calendar.js'
import { RULE_LIMITS, RULE_PERIODS, type RuleInput, type RulePart } from './rule.js'

const isDay = (day: string): boolean => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(day) && month >= 1 && month <= 12 && date >= 1 && date <= lengthOf(year, month)
  )
}
const isWhole = (value: number, most: number): boolean =>
  Number.isInteger(value) && value >= 1 && value <= most
const isDayWrong = ({ every, day = null, month = null, weekdays = [] }: RuleInput): boolean => {
  if (!weekdays.every((weekday) => isWhole(weekday, 7))) return true
  if (month !== null && !isWhole(month, 12)) return true
  if (day === null || day === 'last') return false
  // checked in a leap year, which has all days
  return !isWhole(day, every === 'year' && month !== null ? lengthOf(2024, month) : 31)
}
const isEndWrong = ({ until = null, count = null }: RuleInput, now: string): boolean => {
  if (count !== null) return until !== null || !isWhole(count, RULE_LIMITS.count)
  return until === null || !isDay(until) || until > dayAfter(now.slice(0, 10), RULE_LIMITS.years * 365)
}

/** The invalid part of a rule; null for a valid rule. `now`: a rule ends at most ten years later. */
export const invalidPartOf = (rule: RuleInput, now: string): RulePart | null => {
  if (!RULE_PERIODS.includes(rule.every) || !isWhole(rule.interval ?? 1, RULE_LIMITS.interval)) return 'every'
  if (!isZone(rule.timezone)) return 'timezone'
  if (isDayWrong(rule)) return 'day'
  return isEndWrong(rule, now) ? 'end' : null
}
