import { dayAt } from '@guiche/contracts/local-time.js'
import { timeIn } from './calendar.js'

/** The zone of this device. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** `dd/MM/yyyy HH:mm` of a moment by the clocks of a zone. */
export const momentIn = (zone: string, sendAt: string): string => {
  const [year, month, day] = dayAt(zone, Date.parse(sendAt)).split('-')
  return `${day}/${month}/${year} ${timeIn(zone, sendAt)}`
}

/** Whether two zones show different times at a moment. */
export const differs = (zone: string, other: string, sendAt: string): boolean =>
  momentIn(zone, sendAt) !== momentIn(other, sendAt)
