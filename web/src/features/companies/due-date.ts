import { daysUntil } from '@guiche/contracts/company/due-date.js'
import { dayAt } from '@guiche/contracts/local-time.js'
import type { CompanyRow } from '@guiche/contracts/views/company.js'

type Due = Pick<CompanyRow, 'dueDate' | 'timezone'>

/** Days before the due date in which a company is highlighted. */
const SOON_DAYS = 5

/** The colour of a company's row: waiting 1 to 5 days before the due date, due from that day on. */
export const dueTone = ({ dueDate, timezone }: Due, now: Date): 'waiting' | 'failed' | null => {
  if (dueDate === null) return null
  const days = daysUntil(timezone, dueDate, now)
  if (days <= 0) return 'failed'
  return days <= SOON_DAYS ? 'waiting' : null
}

/** The day (yyyy-MM-dd) of the due date in the company's time zone; '' for none. */
export const dueDay = ({ dueDate, timezone }: Due): string =>
  dueDate === null ? '' : dayAt(timezone, Date.parse(dueDate))
