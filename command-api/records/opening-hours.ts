import type { HoursException, OpeningHours } from '@guiche/contracts/opening-hours/hours-at.js'
import { hoursOf } from '@guiche/contracts/opening-hours/hours-of-ticket.js'
import { weekOfText } from '@guiche/contracts/opening-hours/text.js'
import { DEFAULT_WEEK } from '@guiche/contracts/opening-hours/week.js'
import { SETTINGS } from '@guiche/contracts/settings/settings.js'
import { streams } from '@guiche/contracts/streams.js'
import type { AreaDeps } from '../deps.js'
import { deciders } from './deciders.js'

/** An exception day, with its text; an empty text means the usual one. */
export interface Holiday extends HoursException {
  readonly name: string
  readonly message: string
}
export interface HoursOfTicket {
  /** null: no hours are set, so always open */
  readonly hours: OpeningHours<Holiday> | null
  readonly timezone: string
}

/**
 * The opening hours of a ticket in this queue (null: without queue), and their time zone. Reads settings and weeks from
 * the views.
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
