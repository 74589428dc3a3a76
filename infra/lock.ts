import { join } from 'node:path'
import { makePrivate } from './private-folder.js'
import { type Database, openDatabase } from './sqlite/database.mjs'

export interface DataDirLock {
  release(): void
}

/** An open exclusive transaction; null if another process has one. Even opening the file fails if it is locked. */
const tryToLock = (file: string): Database | null => {
  let db: Database | undefined
  try {
    db = openDatabase(file, { wal: false, busyTimeoutMs: 0 })
    db.exec('BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db?.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) return null
    throw error
  }
}

/**
 * Locks `dir` for this process alone, and closes the folder to other users of the machine. The lock is an
 * exclusive transaction on lock.db, which ends with the process in any case. Null when another process holds
 * the lock.
 */
export const lockDataDir = async (dir: string): Promise<DataDirLock | null> => {
  makePrivate(dir)
  const db = tryToLock(join(dir, 'lock.db'))
  if (db === null) return null
  let held = true
  return {
    release: () => {
      if (!held) return
      held = false
      db.exec('ROLLBACK')
      db.close()
    },
  }
}
