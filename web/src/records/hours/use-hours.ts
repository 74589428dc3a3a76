import type { OpeningHours } from '@guiche/contracts/opening-hours/hours-at.js'
import { hoursOf } from '@guiche/contracts/opening-hours/hours-of-ticket.js'
import { weekOfText } from '@guiche/contracts/opening-hours/text.js'
import { partOf, weekOfEntries } from '@guiche/contracts/opening-hours/wire.js'
import type { SettingKey } from '@guiche/contracts/settings/settings.js'
import { useMemo } from 'react'
import { useUser } from '../../base/access.js'
import { type ShownOf, useRecords } from '../record-api.js'
import type { NamedException } from './now-text.js'

/** A holiday as an exception of opening hours. */
export const exceptionOf = ({ name, date, yearly, parts }: ShownOf<'holiday'>): NamedException => ({
  ...{ name, date, yearly: yearly === 1 },
  parts: parts.map(partOf),
})

/** The opening hours of a ticket in this queue (null: without queue); null if always open, or not loaded yet. */
export type HoursOfTicket = (queueId: number | null) => OpeningHours | null

/** Gives a function to get a ticket's opening hours. Their data is read only if the company has hours. */
export const useHours = (): HoursOfTicket => {
  const { settings } = useUser().company
  const settingOf = (wanted: SettingKey) => settings.find(({ key }) => key === wanted)?.value ?? ''
  const scheduleType = settingOf('scheduleType')
  const text = settingOf('schedules')
  const holidays = useRecords('holiday', undefined, { skip: scheduleType === 'disabled' }).rows
  const queues = useRecords('queue', undefined, { skip: scheduleType !== 'queue' }).rows
  return useMemo(() => {
    const exceptions = (holidays ?? []).map(exceptionOf)
    const company = weekOfText(text)
    const weeks = new Map(queues?.map(({ id, schedules }) => [id, weekOfEntries(schedules) ?? []]))
    return (queueId) => {
      if (holidays === undefined) return null
      const queue = queueId === null ? null : (weeks.get(queueId) ?? null)
      return hoursOf({ scheduleType, company, queue, exceptions })
    }
  }, [holidays, queues, scheduleType, text])
}
