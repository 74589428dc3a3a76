import type { HoursException, OpeningHours } from './hours-at.js'
import { DEFAULT_WEEK, type Week } from './week.js'

/** The data for choosing a ticket's opening hours. An unset week of the company is the default one. */
export interface Hours<E extends HoursException = HoursException> {
  /** the setting of the company */
  readonly scheduleType: string
  readonly company: Week | null | undefined
  /** the week of the ticket's queue; null: the ticket has no queue */
  readonly queue: Week | null
  readonly exceptions: readonly E[]
}

/**
 * The opening hours of a ticket, by `scheduleType`: the company's, or those of its queue. Null (always open): the
 * setting is off, or the ticket has no queue. Exceptions are the company's in both cases.
 */
export const hoursOf = <E extends HoursException>({
  scheduleType,
  company,
  queue,
  exceptions,
}: Hours<E>): OpeningHours<E> | null => {
  if (scheduleType === 'company') return { week: company ?? DEFAULT_WEEK, exceptions }
  return scheduleType === 'queue' && queue !== null ? { week: queue, exceptions } : null
}
