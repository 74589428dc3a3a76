import { dayAt, localTime } from '@guiche/contracts/local-time.js'
import { dayAfter, lengthOf, momentOf } from '@guiche/contracts/opening-hours/calendar.js'
import { weekdayOf } from '@guiche/contracts/recurrence/days.js'
import { occurrencesIn } from '@guiche/contracts/recurrence/occurrences.js'
import type { PlannedMessage } from './schedule-order.js'

export const CALENDAR_VIEWS = ['month', 'week', 'day', 'list'] as const
export type View = (typeof CALENDAR_VIEWS)[number]

const monthOf = (day: string) => [Number(day.slice(0, 4)), Number(day.slice(5, 7))] as const
const firstOf = (day: string): string => `${day.slice(0, 7)}-01`
const mondayOf = (day: string): string => dayAfter(day, 1 - weekdayOf(day))
const daysFrom = (first: string, days: number): string[] =>
  Array.from({ length: days }, (_, n) => dayAfter(first, n))

/** The days (`yyyy-MM-dd`) that a view shows around a day; a month has whole weeks. */
export const daysShown = (view: View, day: string): readonly string[] => {
  if (view === 'day') return [day]
  if (view === 'week') return daysFrom(mondayOf(day), 7)
  const [first, days] = [firstOf(day), lengthOf(...monthOf(day))]
  if (view === 'list') return daysFrom(first, days)
  const start = mondayOf(first)
  return daysFrom(start, Math.ceil((weekdayOf(first) - 1 + days) / 7) * 7)
}

/** The day of a view after a step forward or back by its length. */
export const stepDay = (view: View, day: string, by: 1 | -1): string => {
  if (view === 'day') return dayAfter(day, by)
  if (view === 'week') return dayAfter(day, 7 * by)
  return firstOf(dayAfter(firstOf(day), by === 1 ? 31 : -1))
}

/** The first moment of these days in a zone, and the moment after their end. */
export const rangeOf = (days: readonly string[], zone: string): { from: string; to: string } => {
  const at = (day: string) => new Date(momentOf(zone, day, 0)).toISOString()
  return { from: at(days[0] as string), to: at(dayAfter(days.at(-1) as string, 1)) }
}

/** A moment's local time in a zone, `HH:mm`. */
export const timeIn = (zone: string, sendAt: string): string => {
  const { hour, minute } = localTime(zone, Date.parse(sendAt))
  return `${hour}:${minute}`
}

/** A calendar entry: a planned message, or a future occurrence of a recurring one. */
export interface Entry {
  readonly key: string
  readonly planned: PlannedMessage
  readonly sendAt: string
  /** its day and time in the calendar's zone */
  readonly day: string
  readonly time: string
  /** the day of the occurrence by its rule; null for a message without series */
  readonly occurrence: string | null
}

/** The entries of a range by day, each day by time. */
export const entriesOf = (
  rows: readonly PlannedMessage[],
  zone: string,
  { from, to }: { readonly from: string; readonly to: string },
): ReadonlyMap<string, readonly Entry[]> => {
  const entryOf = (planned: PlannedMessage, sendAt: string, occurrence: string | null): Entry => ({
    ...{ key: `${planned.id}/${occurrence ?? ''}`, planned, sendAt, occurrence },
    ...{ day: dayAt(zone, Date.parse(sendAt)), time: timeIn(zone, sendAt) },
  })
  const all = rows.flatMap((planned): Entry[] => {
    const { repeats, sendAt, status } = planned
    const own = repeats && dayAt(repeats.timezone, Date.parse(sendAt))
    const head = sendAt >= from && sendAt < to ? [entryOf(planned, sendAt, own)] : []
    if (repeats === null || own === null || status !== 'PENDENTE') return head
    const options = { after: own, except: planned.series?.except ?? [] }
    const further = occurrencesIn(repeats, [Date.parse(from), Date.parse(to)], options)
    return [...head, ...further.map((one) => entryOf(planned, one.sendAt, one.day))]
  })
  const days = new Map<string, Entry[]>()
  for (const entry of all.sort((a, b) => (a.sendAt < b.sendAt ? -1 : 1))) {
    days.set(entry.day, [...(days.get(entry.day) ?? []), entry])
  }
  return days
}

/**
 * The moment of an entry dragged to a day, and to an hour if the view has hours. The minutes stay the same in
 * the zone's local time, even across a change of clocks.
 */
export const moveTo = (sendAt: string, zone: string, day: string, hour: number | null): string => {
  const { hour: own, minute } = localTime(zone, Date.parse(sendAt))
  return new Date(momentOf(zone, day, (hour ?? Number(own)) * 60 + Number(minute))).toISOString()
}

/** Whether a message may still be moved or changed. */
export const isOpen = ({ status }: Pick<PlannedMessage, 'status'>): boolean =>
  status === 'PENDENTE' || status === 'ERRO'

const STATES = { ERR_SCHEDULE_SKIPPED: 'SKIPPED', ERR_SCHEDULE_DROPPED: 'DROPPED' } as const
/** The status for display: a skipped or cancelled message is no error. */
export const stateOf = ({ status, error }: Pick<PlannedMessage, 'status' | 'error'>): keyof typeof TONES => {
  const known = error !== null && Object.hasOwn(STATES, error)
  return status === 'ERRO' && known ? STATES[error as keyof typeof STATES] : status
}
export const TONES = {
  PENDENTE: 'waiting',
  AGENDADA: 'open',
  ENVIADA: 'good',
  ERRO: 'failed',
  SKIPPED: 'closed',
  DROPPED: 'closed',
} as const
