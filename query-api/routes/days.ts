import type { Period } from './ticket-scope.js'

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (timezone: string): Intl.DateTimeFormat => {
  const known = formats.get(timezone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timezone, made)
  return made
}

const DAY_MS = 86_400_000

/** How far a zone's clock is ahead of UTC at a moment, in milliseconds. */
const offsetAt = (timezone: string, at: number): number => {
  const parts = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(at)
      .map((part) => [part.type, Number(part.value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

/** The day (yyyy-MM-dd) that a clock in the zone shows. */
export const dayAt = (timezone: string, at: Date): string =>
  new Date(at.getTime() + offsetAt(timezone, at.getTime())).toISOString().slice(0, 10)

/** Moment at which a day begins in the zone; null when there is no such day. */
const startOf = (timezone: string, day: string): number | null => {
  const utc = Date.parse(`${day}T00:00:00.000Z`)
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 10) !== day) return null
  const guess = utc - offsetAt(timezone, utc)
  // the zone may have changed its clock between the guess and the day's begin
  return utc - offsetAt(timezone, guess)
}

/** The day after, or `days` after. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** First to last moment of the days `first` to `last` in the zone; null when one of them is no day. */
export const periodOf = (timezone: string, first: string, last: string): Period | null => {
  const from = startOf(timezone, first)
  const end = startOf(timezone, last)
  const to = end === null ? null : startOf(timezone, dayAfter(last))
  if (from === null || to === null) return null
  return { from: new Date(from).toISOString(), to: new Date(to - 1).toISOString() }
}
