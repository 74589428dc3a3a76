import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checkSchema } from '@guiche/contracts/schema.js'
import { DamagedEvents, ROW_COLUMNS, toRow } from '@guiche/infra/event-store/rows.js'
import { type Database, openDatabase } from '@guiche/infra/sqlite/database.mjs'
import { reasonOf } from '@guiche/infra/sqlite/worker.js'
import { Type } from '@sinclair/typebox'
import { KEPT_FILES } from '../run-marks.js'
import { blobFilesIn } from './blob-files.js'

const PAGE = 1000
/** Maximum of faults of one kind that are listed one by one. */
const MOST_TOLD = 20
const About = Type.Object({ size: Type.Number(), sha256: Type.String() })

export interface VerifiedInstallation {
  /** a sentence for each fault, with file, place and remedy; empty without faults */
  readonly faults: readonly string[]
  readonly events: number
  /** number of blobs from an earlier release, which have no checksum */
  readonly unchecked: number
  readonly blobs: number
  /** position of the last event */
  readonly position: number
}

const RESTORE: Readonly<Record<(typeof KEPT_FILES)[number], string>> = {
  'events.db': 'restore a back-up',
  'vault.db': 'restore a back-up; without one, move it away and run npm run admin -- accept-files',
  'reports.db': 'restore a back-up; without one, move it away and run npm run admin -- accept-files',
}

/** Every event against its checksum, in the order of positions. */
const verifyEvents = (db: Database) => {
  const page = db.prepare(
    `SELECT ${ROW_COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ${PAGE}`,
  )
  const faults: string[] = []
  let [events, unchecked, position] = [0, 0, 0]
  for (let rows = page.all([0]); rows.length > 0; rows = page.all([position])) {
    for (const row of rows) {
      position = Number(row[0])
      if (row[4] === '') continue
      events++
      if (row[6] === null) unchecked++
      try {
        JSON.parse(toRow(row).body)
      } catch (failure) {
        const why = failure instanceof DamagedEvents ? 'its checksum is another one' : 'it is no JSON'
        faults.push(
          `events.db: the event at position ${position} (${row[1]}) is damaged, ${why}: restore a back-up`,
        )
      }
    }
  }
  return { faults, events, unchecked, position }
}

const verifyFile = (dir: string, name: (typeof KEPT_FILES)[number]) => {
  const none = { faults: [] as string[], events: 0, unchecked: 0, position: 0 }
  try {
    const db = openDatabase(join(dir, name), { readOnly: true })
    try {
      const words = db
        .prepare('PRAGMA integrity_check(20)')
        .all([])
        .map(([word]) => String(word))
      const faults = words.filter((word) => word !== 'ok').map((word) => `${name}: ${word}: ${RESTORE[name]}`)
      if (faults.length > 0 || name !== 'events.db') return { ...none, faults }
      return verifyEvents(db)
    } finally {
      db.close()
    }
  } catch (failure) {
    return { ...none, faults: [`${name}: ${reasonOf(failure)}: ${RESTORE[name]}`] }
  }
}

/** Why a blob differs from its description, or null. `thorough`: also compares the content, not only the size. */
const blobFault = async (path: string, thorough: boolean): Promise<string | null> => {
  const about = await readFile(`${path}.json`, 'utf8').catch(() => null)
  // The description is written last and removed first: content without one is nothing.
  if (about === null) return null
  const size = await stat(path).then(
    ({ size }) => size,
    () => null,
  )
  if (size === null) return 'is missing'
  try {
    const parsed = checkSchema(About, JSON.parse(about))
    if (!parsed.ok) return 'has a damaged description'
    if (parsed.value.size !== size) return 'has another size'
    if (!thorough) return null
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex') === parsed.value.sha256 ? null : 'has another content'
  } catch (failure) {
    return `cannot be read (${reasonOf(failure)})`
  }
}

/** Checks a whole installation, or a back-up, in `dir`. Changes nothing; a process may be using the folder. */
export const verifyInstallation = async (
  dir: string,
  { thorough = true } = {},
): Promise<VerifiedInstallation> => {
  const files = KEPT_FILES.map((name) => verifyFile(dir, name))
  const faults = files.flatMap((file) => file.faults)
  let blobs = 0
  for await (const { path, name } of blobFilesIn(dir)) {
    if (name.endsWith('.json')) continue
    blobs++
    const fault = await blobFault(path, thorough)
    if (fault !== null) faults.push(`blobs: ${name} ${fault}: restore a back-up, or ask for the file again`)
  }
  const told = faults.slice(0, MOST_TOLD)
  if (faults.length > told.length) told.push(`and ${faults.length - told.length} more`)
  const events = files.at(-1)
  return { ...{ events: 0, unchecked: 0, position: 0 }, ...events, faults: told, blobs }
}
