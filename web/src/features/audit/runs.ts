import type { AuditRecord } from '@guiche/contracts/views/insight.js'

/** Fewer than this many stand for themselves. */
const SHORTEST = 3

const alike = (a: AuditRecord, b: AuditRecord): boolean =>
  a.type === b.type && a.actor.kind === b.actor.kind && a.actor.id === b.actor.id

/** Entries in their order; what the same person did several times in a row is one run. */
export const runsOf = (records: readonly AuditRecord[]): readonly (readonly AuditRecord[])[] => {
  const runs: AuditRecord[][] = []
  for (const record of records) {
    const last = runs.at(-1)
    const before = last?.at(-1)
    if (last !== undefined && before !== undefined && alike(before, record)) last.push(record)
    else runs.push([record])
  }
  return runs.flatMap((run) => (run.length < SHORTEST ? run.map((record) => [record]) : [run]))
}
