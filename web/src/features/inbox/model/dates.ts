import type { TicketRecord } from '@guiche/contracts/views/records.js'
import dayjs from 'dayjs'

/** HH:mm in the browser's time zone. */
export const formatTime = (iso: string): string => dayjs(iso).format('HH:mm')

/** dd/MM/yyyy HH:mm. */
export const formatFullDate = (iso: string): string => dayjs(iso).format('DD/MM/YYYY HH:mm')

/** dd/MM/yyyy. */
export const formatDay = (iso: string): string => dayjs(iso).format('DD/MM/YYYY')

/** HH:mm today, else dd/MM/yyyy. */
export const formatMoment = (iso: string): string =>
  dayjs(iso).isSame(dayjs(), 'day') ? formatTime(iso) : formatDay(iso)

/** The first and the last day of a ticket; only the first while the ticket is active. */
export const formatDays = ({ createdAt, closedAt }: Pick<TicketRecord, 'createdAt' | 'closedAt'>): string =>
  [createdAt, closedAt].flatMap((time) => (time === null ? [] : [formatDay(time)])).join(' – ')

/** Name of a separator's day: `today`, `yesterday` or dd/MM/yyyy of a local `yyyy-MM-dd`. */
export const namedDay = (day: string): 'today' | 'yesterday' | string => {
  const at = dayjs(day)
  if (at.isSame(dayjs(), 'day')) return 'today'
  if (at.isSame(dayjs().subtract(1, 'day'), 'day')) return 'yesterday'
  return at.format('DD/MM/YYYY')
}
