import { execFile } from 'node:child_process'
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Database, type DatabaseOptions, openDatabase } from '@guiche/infra/sqlite/database.mjs'
import { KEPT_FILES } from '../run-marks.js'

const run = promisify(execFile)
/** Copies pairs of files, by reference where the file system can. */
const COPY =
  'const { copyFileSync, constants } = require("node:fs"); const [from, to, ...names] = process.argv.slice(1); for (const name of names) copyFileSync(from + "/" + name, to + "/" + name, constants.COPYFILE_FICLONE)'

/**
 * Copies the databases of `from` to `to` as of one instant, even while a process writes: 1. Take the write lock of each
 * file. Writers wait for some milliseconds until step 4. 2. Begin a read transaction on each. SQLite then moves nothing
 * newer from a log into its file. 3. Copy the logs. 4. Release the write locks. 5. Copy the files, and end the read
 * transactions.
 */
export const copyDatabases = async (from: string, to: string): Promise<void> => {
  const open = (options: DatabaseOptions): Database[] =>
    KEPT_FILES.map((name) => openDatabase(join(from, name), options))
  // Not `wal`: closing would empty the log, wait for all readers to do so, and block writers meanwhile.
  const writers = open({ wal: false })
  const readers = open({ readOnly: true })
  try {
    for (const writer of writers) writer.exec('BEGIN IMMEDIATE')
    for (const reader of readers) {
      reader.exec('BEGIN')
      reader.prepare('SELECT count(*) FROM sqlite_master').get([])
    }
    for (const name of KEPT_FILES)
      if (existsSync(join(from, `${name}-wal`)))
        copyFileSync(join(from, `${name}-wal`), join(to, `${name}-wal`))
    for (const writer of writers) writer.exec('ROLLBACK')
    // In a child process: closing a file releases all locks that the process has on the file.
    await run(process.execPath, ['-e', COPY, from, to, ...KEPT_FILES])
  } finally {
    for (const db of [...writers, ...readers]) db.close()
  }
}
