import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInternalStream } from '@guiche/contracts/streams.js'
import { loadSecretKey } from '@guiche/infra/config/secret-key.js'
import { createCodec } from '@guiche/infra/event-store/codec.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { deriveKey } from '@guiche/infra/keys.js'
import { openDatabase } from '../../infra/sqlite/database.mjs'
import { historyOf } from './history.js'
import type { Plan } from './plan.js'

/** Prefix of the names of folders that later runs use again. */
export const FOLDER_PREFIX = 'guiche-bench-'
const CODE = ['history.ts', 'plan.ts', 'random.ts', 'seed.ts']
/** Events written in one transaction. */
const TOGETHER = 20_000
/** Time from the end of the seeded history until now: so long that nothing seeded is still due. */
const AGO_MS = 2 * 24 * 3_600_000

/** A folder with seed data (a DATA_DIR). */
export interface SeededData {
  readonly dataDir: string
  /** `published`: events that consumers of the bus see; `events`: all events */
  readonly published: number
  readonly events: number
}

/**
 * Writes the plan's history into a new `events.db` of `dir`. Checks each event by its schema. Much faster than appends, because
 * events are not durable one by one.
 */
const seedData = async (plan: Plan, dir: string): Promise<Omit<SeededData, 'dataDir'>> => {
  await mkdir(dir, { recursive: true })
  const claimKey = deriveKey(loadSecretKey(dir, {}), 'claims')
  await (await createEmbeddedEventStore({ dir })).close()
  const db = openDatabase(join(dir, 'events.db'), { synchronous: 'NORMAL' })
  const insert = db.prepare('INSERT INTO events (stream, revision, id, type, body) VALUES (?, ?, ?, ?, ?)')
  const codec = createCodec()
  const revisions = new Map<string, number>()
  const history = historyOf(plan, claimKey, Date.now() - AGO_MS)
  let published = 0
  let events = 0
  const writeSome = (): boolean => {
    for (let n = 0; n < TOGETHER; n++) {
      const step = history.next()
      if (step.done) return false
      const { stream, event } = step.value
      const encoded = codec.encode(event)
      if (!encoded.ok) throw new Error(`the seed is not valid: ${JSON.stringify(encoded.error)}`)
      const revision = (revisions.get(stream) ?? -1) + 1
      revisions.set(stream, revision)
      insert.run([stream, revision, encoded.value.id, encoded.value.type, encoded.value.body])
      events += 1
      if (!isInternalStream(stream)) published += 1
    }
    return true
  }
  try {
    while (db.transaction(writeSome));
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
  return { published, events }
}

/** A new folder with the plan's history, which a scenario may change. The caller removes the folder. */
export const freshData = async (plan: Plan): Promise<SeededData> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'guiche-run-'))
  return { dataDir, ...(await seedData(plan, dataDir)) }
}

const nameOf = (plan: Plan): string => {
  const hash = createHash('sha256').update(JSON.stringify(plan))
  for (const file of CODE) hash.update(readFileSync(new URL(file, import.meta.url)))
  return `${FOLDER_PREFIX}${hash.digest('hex').slice(0, 16)}`
}

/**
 * The kept folder of this plan. Seeds the folder if it does not exist. Callers must not add events. Views that they build stay
 * for the next run.
 */
export const keptData = async (plan: Plan): Promise<SeededData> => {
  const dataDir = join(tmpdir(), nameOf(plan))
  const marker = join(dataDir, 'seeded.json')
  if (!existsSync(marker)) {
    const draft = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}draft-`))
    const counts = await seedData(plan, draft)
    await writeFile(join(draft, 'seeded.json'), JSON.stringify(counts))
    await rm(dataDir, { recursive: true, force: true })
    renameSync(draft, dataDir)
  }
  return { dataDir, ...(JSON.parse(readFileSync(marker, 'utf8')) as Omit<SeededData, 'dataDir'>) }
}

/** Removes all kept folders. */
export const removeKept = async (): Promise<void> => {
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(FOLDER_PREFIX)) await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}
