import type { Language } from '../../languages.js'
import { type Interval, type PartFault, WEEKDAYS, type Week, type Weekday } from '../../opening-hours/week.js'
import { entriesFault, entriesOf, type ScheduleEntry, weekOfEntries } from '../../opening-hours/wire.js'
import {
  type Json,
  listOf,
  may,
  nullableSchema,
  oneOf,
  requiredProperty,
  strictObject,
  TEXT,
} from './json.js'
import type { AddedLater, AnswerProperty, Kind, OptionalInBody, Types } from './kind.js'

/** Opening hours by the days of a week; clients use entries (opening-hours/wire.ts). */
export interface HoursField extends AddedLater {
  readonly kind: 'hours'
  /** maximum of parts a day */
  readonly most: number
  /** default week; unset if absent */
  readonly default?: Week
}
interface HoursTypes extends Types {
  stored: Interval[]
  said: OptionalInBody<this, ScheduleEntry[] | null>
  shown: AnswerProperty<this, Required<ScheduleEntry>[]>
}
declare module './kind.js' {
  interface Declared {
    hours: [HoursField, HoursTypes]
  }
}
export const hours = <const F extends Omit<HoursField, 'kind'>>(field: F) =>
  ({ kind: 'hours', ...field }) as const

const TIME_OF_DAY = '(?:[01][0-9]|2[0-3]):[0-5][0-9]'
const matchingText = (pattern: string): Json => ({ pattern: `^(?:${pattern})$`, type: 'string' })
/** A part in its stored form. */
export const STORED_PART = {
  ...requiredProperty('from', matchingText(TIME_OF_DAY)),
  ...requiredProperty('until', matchingText(`${TIME_OF_DAY}|24:00`)),
}
/** The times of a part, as on the wire. */
export const BODY_TIMES = {
  ...requiredProperty('startTime', matchingText(`${TIME_OF_DAY}|`)),
  ...requiredProperty('endTime', matchingText(`${TIME_OF_DAY}|24:00|`)),
}
/** The times of a part as clients read them. */
export const SHOWN_TIMES = { ...requiredProperty('startTime', TEXT), ...requiredProperty('endTime', TEXT) }

const WEEKDAY = requiredProperty('weekdayEn', oneOf(WEEKDAYS))
const STORED_ENTRY = strictObject({ ...requiredProperty('day', oneOf(WEEKDAYS)), ...STORED_PART })
const BODY_ENTRY = strictObject({
  ...may('weekday', { maxLength: 40, type: 'string' }),
  ...WEEKDAY,
  ...BODY_TIMES,
})
const SHOWN_ENTRY = strictObject({ ...requiredProperty('weekday', TEXT), ...WEEKDAY, ...SHOWN_TIMES })

const entriesIn = (said: unknown) => (said ?? []) as readonly ScheduleEntry[]

/** The entries of a week in a body: on average at most `most` a day. */
export const bodyEntries = (most: number): Json => listOf(BODY_ENTRY, { maxItems: most * WEEKDAYS.length })
/** The entries of a week as answers have them. */
export const SHOWN_ENTRIES: Json = listOf(SHOWN_ENTRY)

const FAULT_CODES = { empty: 'ERR_HOURS_EMPTY', overlap: 'ERR_HOURS_OVERLAP' } as const
/** Error codes for invalid hours. */
export const HOURS_FAULTS = Object.values(FAULT_CODES)
/** The error code of a fault. */
export const codeOfFault = (fault: PartFault | null) => fault && FAULT_CODES[fault.why]

/** The name of a weekday. */
export const weekdayIn = (day: Weekday, language: Language, width: 'short' | 'long' = 'short'): string =>
  // 1 January 2024 was a Monday
  new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day)),
  )

/** A week as text. */
export const weekIn = (week: Week, language: Language): string =>
  week.map(({ day, from, until }) => `${weekdayIn(day, language)} ${from}–${until}`).join(', ')

export const hoursKind: Kind<HoursField> = {
  by: 'body',
  stored: () => listOf(STORED_ENTRY),
  said: ({ most }, name) => may(name, nullableSchema(bodyEntries(most))),
  shown: (_field, name) => requiredProperty(name, SHOWN_ENTRIES),
  // a document of an earlier version of the view may lack the field
  show: (field, name, value) => ({ [name]: entriesOf((value ?? field.default ?? []) as Week) }),
  blank: (field) => [...(field.default ?? [])],
  kept: (field, said) => weekOfEntries(entriesIn(said)) ?? [...(field.default ?? [])],
  fits: ({ most }, said) =>
    WEEKDAYS.every((day) => entriesIn(said).filter((one) => one.weekdayEn === day).length <= most),
  faults: HOURS_FAULTS,
  fault: (_field, said) => codeOfFault(entriesFault(entriesIn(said))),
  read: (_field, value, language) => weekIn(value as Week, language),
}
