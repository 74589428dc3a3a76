import { dayAt, localTime } from '../local-time.js'
import { dayAfter, momentOf } from '../opening-hours/calendar.js'
import { daysOf } from './days.js'
import type { Rule, RuleInput } from './rule.js'

/**
 * One occurrence: its moment, and its day in the rule's zone. The day identifies the occurrence, even after a
 * move.
 */
export interface Occurrence {
  readonly day: string
  /** ISO-8601 in UTC */
  readonly sendAt: string
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const occurrenceOn = ({ timezone, time }: Rule, day: string): Occurrence => ({
  day,
  sendAt: new Date(momentOf(timezone, day, minutesOf(time))).toISOString(),
})

/** A rule whose first occurrence is at a moment, to the minute. */
export const ruleFrom = (said: RuleInput, sendAt: string): Rule => {
  const { every, timezone, interval = 1, weekdays = [], day = null, month = null } = said
  const { short = 'last', until = null, count = null } = said
  const { hour, minute } = localTime(timezone, Date.parse(sendAt))
  return {
    ...{
      every,
      interval,
      weekdays: [...new Set(weekdays)].sort(),
      day,
      month,
      short,
      until,
      count,
      timezone,
    },
    start: dayAt(timezone, Date.parse(sendAt)),
    time: `${hour}:${minute}`,
  }
}

/**
 * The next occurrence after the day `day`; null if there is none. `except`: omitted days. A time skipped by a change of clocks
 * moves to the change; a repeated time counts the first time.
 */
export const nextAfter = (rule: Rule, day: string, except: readonly string[] = []): Occurrence | null => {
  for (const next of daysOf(rule)) {
    if (next > day && !except.includes(next)) return occurrenceOn(rule, next)
  }
  return null
}

/** The moment of a day's occurrence; null if the rule has none on that day. */
export const timeOn = (rule: Rule, day: string): string | null => {
  for (const one of daysOf(rule)) {
    if (one === day) return occurrenceOn(rule, day).sendAt
    if (one > day) break
  }
  return null
}

/**
 * The occurrences from `first` until now, at most `most`, and the next occurrence after them; null: `due` has
 * the last occurrence.
 */
export const occurrencesUntil = (
  rule: Rule,
  first: Occurrence,
  now: string,
  { except, most }: { readonly except: readonly string[]; readonly most: number },
): readonly [due: readonly Occurrence[], next: Occurrence | null] => {
  const due = [first]
  for (const day of daysOf(rule)) {
    if (day <= first.day || except.includes(day)) continue
    const one = occurrenceOn(rule, day)
    if (one.sendAt > now || due.length >= most) return [due, one]
    due.push(one)
  }
  return [due, null]
}

/** Number of occurrences from `day` on, including the occurrence of `day`. */
export const remainingOccurrences = (rule: Rule, day: string): number => {
  let left = 0
  for (const next of daysOf(rule)) if (next >= day) left += 1
  return left
}

/** The first `limit` occurrences between two moments in milliseconds, the end excluded. */
export const occurrencesIn = (
  rule: Rule,
  [from, to]: readonly [number, number],
  {
    after = '',
    except = [],
    limit = 400,
  }: { after?: string; except?: readonly string[]; limit?: number } = {},
): Occurrence[] => {
  const found: Occurrence[] = []
  const [first, last] = [dayAfter(dayAt(rule.timezone, from), -1), dayAfter(dayAt(rule.timezone, to), 1)]
  for (const day of daysOf(rule)) {
    if (day > last || found.length >= limit) break
    if (day < first || day <= after || except.includes(day)) continue
    const one = occurrenceOn(rule, day)
    const at = Date.parse(one.sendAt)
    if (at >= from && at < to) found.push(one)
  }
  return found
}
