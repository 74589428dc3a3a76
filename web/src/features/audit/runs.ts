import type { FactName } from '@guiche/contracts/views/audit.js'
import type { AuditRecord } from '@guiche/contracts/views/insight.js'

/** Minimum length of a run; shorter runs are shown as single entries. */
const MIN_RUN = 3

const aboutOf = ({ type, area, actor, ticketId, contact, facts }: AuditRecord): string => {
  const subject = facts[`${area}Id` as FactName]
  // message ids differ, so they do not count
  const id = typeof subject === 'number' ? subject : null
  // a sentence omits codes that have no text
  const code = facts.code ?? facts.reason ?? null
  return JSON.stringify([type, actor.kind, actor.id, ticketId, contact?.id ?? null, id, code])
}

/**
 * Common reasons for the end of a session. Other reasons have an entry of their own, because a reader may
 * search for them.
 */
const USUAL_ENDS: readonly unknown[] = ['logout', 'replaced']
const isUsualSession = ({ type, facts }: AuditRecord): boolean =>
  type.startsWith('user.session-started.') ||
  (type.startsWith('user.session-ended.') && USUAL_ENDS.includes(facts.reason))

/**
 * Consecutive entries shown as one line. `sessions`: users signed in and out; `equal`: entries with equal
 * sentences.
 */
export interface RecordRun {
  readonly of: 'equal' | 'sessions'
  readonly records: readonly [AuditRecord, ...AuditRecord[]]
}

/**
 * Groups consecutive equal entries into runs: same user, sentence, record, ticket and contact. `sentence`
 * gives an entry's text, which differs for states, reasons and values. Usual begins and ends of sessions form
 * one run, even of several users.
 */
export const runsOf = (
  records: readonly AuditRecord[],
  sentence: (record: AuditRecord) => string,
): readonly RecordRun[] => {
  const runs: {
    readonly says: string
    readonly of: RecordRun['of']
    readonly records: [AuditRecord, ...AuditRecord[]]
  }[] = []
  for (const record of records) {
    const of = isUsualSession(record) ? 'sessions' : 'equal'
    const says = of === 'sessions' ? of : `${aboutOf(record)} ${sentence(record)}`
    const last = runs.at(-1)
    if (last?.says === says) last.records.push(record)
    else runs.push({ says, of, records: [record] })
  }
  return runs.flatMap(({ of, records }) =>
    records.length < MIN_RUN
      ? records.map((record): RecordRun => ({ of: 'equal', records: [record] }))
      : [{ of, records }],
  )
}
