import type { TicketRecord } from '@guiche/contracts/views/records.js'
import dayjs from 'dayjs'
import { formatDay } from '../../../base/dates.js'

/** The first and the last day of a ticket; only the first while the ticket is active. */
export const ticketDays = ({ createdAt, closedAt }: Pick<TicketRecord, 'createdAt' | 'closedAt'>): string =>
  [createdAt, closedAt].flatMap((time) => (time === null ? [] : [formatDay(time)])).join(' – ')

/** Name of a separator's day: `today`, `yesterday` or dd/MM/yyyy of a local `yyyy-MM-dd`. */
export const namedDay = (day: string): 'today' | 'yesterday' | string => {
  const at = dayjs(day)
  if (at.isSame(dayjs(), 'day')) return 'today'
  if (at.isSame(dayjs().subtract(1, 'day'), 'day')) return 'yesterday'
  return formatDay(at)
}
