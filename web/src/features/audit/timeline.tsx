import type { AuditRecord } from '@guiche/contracts/views/insight.js'
import styles from './audit.module.css'
import { AuditRun } from './audit-entry.js'
import { byDay } from './by-day.js'
import { runsOf } from './runs.js'

/** What happened, newest first, day by day. */
export const Timeline = ({ records }: { records: readonly AuditRecord[] }) =>
  byDay(records).map(({ day, label, entries }) => (
    <section key={day} aria-label={label}>
      <h2 className={styles.day}>{label}</h2>
      <ol className={styles.entries}>
        {runsOf(entries).map((run) => (
          <AuditRun key={run[0]?.id} run={run} />
        ))}
      </ol>
    </section>
  ))
