import { type OpeningHours, openMinutes } from '@guiche/contracts/opening-hours/hours-at.js'

const MINUTE = 60_000

/**
 * The start of a wait, moved forward by the closed time. `since` is ISO-8601, `now` in ms; `hours` null:
 * always open.
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
