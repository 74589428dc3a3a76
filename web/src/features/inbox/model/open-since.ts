import { type OpeningHours, openMinutes } from '@guiche/contracts/opening-hours/hours-at.js'

const MINUTE = 60_000

/**
 * When a wait would have begun, had the time in which nobody was there not passed. `since` is ISO-8601, `now` in ms;
 * `hours` are null where none count.
 */
export const openSince = (
  hours: OpeningHours | null,
  timezone: string,
  since: string,
  now: number,
): string =>
  hours === null
    ? since
    : new Date(now - openMinutes(hours, timezone, Date.parse(since), now) * MINUTE).toISOString()
