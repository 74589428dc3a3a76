import type { Exception, OpeningHours } from './hours-at.js'
import { DEFAULT_WEEK, type Week } from './week.js'

/** What is known of whose hours may count: weeks that nobody has set are the default ones. */
export interface Hours<E extends Exception = Exception> {
  /** the setting of the company */
  readonly scheduleType: string
  readonly company: Week | null | undefined
  /** the week of the ticket's queue; null: the ticket has no queue */
  readonly queue: Week | null
  readonly exceptions: readonly E[]
}

/**
 * The opening hours that count for a ticket, by `scheduleType`: of the company, or of the ticket's queue. Null where
 * none count: the setting is off, or the ticket has no queue yet. Exceptions are the company's in both cases.
 */
export const hoursOf = <E extends Exception>({
  scheduleType,
  company,
  queue,
  exceptions,
}: Hours<E>): OpeningHours<E> | null => {
  if (scheduleType === 'company') return { week: company ?? DEFAULT_WEEK, exceptions }
  return scheduleType === 'queue' && queue !== null ? { week: queue, exceptions } : null
}
