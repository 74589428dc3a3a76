import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { checkSchema } from '@guiche/contracts/schema.js'
import { type Database, openDatabase } from '@guiche/infra/sqlite/database.mjs'
import { reasonOf } from '@guiche/infra/sqlite/worker.js'
import { type Static, Type } from '@sinclair/typebox'

/**
 * Files that only a back-up can restore, in the order in which a start marks them. read.db is not among them: views
 * that do not fit are rebuilt.
 */
export const KEPT_FILES = ['vault.db', 'reports.db', 'events.db'] as const
type KeptFile = (typeof KEPT_FILES)[number]

/** The mark that the last start wrote into each file. All files of one installation have the same mark. */
const Mark = Type.Object({
  /** identity of the event store */
  installation: Type.String(),
  /** id of the start */
  run: Type.String(),
  /** id of the start before: a start may break off between two files */
  before: Type.Union([Type.String(), Type.Null()]),
  /** whether all files have the mark; set in vault.db last */
  settled: Type.Boolean(),
  /** ISO-8601 */
  at: Type.String(),
})
type Mark = Static<typeof Mark>
type Marks = ReadonlyMap<KeptFile, Mark | null>

const KEY = 'run'
const CREATE_TABLE =
  'CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID'

/**
 * Whether a file exists and is not empty. Its engine would initialise an empty file, so an empty file counts as
 * missing.
 */
const isMarkPresent = (dir: string, name: string): boolean =>
  (statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0) > 0

/** Runs `work` on a file. An error's text begins with the file's name. */
const inFile = <T>(dir: string, name: string, readOnly: boolean, work: (db: Database) => T): T => {
  try {
    const db = openDatabase(join(dir, name), { readOnly })
    try {
      return work(db)
    } finally {
      db.close()
    }
  } catch (failure) {
    throw new Error(`${name}: ${reasonOf(failure)}`, { cause: failure })
  }
}

const metaOf = (db: Database, key: string): string | null => {
  if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'meta'").get([]) === undefined) return null
  return (db.prepare('SELECT value FROM meta WHERE key = ?').get([key])?.[0] as string | undefined) ?? null
}

const readMark = (dir: string, name: KeptFile): Mark | null => {
  const text = inFile(dir, name, true, (db) => metaOf(db, KEY))
  if (text === null) return null
  const parsed = checkSchema(Mark, JSON.parse(text))
  if (!parsed.ok) throw new Error(`${name}: its mark cannot be read`)
  return parsed.value
}

const writeMark = (dir: string, name: KeptFile, mark: Mark): void =>
  inFile(dir, name, false, (db) => {
    db.exec(CREATE_TABLE)
    db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run([
      KEY,
      JSON.stringify(mark),
    ])
  })

const marksIn = (dir: string): Marks =>
  new Map(
    KEPT_FILES.filter((name) => isMarkPresent(dir, name)).map((name) => [name, readMark(dir, name)] as const),
  )

const WHAT_TO_DO =
  'put all files of one back-up back (npm run restore); to go on with the files as they are, npm run admin -- accept-files'

/** Why these files do not belong together, or null. */
const faultOf = (marks: Marks): string | null => {
  const marked = [...marks].filter((entry): entry is [KeptFile, Mark] => entry[1] !== null)
  const vault = marks.get('vault.db')
  const first = vault ?? marked[0]?.[1]
  if (first === undefined) return null
  const missing = KEPT_FILES.find((name) => !marks.has(name))
  if (missing !== undefined) return `${missing} is missing`
  const foreign = marked.find(([, { installation }]) => installation !== first.installation)
  if (foreign !== undefined) return `${foreign[0]} is of another installation than vault.db`
  // An interrupted start marks vault.db first. The files after it still have the mark of the start before.
  const isBrokenOff = vault != null && !vault.settled
  const runs = isBrokenOff ? [first.run, first.before] : [first.run]
  const odd = KEPT_FILES.find((name) => !runs.includes(marks.get(name)?.run ?? null))
  if (odd === undefined) return null
  const at = (name: KeptFile): string => marks.get(name)?.at ?? 'an earlier release'
  const other = odd === 'vault.db' ? 'events.db' : 'vault.db'
  return `${odd} (${at(odd)}) and ${other} (${at(other)}) are copies of different times`
}

/**
 * Throws if files of `dir` are missing, or differ in installation or time; changes nothing then. Otherwise the engine
 * would create an empty events.db. The first visitor could then become super user, and the views, the last readable
 * copy, would be dropped.
 */
export const refuseMixedFiles = (dir: string): void => {
  const marks = marksIn(dir)
  if (!marks.has('events.db')) {
    // vault.db alone, without a mark, is of a first start that broke off.
    const left = ['vault.db', 'reports.db', 'read.db'].filter(
      (name) => isMarkPresent(dir, name) && (name !== 'vault.db' || marks.get('vault.db') != null),
    )
    if (left.length === 0) return
    throw new Error(
      `${left.join(', ')} ${left.length === 1 ? 'belongs' : 'belong'} to an installation whose events.db is missing or empty: put events.db back from a back-up; to begin with nothing, set DATA_DIR to an empty folder`,
    )
  }
  const fault = faultOf(marks)
  if (fault !== null) throw new Error(`${fault}: ${WHAT_TO_DO}`)
}

const stamp = (dir: string, mark: Omit<Mark, 'settled'>): void => {
  for (const name of KEPT_FILES) writeMark(dir, name, { ...mark, settled: false })
  writeMark(dir, 'vault.db', { ...mark, settled: true })
}

const installationOf = (dir: string): string =>
  inFile(dir, 'events.db', true, (db) => metaOf(db, 'storeId')) ?? ''

/**
 * Marks all files as used by this start, before anything is written to them. Call it when all of them are there and
 * `refuseMixedFiles` has passed them.
 */
export const markRun = (dir: string): void => {
  const before = readMark(dir, 'vault.db')?.run ?? null
  stamp(dir, { installation: installationOf(dir), run: randomUUID(), before, at: new Date().toISOString() })
}

/**
 * Makes the files of `dir` one installation, whatever they are copies of; files that are missing begin empty. Gives the
 * names of those.
 */
export const acceptFiles = (dir: string): readonly KeptFile[] => {
  const missing = KEPT_FILES.filter((name) => !isMarkPresent(dir, name))
  markRun(dir)
  return missing
}
