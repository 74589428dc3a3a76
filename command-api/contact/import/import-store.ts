import type { ImportOutcome, ImportRecord } from '@guiche/contracts/contact/imports.js'
import type { Vault, VaultWrite } from '@guiche/infra/vault/vault.js'
import type { PlannedRow } from './plan.js'

/** A finished row, without its personal data. */
export interface DoneRow {
  readonly line: number
  readonly outcome: ImportOutcome
  readonly contactId: number | null
}
export type Row = PlannedRow | DoneRow
export const isRowDone = (row: Row): row is DoneRow => !('number' in row)

/** Rows of one entry of the vault, with the entry's epoch. */
export interface Chunk {
  readonly rows: readonly Row[]
  readonly epoch: number
}

/** The end of an import. */
export type ImportEnd =
  | { readonly status: 'done' | 'cancelled' }
  | { readonly status: 'failed'; readonly reason: string }

/** Rows of one entry of the vault, and of one page of the process. */
const CHUNK = 100
/** Longest time between storing an import's rows and its request, in milliseconds. */
const KEPT_MS = 24 * 60 * 60_000
/** Entries of one read. */
const PAGE = 200

const RECORDS = 'import/'
const ROWS = 'import-rows/'
const recordsOf = (companyId: number) => `${RECORDS}${companyId}/`
const recordKey = (companyId: number, id: string) => `${recordsOf(companyId)}${id}`
const chunksOf = (companyId: number, id: string) => `${ROWS}${companyId}/${id}/`
const chunkKey = (companyId: number, id: string, chunk: number) =>
  `${chunksOf(companyId, id)}${String(chunk).padStart(5, '0')}`
/** Suffix of the entry with the time at which rows were stored. This entry is written first. */
const STORED_AT_SUFFIX = '/since'
const sinceKey = (companyId: number, id: string) => `${ROWS}${companyId}/${id}${STORED_AT_SUFFIX}`
const isOld = (since: string, now: Date): boolean => Date.parse(since) < now.getTime() - KEPT_MS
const vaultWrite = (key: string, value: unknown): VaultWrite => ({
  key,
  value: Buffer.from(JSON.stringify(value)),
})

const COUNTER_OF_OUTCOME = {
  created: 'created',
  existed: 'existed',
  duplicate: 'duplicates',
  'invalid-number': 'invalid',
  'invalid-email': 'invalid',
  erased: 'invalid',
} as const satisfies Record<Exclude<ImportOutcome, 'cancelled' | 'failed'>, keyof ImportRecord>

/** Counts the rows that were not done before. */
const countRows = (record: ImportRecord, before: readonly Row[], rows: readonly Row[]): ImportRecord => {
  const next = { ...record }
  for (const [index, row] of rows.entries()) {
    const known = before[index]
    if (!isRowDone(row) || (known !== undefined && isRowDone(known))) continue
    const { outcome } = row
    if (outcome === 'cancelled' || outcome === 'failed') continue
    next.done += 1
    next[COUNTER_OF_OUTCOME[outcome]] += 1
  }
  return next
}

export type ImportStore = ReturnType<typeof createImportStore>

/**
 * Contact imports and their rows, encrypted in the vault. Rows are deleted when they are done. The last report of a
 * company is kept.
 */
