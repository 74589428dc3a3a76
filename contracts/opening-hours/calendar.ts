import { localTime } from '../local-time.js'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The day (`yyyy-MM-dd`) that is `days` days after `day`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Offset of a zone's clocks from UTC at a moment, in ms. */
const offsetAt = (timezone: string, at: number): number => {
  const { year, month, day, hour, minute, second } = localTime(timezone, at)
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return shown - Math.floor(at / 1000) * 1000
}

/**
 * The first moment between `early` and `late` at which the zone's offset differs from the offset at `early`.
 */
const changeBetween = (timezone: string, early: number, late: number): number => {
  const before = offsetAt(timezone, early)
  let [low, high] = [early, late]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(timezone, middle) === before) low = middle
    else high = middle
  }
  return high
}

/**
 * The moment at which a zone's clocks show these minutes after midnight of a day. More minutes than the day
 * has belong to later days. A repeated hour (clocks go back) counts the first time. A skipped time is the
 * moment of the change. So moments keep the order of their local times.
 */
export const momentOf = (timezone: string, day: string, minutes: number): number => {
  const shown = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS
  const early = offsetAt(timezone, shown - DAY_MS)
  const late = offsetAt(timezone, shown + DAY_MS)
  const fits = (offset: number) => offsetAt(timezone, shown - offset) === offset
  if (early === late || fits(early)) return shown - early
  return fits(late) ? shown - late : changeBetween(timezone, shown - DAY_MS, shown + DAY_MS)
}

/** The number of days of a month. */
export const lengthOf = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate()
