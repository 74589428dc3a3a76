import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { createMongoBlobs } from '@guiche/infra/blobs/mongodb.js'
import type { EngineAddresses } from '@guiche/infra/config/config.js'
import { ensureTopics } from '@guiche/infra/event-bus/kafka/topics.js'
import { createMongoVault } from '@guiche/infra/vault/mongodb.js'
import { type BlobsCopied, copyBlobs } from './copy-blobs.js'
import { copyReports, runningGroups, setProcessOffsets } from './copy-bus.js'
import { copyEvents } from './copy-events.js'
import { createVaultCopy, foreignEntry } from './copy-vault.js'
import { ForeignEvents, followTarget } from './follower.js'
import { readMigration, writeMigration } from './migration-state.js'
import { createPositionMap } from './position-map.js'
import { openSource, type Source } from './source.js'
import { openTarget, type Target } from './target.js'

/** Counts of the moved data, or of the data to move. */
export interface MovedData {
  readonly outcome: 'moved' | 'dry-run' | 'moved-before'
  readonly events: number
  readonly streams: number
  readonly removedStreams: number
  /** events that were in the target before this run */
  readonly found: number
  readonly entries: number
  readonly reports: number
  readonly files: number
  /** null if no blobs were copied */
  readonly blobs: BlobsCopied | null
}

export interface MigrateOptions {
  readonly dir: string
  readonly secretKey: Buffer
  readonly engines: EngineAddresses
  readonly dryRun: boolean
  /** logs the present step, in words */
  readonly onProgress: (line: string) => void
}

/** A sentence why the target refuses this installation; null if it does not. */
const targetRefusal = async (
  source: Source,
  target: Target,
  before: Awaited<ReturnType<typeof readMigration>>,
) => {
  if (before !== null && before.storeId !== source.events.storeId) {
    return 'another installation was moved into this MongoDB'
  }
  // The mark is written before the state. A state without the mark means that the operator went back to the
  // folder, so the target is older.
  if (!source.moved && before?.state === 'finished') {
    return 'this installation was moved here before, and the folder was used again; empty the engines first'
  }
  if (source.moved && before === null) return 'the folder was moved elsewhere before'
  const running = await runningGroups(target.admin, target.kafkaPrefix)
  if (running.length > 0) return `services run on the target (${running.join(', ')}); stop them first`
  return foreignEntry(source, target.mongo, before !== null)
}

const summaryOf = (source: Source, found: number): Omit<MovedData, 'outcome' | 'blobs'> => ({
  events: source.counts.events,
  streams: source.counts.streams,
  removedStreams: source.removedStreams.length,
  found,
  entries: source.counts.entries,
  reports: source.counts.reports,
  files: source.blobIds.length,
})

const removeOtherBlobs = async (target: Target, blobs: Blobs, ids: readonly string[]): Promise<void> => {
  const kept = new Set(ids)
  const found = target.mongo.db.collection<{ _id: string }>('blobs').find({}, { projection: { _id: 1 } })
  for await (const { _id } of found) if (!kept.has(_id)) await blobs.remove(_id)
}

/** Copies everything in an order that survives an abort at any step; the last step marks the migration as done. */
const moveInstallation = async (
  source: Source,
  target: Target,
  options: MigrateOptions,
): Promise<Result<MovedData, string>> => {
  const { secretKey, dryRun, onProgress } = options
  const before = await readMigration(target.mongo)
  if (source.moved && before?.state === 'finished' && before.storeId === source.events.storeId) {
    return ok({ outcome: 'moved-before', blobs: null, ...summaryOf(source, source.counts.events) })
  }
  const refused = await targetRefusal(source, target, before)
  if (refused !== null) return err(refused)

  const positions = createPositionMap()
  const follower = followTarget(source.events, target.events, positions, new Set(source.removedStreams))
  try {
    await follower.reaches(await target.events.head())
    const found = follower.count()
    if (dryRun) return ok({ outcome: 'dry-run', blobs: null, ...summaryOf(source, found) })

    // Rejects when the target's vault has another key, before anything is written.
    await createMongoVault({ mongo: target.mongo, secretKey })
    await ensureTopics(target.admin, target.kafkaPrefix)
    const blobs = await createMongoBlobs({ mongo: target.mongo })
    const { storeId } = source.events
    await writeMigration(target.mongo, { storeId, state: 'copying', at: new Date() })

    const { events } = source.counts
    await copyEvents({
      source: source.events,
      target: target.events,
      follower,
      positions,
      onProgress: (copied) => onProgress(`events: ${copied} of ${events}`),
    })
    for (const stream of source.removedStreams) await target.events.remove(stream)
    const files = source.blobIds.length
    const copied = await copyBlobs(source.blobs, blobs, source.blobIds, (done) =>
      onProgress(`files: ${done} of ${files}`),
    )
    // An earlier run may have copied files that were removed from the folder since.
    if (before !== null) await removeOtherBlobs(target, blobs, source.blobIds)
    onProgress('vault')
    const vault = createVaultCopy({ source, mongo: target.mongo, secretKey, positions })
    await vault.copy()
    const wrong = await vault.verify()
    if (wrong.length > 0) return err(`the vault was not copied as it is (${wrong.slice(0, 3).join(', ')})`)
    onProgress('reports and processes')
    const { kafka, admin, kafkaPrefix } = target
    const processes = [...source.processes].map(([name, position]) => [name, positions.at(position)] as const)
    await setProcessOffsets(kafka, admin, kafkaPrefix, new Map(processes))
    const reports = await copyReports(kafka, kafkaPrefix, source.reports())
    if (reports !== source.counts.reports)
      return err(`${reports} of ${source.counts.reports} reports were copied`)
    await source.leave()
    await writeMigration(target.mongo, { storeId, state: 'finished', at: new Date() })
    return ok({ outcome: 'moved', blobs: copied, ...summaryOf(source, found) })
  } finally {
    await follower.stop()
  }
}

/**
 * Migrates the embedded installation in `dir` to the engines. An aborted migration resumes when called again. The
 * folder is only read, and marked at the end. An error is a sentence for the operator.
 */
export const migrateInstallation = async (options: MigrateOptions): Promise<Result<MovedData, string>> => {
  const source = await openSource(options.dir, options.secretKey)
  if (!source.ok) return source
  try {
    const target = await openTarget(options.engines)
    if (!target.ok) return target
    try {
      return await moveInstallation(source.value, target.value, options)
    } catch (failure) {
      const { message } = failure instanceof Error ? failure : new Error(String(failure))
      return err(
        failure instanceof ForeignEvents ? message : `${message}. Run it again: it goes on where it stopped`,
      )
    } finally {
      await target.value.close()
    }
  } finally {
    await source.value.close()
  }
}
