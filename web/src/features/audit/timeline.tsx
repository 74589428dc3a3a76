import type { AuditRecord } from '@guiche/contracts/views/insight.js'
import { type Subject, sentenceOf } from '@guiche/contracts/words/audit-words.js'
import styles from './audit.module.css'
import { AuditRun } from './audit-entry.js'
import { dayGroupsOf } from './day-groups.js'
import { runsOf } from './runs.js'
import { useAuditWords } from './sentences.js'

interface Props {
  readonly records: readonly AuditRecord[]
  /** common subject, whose name is not repeated */
  readonly subject?: Subject
}

/** Audit entries, newest first, grouped by day. */
export const Timeline = ({ records, subject = [] }: Props) => {
  const words = useAuditWords()
  const say = (record: AuditRecord) => sentenceOf(words, record, subject)
  return dayGroupsOf(records).map(({ day, label, entries }) => (
    <section key={day} aria-label={label}>
      <h2 className={styles.day}>{label}</h2>
      <ol className={styles.entries}>
        {runsOf(entries, say).map((run) => (
          <AuditRun key={run.records[0].id} run={run} say={say} />
        ))}
      </ol>
    </section>
  ))
}
