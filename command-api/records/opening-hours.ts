import type { Exception, OpeningHours } from '@guiche/contracts/opening-hours/hours-at.js'
import { weekOfText } from '@guiche/contracts/opening-hours/text.js'
import { DEFAULT_WEEK } from '@guiche/contracts/opening-hours/week.js'
import { hoursOf } from '@guiche/contracts/opening-hours/whose.js'
import { SETTINGS } from '@guiche/contracts/settings.js'
import { streams } from '@guiche/contracts/streams.js'
import type { AreaDeps } from '../deps.js'
import { deciders } from './deciders.js'

/** A day that is not like its weekday, with what is said on that day; an empty message says nothing of its own. */
export interface Holiday extends Exception {
  readonly name: string
  readonly message: string
}
export interface HoursOfTicket {
  /** null: none count, so it is always open */
  readonly hours: OpeningHours<Holiday> | null
  readonly timezone: string
}

/**
 * The opening hours that count for a ticket of a company in this queue (null: in none), and the zone they are of. Settings
 * and weeks are as the views show them.
 */
export const openingHoursOf = async (
  { kernel, records }: Pick<AreaDeps, 'kernel' | 'records'>,
  companyId: number,
  queueId: number | null,
): Promise<HoursOfTicket> => {
  const company = await records.company(companyId)
  const scheduleType = company?.settings.scheduleType ?? SETTINGS.scheduleType.default
  if (company === null || scheduleType === 'disabled') return { hours: null, timezone: 'UTC' }
  const queue = queueId === null ? null : await records.queue(companyId, queueId)
  const { state } = await kernel.load(deciders.holiday, streams.records('holidays', companyId))
  const exceptions = [...state.records.values()].map(({ name, message, date, yearly, parts }) => ({
    ...{ name, message, date, parts },
    yearly: yearly === 1,
  }))
  const hours = hoursOf({
    scheduleType,
    company: weekOfText(company.settings.schedules),
    // a document of an earlier version of the view has no hours
    queue: queue && (queue.schedules ?? DEFAULT_WEEK),
    exceptions,
  })
  return { hours, timezone: company.timezone }
}
