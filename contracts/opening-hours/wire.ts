import {
  type Interval,
  inOrder,
  type Part,
  type PartFault,
  partsFault,
  WEEKDAYS,
  type Week,
  type Weekday,
  weekFault,
} from './week.js'

/** Opening hours on the wire: an entry for each part of a day. */
export interface ScheduleEntry {
  /** the Portuguese name of the day; only written, never read */
  readonly weekday?: string
  readonly weekdayEn: Weekday
  readonly startTime: string
  readonly endTime: string
}
type Entries = readonly ScheduleEntry[]

const NAMES: Readonly<Record<Weekday, string>> = {
  monday: 'Segunda-feira',
  tuesday: 'Terça-feira',
  wednesday: 'Quarta-feira',
  thursday: 'Quinta-feira',
  friday: 'Sexta-feira',
  saturday: 'Sábado',
  sunday: 'Domingo',
}
const CLOSED_TIME = '00:00'
/** The wire has no 24:00: its last minute means the end of the day. */
const LAST_MINUTE = '23:59'

export type Times = Pick<ScheduleEntry, 'startTime' | 'endTime'>
const isClosed = ({ startTime, endTime }: Times): boolean =>
  (startTime === '' && endTime === '') || (startTime === CLOSED_TIME && endTime === CLOSED_TIME)

const isEmpty = ({ startTime, endTime }: Times): boolean =>
  startTime === '' || endTime === '' || startTime === endTime

/** A part as stored. An end of 23:59, or of 00:00 after a later begin, means midnight. */
export const partOf = ({ startTime, endTime }: Times): Part => ({
  from: startTime,
  until: endTime === LAST_MINUTE || endTime === CLOSED_TIME ? '24:00' : endTime,
})
/** The times of a part as clients read them. */
export const timesOf = ({ from, until }: Part): { startTime: string; endTime: string } => ({
  startTime: from,
  endTime: until === '24:00' ? LAST_MINUTE : until,
})

/**
 * The week of wire entries. An entry from 00:00 to 00:00, or without times, is no part of its day. A day
 * without entry has no part. Entries without any times mean unset hours: null.
 */
export const weekOfEntries = (entries: Entries): Interval[] | null =>
  entries.every(({ startTime, endTime }) => startTime === '' && endTime === '')
    ? null
    : inOrder(
        entries.flatMap((entry) => (isClosed(entry) ? [] : [{ day: entry.weekdayEn, ...partOf(entry) }])),
      )

/** The entries of a week, in order: a closed day has one entry from 00:00 to 00:00. */
export const entriesOf = (week: Week): Required<ScheduleEntry>[] =>
  WEEKDAYS.flatMap((day) => {
    const parts = inOrder(week).filter((part) => part.day === day)
    const times =
      parts.length === 0
        ? [{ startTime: CLOSED_TIME, endTime: CLOSED_TIME }]
        : parts.map((part) => timesOf(part))
    return times.map((of) => ({ weekday: NAMES[day], weekdayEn: day, ...of }))
  })

/** The first invalid entry: it has only one time, no length, or overlaps another entry. */
export const entriesFault = (entries: Entries): PartFault | null => {
  const kept = entries.flatMap((entry, at) => (isClosed(entry) ? [] : [{ entry, at }]))
  const empty = kept.find(({ entry }) => isEmpty(entry))
  if (empty !== undefined) return { at: empty.at, why: 'empty' }
  const fault = weekFault(kept.map(({ entry }) => ({ day: entry.weekdayEn, ...partOf(entry) })))
  return fault && { ...fault, at: kept[fault.at]?.at ?? 0 }
}

/** The first invalid entry of a single day's times, as by `entriesFault`. */
export const timesFault = (times: readonly Times[]): PartFault | null => {
  const empty = times.findIndex(isEmpty)
  return empty === -1 ? partsFault(times.map(partOf)) : { at: empty, why: 'empty' }
}
