import type { FactName } from '@guiche/contracts/views/audit.js'
import type { AuditRecord } from '@guiche/contracts/views/insight.js'

/** Fewer than this many stand for themselves. */
const SHORTEST = 3

const aboutOf = ({ type, area, actor, ticketId, contact, facts }: AuditRecord): string => {
  const subject = facts[`${area}Id` as FactName]
  // each message has an id of its own
  const id = typeof subject === 'number' ? subject : null
  // a sentence leaves out a code that it has no words for
  const code = facts.code ?? facts.reason ?? null
  return JSON.stringify([type, actor.kind, actor.id, ticketId, contact?.id ?? null, id, code])
}

/**
 * Entries in their order; what says the same several times in a row is one run: the same person did the same to the same
 * record, ticket and contact. `sentence` gives the words of an entry, which tell states, reasons and values apart.
 */
export const runsOf = (
  records: readonly AuditRecord[],
  sentence: (record: AuditRecord) => string,
): readonly (readonly AuditRecord[])[] => {
  const runs: { readonly says: string; readonly run: AuditRecord[] }[] = []
  for (const record of records) {
    const says = `${aboutOf(record)} ${sentence(record)}`
    const last = runs.at(-1)
    if (last?.says === says) last.run.push(record)
    else runs.push({ says, run: [record] })
  }
  return runs.flatMap(({ run }) => (run.length < SHORTEST ? run.map((record) => [record]) : [run]))
}
