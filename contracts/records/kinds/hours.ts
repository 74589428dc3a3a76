import type { Language } from '../../languages.js'
import { listOf, may, must, nullable, oneOf, strict } from './json.js'
import type { Kind, Later, May, Own, Types } from './kind.js'

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
/** A part of a day, `HH:mm` each; one that ends before it begins goes over midnight. */
export interface Interval {
  readonly day: Weekday
  readonly from: string
  readonly until: string
}
/** Parts of the days of a week, in their order; none where nothing was said. */
export interface HoursField extends Later {
  readonly kind: 'hours'
  /** how many a day at most */
  readonly most: number
}
interface HoursTypes extends Types {
  stored: Interval[]
  said: May<this, Interval[] | null>
  shown: Own<this>
}
declare module './kind.js' {
  interface Declared {
    hours: [HoursField, HoursTypes]
  }
}
export const hours = <const F extends Omit<HoursField, 'kind'>>(field: F) =>
  ({ kind: 'hours', ...field }) as const

const TIME_OF_DAY = { pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$', type: 'string' }
const INTERVAL = strict({
  ...must('day', oneOf(WEEKDAYS)),
  ...must('from', TIME_OF_DAY),
  ...must('until', TIME_OF_DAY),
})
const intervalsIn = (value: unknown) => (value ?? []) as readonly Interval[]
const inOrder = (value: unknown): Interval[] =>
  [...intervalsIn(value)].sort(
    (a, b) => WEEKDAYS.indexOf(a.day) - WEEKDAYS.indexOf(b.day) || (a.from < b.from ? -1 : 1),
  )

/** Whether each interval has a length, and each of a day begins when the one before has ended. */
const fit = (value: unknown): boolean =>
  inOrder(value).every(({ day, from, until }, at, all) => {
    const next = all[at + 1]
    if (from === until) return false
    return next?.day !== day || (from < until && until <= next.from)
  })

/** The name of a weekday. */
export const weekdayIn = (day: Weekday, language: Language): string =>
  // the 1st of January 2024 was a Monday
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day)),
  )

export const hoursKind: Kind<HoursField> = {
  by: 'body',
  stored: () => listOf(INTERVAL),
  said: ({ most }, name) => may(name, nullable(listOf(INTERVAL, { maxItems: most * WEEKDAYS.length }))),
  blank: () => [],
  kept: (_field, said) => inOrder(said).map(({ day, from, until }) => ({ day, from, until })),
  fits: ({ most }, said) =>
    !said ||
    (fit(said) && WEEKDAYS.every((day) => intervalsIn(said).filter((one) => one.day === day).length <= most)),
  read: (_field, value, language) =>
    intervalsIn(value)
      .map(({ day, from, until }) => `${weekdayIn(day, language)} ${from}–${until}`)
      .join(', '),
}
