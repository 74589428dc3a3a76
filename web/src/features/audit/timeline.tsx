import type { AuditRecord } from '@guiche/contracts/views/insight.js'
import { sentenceOf } from '@guiche/contracts/words/audit-words.js'
import styles from './audit.module.css'
import { AuditRun } from './audit-entry.js'
import { byDay } from './by-day.js'
import { runsOf } from './runs.js'
import { useAuditWords } from './sentences.js'

/** What happened, newest first, day by day. */
export const Timeline = ({ records }: { records: readonly AuditRecord[] }) => {
  const words = useAuditWords()
  return byDay(records).map(({ day, label, entries }) => (
    <section key={day} aria-label={label}>
      <h2 className={styles.day}>{label}</h2>
      <ol className={styles.entries}>
        {runsOf(entries, (record) => sentenceOf(words, record)).map((run) => (
          <AuditRun key={run[0]?.id} run={run} />
        ))}
      </ol>
    </section>
  ))
}
