import { dayAt } from '@guiche/contracts/local-time.js'
import { formatDay, formatDayAndTime } from '../../base/dates.js'

/** The day of a moment in a time zone: a due date is the same day for all readers. '' for none. */
export const dayInZone = (moment: string | null, zone: string): string =>
  moment === null ? '' : formatDay(dayAt(zone, Date.parse(moment)))

/** Day and time of a moment; '' for none. */
export const dayAndTime = (moment: string | null): string => (moment === null ? '' : formatDayAndTime(moment))
