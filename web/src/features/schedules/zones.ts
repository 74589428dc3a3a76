import { dayAt } from '@guiche/contracts/local-time.js'
import { timeIn } from './calendar.js'

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
/** The device's time zone at the page's load: a calendar asks for it thousands of times. */
export const ownZone = (): string => OWN_ZONE

/** A moment's local time in a zone, `dd/MM/yyyy HH:mm`. */
export const momentIn = (zone: string, sendAt: string): string => {
  const [year, month, day] = dayAt(zone, Date.parse(sendAt)).split('-')
  return `${day}/${month}/${year} ${timeIn(zone, sendAt)}`
}

/** Whether two zones show different times at a moment. */
export const zonesDiffer = (zone: string, other: string, sendAt: string): boolean =>
  momentIn(zone, sendAt) !== momentIn(other, sendAt)