export const createImportStore = (vault: Vault) => {
  const read = async <T>(key: string): Promise<{ value: T; epoch: number } | null> => {
    const entry = (await vault.getMany([key])).get(key)
    return entry === undefined ? null : { value: JSON.parse(entry.value.toString()) as T, epoch: entry.epoch }
  }
  const recordOf = (companyId: number, id: string) => read<ImportRecord>(recordKey(companyId, id))
  const chunkOf = async (companyId: number, id: string, chunk: number): Promise<Chunk | null> => {
    const entry = await read<readonly Row[]>(chunkKey(companyId, id, chunk))
    return entry && { rows: entry.value, epoch: entry.epoch }
  }
  const list = async (companyId: number): Promise<ImportRecord[]> => {
    const entries = await vault.getMany(await vault.list(recordsOf(companyId)))
    const records = [...entries.values()].map(({ value }) => JSON.parse(value.toString()) as ImportRecord)
    return records.sort((a, b) => b.startedAt.localeCompare(a.startedAt))
  }
  const forget = async (companyId: number, id: string): Promise<void> => {
    await vault.removeAll(chunksOf(companyId, id))
    await vault.commit([{ key: recordKey(companyId, id), value: null }])
  }

  const change = async (
    companyId: number,
    id: string,
    to: (record: ImportRecord) => ImportRecord,
  ): Promise<ImportRecord | null> => {
    for (;;) {
      const record = await recordOf(companyId, id)
      if (record === null) return null
      const next = to(record.value)
      if (next === record.value) return next
      const written = await vault.commit([
        { ...vaultWrite(recordKey(companyId, id), next), expected: record.epoch },
      ])
      if (written === 'committed') return next
    }
  }

  return {
    list,
    record: async (companyId: number, id: string) => (await recordOf(companyId, id))?.value ?? null,
    chunk: chunkOf,
    /** Stores the rows of an import, under an id of this attempt alone. `now`: ISO-8601. */
    keep: async (companyId: number, id: string, rows: readonly PlannedRow[], now: string): Promise<void> => {
      const chunks = Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, chunk) =>
        vaultWrite(chunkKey(companyId, id, chunk), rows.slice(chunk * CHUNK, (chunk + 1) * CHUNK)),
      )
      await vault.commit([vaultWrite(sinceKey(companyId, id), now)])
      for (let at = 0; at < chunks.length; at += CHUNK) await vault.commit(chunks.slice(at, at + CHUNK))
    },
    forget,
    /** The record of a requested import; created if absent. */
    open: async (
      companyId: number,
      about: Pick<ImportRecord, 'id' | 'source' | 'startedAt' | 'startedBy' | 'total'>,
    ): Promise<ImportRecord> => {
      const none = { done: 0, created: 0, existed: 0, invalid: 0, duplicates: 0 }
      const record: ImportRecord = { ...about, status: 'running', ...none }
      await vault.commit([{ ...vaultWrite(recordKey(companyId, about.id), record), expected: 0 }])
      return (await recordOf(companyId, about.id))?.value ?? record
    },
    /** Removes stored data of earlier imports. */
    tidy: async (companyId: number, current: string, now: Date): Promise<void> => {
      for (const { id, status, startedAt } of await list(companyId))
        if (id !== current && (status !== 'running' || isOld(startedAt, now))) await forget(companyId, id)
    },
    /** Imports of all companies that have rows of more than a day and no record. */
    unopened: async (now: Date): Promise<{ readonly companyId: number; readonly id: string }[]> => {
      const since = (await vault.list(ROWS)).filter((key) => key.endsWith(STORED_AT_SUFFIX))
      const opened = new Set((await vault.list(RECORDS)).map((key) => key.slice(RECORDS.length)))
      const open = since.filter((key) => !opened.has(key.slice(ROWS.length, -STORED_AT_SUFFIX.length)))
      const found: { readonly companyId: number; readonly id: string }[] = []
      for (let at = 0; at < open.length; at += PAGE) {
        for (const [key, { value }] of await vault.getMany(open.slice(at, at + PAGE))) {
          if (!isOld(JSON.parse(value.toString()) as string, now)) continue
          const [company, id = ''] = key.slice(ROWS.length).split('/')
          found.push({ companyId: Number(company), id })
        }
      }
      return found
    },
    /**
     * Stores the outcomes of a chunk's rows and counts them, in one commit. Does nothing if another process changed the
     * chunk since it was read. Gives the present record, or null if there is none.
     */
    done: async (
      companyId: number,
      id: string,
      chunk: number,
      before: Chunk,
      rows: readonly Row[],
    ): Promise<ImportRecord | null> => {
      for (;;) {
        const record = await recordOf(companyId, id)
        const there = await chunkOf(companyId, id, chunk)
        if (record === null || there?.epoch !== before.epoch) return record?.value ?? null
        const next = countRows(record.value, before.rows, rows)
        const written = await vault.commit([
          { ...vaultWrite(chunkKey(companyId, id, chunk), rows), expected: before.epoch },
          { ...vaultWrite(recordKey(companyId, id), next), expected: record.epoch },
        ])
        if (written === 'committed') return next
      }
    },
    /** Sets who started an import of an earlier release. Gives the record, or null if there is none. */
    begunBy: (companyId: number, id: string, startedBy: NonNullable<ImportRecord['startedBy']>) =>
      change(companyId, id, (record) => ({ startedBy, ...record })),
    /** Sets the end of an import; a cancelled or failed import stays so. Gives the record, or null if there is none. */
    end: (companyId: number, id: string, how: ImportEnd) =>
      change(companyId, id, (record) =>
        record.status === 'cancelled' || record.status === 'failed' || record.status === how.status
          ? record
          : { ...record, ...how },
      ),
  }
}
