/** The periods that a rule counts in. */
export const RULE_PERIODS = ['day', 'week', 'month', 'year'] as const
export type Period = (typeof RULE_PERIODS)[number]

/** A recurrence as users set it. The moment of the first occurrence is set separately. */
export interface RuleInput {
  readonly every: Period
  /** occurs in every n-th period; 1 unless given */
  readonly interval?: number
  /** for a week: 1 is Monday, 7 is Sunday; the first occurrence's day unless given */
  readonly weekdays?: number[]
  /** for a month or year; the first occurrence's day unless given */
  readonly day?: number | 'last' | null
  /** for a year; the first occurrence's month unless given */
  readonly month?: number | null
  /** a month without the day: skip the occurrence, or use the month's last day; `last` unless given */
  readonly short?: 'skip' | 'last'
  /** the last day (`yyyy-MM-dd`) that may have an occurrence */
  readonly until?: string | null
  /** number of occurrences, including the first one */
  readonly count?: number | null
  /** IANA name of the time zone */
  readonly timezone: string
}

/**
 * A recurrence. Days and times are local to the rule's time zone, so a change of clocks does not move an
 * occurrence.
 */
export interface Rule extends Required<RuleInput> {
  /** day (`yyyy-MM-dd`) of the first occurrence */
  readonly start: string
  /** `HH:mm` of every occurrence */
  readonly time: string
}

/** Maximum of occurrences of a rule, and of periods between two occurrences. */
export const RULE_LIMITS = { count: 500, interval: 99, years: 10 } as const

/** The parts of a rule that may be invalid. */
export type RulePart = 'every' | 'day' | 'end' | 'timezone'
