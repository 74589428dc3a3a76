import { localTime } from '@guiche/contracts/local-time.js'

/** First and last moment, both included, ISO times. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** Replace a missing start, or a missing end, of a period. */
export const FIRST_DAY = '1970-01-01'
export const LAST_DAY = '9999-12-30'

const DAY_MS = 86_400_000

/** Offset of a zone's clocks from UTC at a moment, in ms. */
const offsetAt = (timezone: string, at: number): number => {
  const { year, month, day, hour, minute, second } = localTime(timezone, at)
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - Math.floor(at / 1000) * 1000
}

/**
 * First moment of a day in the zone: if clocks go forward at midnight, the day begins later. Null if the day
 * does not exist.
 */
const startOf = (timezone: string, day: string): number | null => {
  const utc = Date.parse(`${day}T00:00:00.000Z`)
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 10) !== day) return null
  let [before, begun] = [utc - DAY_MS, utc + DAY_MS]
  while (begun - before > 1) {
    const at = Math.floor((before + begun) / 2)
    if (at + offsetAt(timezone, at) >= utc) begun = at
    else before = at
  }
  return begun
}

/** The day that is `days` days after `day`; the next day by default. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** First and last moment of the days `first` to `last` in the zone; null for an invalid day. */
export const periodOf = (timezone: string, first: string, last: string): Period | null => {
  const from = startOf(timezone, first)
  const end = startOf(timezone, last)
  const to = end === null ? null : startOf(timezone, dayAfter(last))
  if (from === null || to === null) return null
  return { from: new Date(from).toISOString(), to: new Date(to - 1).toISOString() }
}
