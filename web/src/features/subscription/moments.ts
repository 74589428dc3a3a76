import { dayAt } from '@guiche/contracts/local-time.js'
import dayjs from 'dayjs'

/** The day of a moment in a time zone: a due date is the same day for all readers. '' for none. */
export const dayOf = (moment: string | null, zone: string): string =>
  moment === null ? '' : dayjs(dayAt(zone, Date.parse(moment))).format('DD/MM/YYYY')

/** Day and time of a moment; '' for none. */
export const timeOf = (moment: string | null): string =>
  moment === null ? '' : dayjs(moment).format('DD/MM/YYYY HH:mm')
