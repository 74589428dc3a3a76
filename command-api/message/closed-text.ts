import { hoursAt } from '@guiche/contracts/opening-hours/hours-at.js'
import type { AreaDeps } from '../deps.js'
import { openingHoursOf } from '../records/opening-hours.js'
import { settingOf } from '../settings/of-company.js'
import type { TicketState } from '../ticket/state.js'

/** The text sent out of hours. */
export interface ClosedText {
  readonly text: string
  /** the queue whose text this is; null: the text of a holiday or of the connection */
  readonly queueId: number | null
  /** begin of the closed period (milliseconds), its name; null: there was no opening before */
  readonly since: number | null
}

/**
 * The text for a ticket out of hours: that of the day's exception, else of the ticket's queue if its hours count, else
 * of the connection. Null while open, or without a text. Beside such a text nothing else is sent automatically:
 * greetings and the bot check this, too.
 */
export const closedTextOf = async (
  needs: Pick<AreaDeps, 'kernel' | 'records' | 'clock'>,
  { companyId, queueId, connectionId }: Pick<TicketState, 'companyId' | 'queueId' | 'connectionId'>,
): Promise<ClosedText | null> => {
  const { records, clock } = needs
  const { hours, timezone } = await openingHoursOf(needs, companyId, queueId)
  const state = hoursAt(hours, timezone, clock.now().getTime())
  if (state.open) return null
  const isByQueue = (await settingOf(records, companyId, 'scheduleType')) === 'queue' && queueId !== null
  const queue = isByQueue ? await records.queue(companyId, queueId) : null
  const connection = await records.connection(companyId, connectionId)
  const texts = [
    { text: state.because?.message, queueId: null },
    { text: queue?.outOfHoursMessage, queueId },
    { text: connection?.outOfHoursMessage, queueId: null },
  ]
  const found = texts.find(({ text = '' }) => text.trim() !== '')
  return found?.text === undefined
    ? null
    : { text: found.text.trim(), queueId: found.queueId, since: state.since }
}
