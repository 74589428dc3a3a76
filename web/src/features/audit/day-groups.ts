import type { AuditRecord } from '@guiche/contracts/views/insight.js'
import dayjs from 'dayjs'

interface DayGroup {
  readonly day: string
  readonly label: string
  readonly entries: AuditRecord[]
}

/** Records, newest first, under the days on which they happened (in the time zone of the browser). */
export const dayGroupsOf = (records: readonly AuditRecord[]): readonly DayGroup[] => {
  const days: DayGroup[] = []
  for (const record of records) {
    const time = dayjs(record.time)
    const day = time.format('YYYY-MM-DD')
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(record)
    else days.push({ day, label: time.format('dddd, DD/MM/YYYY'), entries: [record] })
  }
  return days
}
