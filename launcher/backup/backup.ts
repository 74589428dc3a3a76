import { existsSync, readFileSync, statSync } from 'node:fs'
import { constants, copyFile, link, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import { lockDataDir } from '@guiche/infra/lock.js'
import { makePrivate } from '@guiche/infra/private-folder.js'
import { openDatabase } from '@guiche/infra/sqlite/database.mjs'
import { Type } from '@sinclair/typebox'
import { KEPT_FILES, markRun, refuseMixedFiles } from '../run-marks.js'
import { blobFilesIn } from './blob-files.js'
import { copyDatabases } from './snapshot.js'
import { type VerifiedInstallation, verifyInstallation } from './verify.js'

/** Written last: a folder without it is no whole back-up. */
const MANIFEST = 'backup.json'
const Manifest = Type.Object({
  /** ISO-8601 */
  made: Type.String(),
  version: Type.String(),
  position: Type.Number(),
  events: Type.Number(),
  blobs: Type.Number(),
})

export interface BackupReport extends VerifiedInstallation {
  /** milliseconds */
  readonly took: number
}

const isEmpty = async (dir: string): Promise<boolean> =>
  (
    await readdir(dir).catch((failure: NodeJS.ErrnoException) => {
      if (failure.code === 'ENOENT') return []
      throw failure
    })
  ).length === 0

/** A second name of the same file, or a copy on another file system. A file that was removed meanwhile is left out. */
const linkOrCopy = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to)
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  }
}

const copyBlobs = async (from: string, to: string): Promise<void> => {
  const made = new Set<string>()
  await mkdir(join(to, 'blobs'), { recursive: true })
  for await (const { folder, name, path } of blobFilesIn(from)) {
    if (!made.has(folder)) await mkdir(join(to, 'blobs', folder), { recursive: true })
    made.add(folder)
    await linkOrCopy(path, join(to, 'blobs', folder, name))
  }
}

/** Moves the log of each copy into its file, so that each database is one file. */
const settleCopies = async (dir: string): Promise<void> => {
  for (const name of KEPT_FILES) {
    openDatabase(join(dir, name)).close()
    const left = statSync(join(dir, `${name}-wal`), { throwIfNoEntry: false })?.size ?? 0
    if (left > 0) throw new Error(`the log of ${name} cannot be moved into it; is the disk full?`)
    for (const more of ['-wal', '-shm']) await rm(join(dir, `${name}${more}`), { force: true })
  }
}

/**
 * Copies the installation in `dataDir` to the new or empty folder `to`, running or not. The databases are copied as of
 * one instant. Blobs are immutable, so hard links are enough. Blobs are linked after the databases, because a blob is
 * stored before the event that names it. An error is a sentence.
 */
export const backUp = async (
  dataDir: string,
  to: string,
  version: string,
): Promise<Result<BackupReport, string>> => {
  const since = performance.now()
  const missing = KEPT_FILES.filter((name) => !existsSync(join(dataDir, name)))
  if (missing.length > 0) return err(`there is no whole installation in ${dataDir} (${missing.join(', ')})`)
  if (!(await isEmpty(to))) return err(`${to} is not empty: name a new folder for each back-up`)
  makePrivate(to)
  await copyDatabases(dataDir, to)
  await copyBlobs(dataDir, to)
  // The copies belong together. Later writes of the installation are not in the back-up.
  markRun(to)
  const verified = await verifyInstallation(to, { thorough: false })
  if (verified.faults.length > 0) return err(verified.faults.join('\n'))
  await settleCopies(to)
  // Copies have the modes of their originals.
  makePrivate(to)
  const { position, events, blobs } = verified
  const manifest = { made: new Date().toISOString(), version, position, events, blobs }
  await writeFile(join(to, `${MANIFEST}.new`), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
  await rename(join(to, `${MANIFEST}.new`), join(to, MANIFEST))
  return ok({ ...verified, took: performance.now() - since })
}

/**
 * Copies the back-up in `from` into `dataDir`, which must not hold an installation; `secret.key` may be there. The
 * back-up stays unchanged. An error is a sentence.
 */
export const restoreBackup = async (
  from: string,
  dataDir: string,
): Promise<Result<VerifiedInstallation, string>> => {
  if (!existsSync(join(from, MANIFEST))) return err(`${from} is no whole back-up: it has no ${MANIFEST}`)
  const manifest = checkSchema(Manifest, JSON.parse(readFileSync(join(from, MANIFEST), 'utf8')))
  if (!manifest.ok) return err(`${from} is no back-up: ${manifest.error.field} ${manifest.error.message}`)
  const verified = await verifyInstallation(from)
  if (verified.faults.length > 0) return err(verified.faults.join('\n'))
  if (verified.position !== manifest.value.position)
    return err(
      `${from} ends at position ${verified.position}, not at ${manifest.value.position}: take another back-up`,
    )
  refuseMixedFiles(from)
  const lock = await lockDataDir(dataDir)
  if (lock === null) return err(`${dataDir} is in use by another Guichê; stop it first`)
  try {
    const there = ['events.db', 'vault.db', 'reports.db', 'read.db', 'blobs'].filter((name) =>
      existsSync(join(dataDir, name)),
    )
    if (there.length > 0)
      return err(
        `${dataDir} holds ${there.join(', ')}: move the folder away first, and keep it until all is well`,
      )
    await copyBlobs(from, dataDir)
    // events.db comes last. An interrupted restore has no events.db, so nothing starts on it.
    for (const name of KEPT_FILES)
      await copyFile(join(from, name), join(dataDir, name), constants.COPYFILE_FICLONE)
    return ok(verified)
  } finally {
    lock.release()
  }
}
