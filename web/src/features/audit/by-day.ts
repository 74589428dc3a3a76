import type { AuditRecord } from '@guiche/contracts/views/insight.js'
import dayjs from 'dayjs'

interface Day {
  readonly day: string
  readonly label: string
  readonly entries: AuditRecord[]
}

/** Records, newest first, under the days on which they happened (in the time zone of the browser). */
export const byDay = (records: readonly AuditRecord[]): readonly Day[] => {
  const days: Day[] = []
  for (const record of records) {
    const time = dayjs(record.time)
    const day = time.format('YYYY-MM-DD')
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(record)
    else days.push({ day, label: time.format('dddd, DD/MM/YYYY'), entries: [record] })
  }
  return days
}
