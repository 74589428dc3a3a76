import type { Value } from '../sqlite/database.mjs'
import { checksumOf } from './checksum.mjs'
import type { StoredRow } from './codec.js'

/** The operator's steps for a damaged file. */
export const WHAT_TO_DO = 'stop Guichê, look at the whole by npm run verify, and restore a back-up'

/** events.db is damaged at some place. The message is a sentence for the operator. */
export class DamagedEvents extends Error {
  override name = 'DamagedEvents'
}

/** The columns of a row, in the order in which `toRow` takes them. Rows of type '' are remains of removed streams. */
export const ROW_COLUMNS = 'position, stream, revision, id, type, body, sum'

/** A row of COLUMNS. Throws DamagedEvents if the checksum differs; events of older releases have no checksum. */
export const toRow = ([position, stream, revision, id, type, body, sum]: readonly Value[]): StoredRow => {
  const row = {
    position: position as number,
    stream: stream as string,
    revision: revision as number,
    id: id as string,
    type: type as string,
    body: body as string,
  }
  if (sum !== null && checksumOf(row) !== sum)
    throw new DamagedEvents(`events.db is damaged at position ${row.position} (${row.stream}): ${WHAT_TO_DO}`)
  return row
}

/** SQLite's words about a file that it cannot read, as against a closed connection or a busy file. */
const DAMAGE_ERROR = /malformed|corrupt|not a database|disk I\/O|SQLITE_(CORRUPT|NOTADB|IOERR)/i

/**
 * Runs a query on events.db. SQLite's words about a damaged page become a sentence that names the file; others stay.
 */
export const runQuery = <T>(query: () => T): T => {
  try {
    return query()
  } catch (failure) {
    const { message, code } = failure as { message?: string; code?: string }
    if (!DAMAGE_ERROR.test(`${code} ${message}`)) throw failure
    throw new DamagedEvents(`events.db is damaged (${message}): ${WHAT_TO_DO}`, { cause: failure })
  }
}
