import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from './sqlite/database.mjs'

export interface DataDirLock {
  release(): void
}

/**
 * Takes `dir` for this process alone, by an exclusive transaction on lock.db, which ends with the process however it
 * ends. Null when another process holds it.
 */
export const lockDataDir = async (dir: string): Promise<DataDirLock | null> => {
  mkdirSync(dir, { recursive: true })
  const db = openDatabase(join(dir, 'lock.db'), { wal: false, busyTimeoutMs: 0 })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (error instanceof Error && /lock|busy/i.test(error.message)) return null
    throw error
  }
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
