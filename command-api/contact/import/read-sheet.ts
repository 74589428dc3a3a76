import { Worker } from 'node:worker_threads'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'

/** What a spreadsheet may be. `heapMb`, `timeMs`: of the worker that reads it. */
export const SHEET_LIMITS = {
  bytes: 10 * 1024 * 1024,
  unzipped: 100 * 1024 * 1024,
  rows: 100_000,
  heapMb: 512,
  timeMs: 60_000,
} as const

type Refusal = 'ERR_SHEET_TOO_LARGE' | 'ERR_SHEET_UNREADABLE'
type Reply = { readonly rows: readonly (readonly string[])[] } | { readonly refused: Refusal }

/** How spreadsheets of before 2007 begin. */
const OLD_EXCEL = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/**
 * The cells of the first sheet of an .xlsx or .csv file as texts, read in a thread of its own that is ended when it takes
 * too long or too much. Errors: ERR_SHEET_OLD_FORMAT (.xls), ERR_SHEET_TOO_LARGE, ERR_SHEET_UNREADABLE.
 */
export const readSheet = async (
  file: Buffer,
  limits: { readonly [K in keyof typeof SHEET_LIMITS]: number } = SHEET_LIMITS,
): Promise<Result<readonly (readonly string[])[], DomainError>> => {
  if (file.subarray(0, OLD_EXCEL.length).equals(OLD_EXCEL)) return err(domainError('ERR_SHEET_OLD_FORMAT'))
  if (file.length > limits.bytes) return err(domainError('ERR_SHEET_TOO_LARGE'))
  const worker = new Worker(new URL('./sheet-reader.mjs', import.meta.url), {
    workerData: { bytes: file, unzippedLimit: limits.unzipped },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
  })
  const timer = setTimeout(() => void worker.terminate(), limits.timeMs)
  const reply = await new Promise<Reply>((resolve) => {
    worker.once('message', resolve)
    // out of memory, or ended for its time
    worker.once('error', () => resolve({ refused: 'ERR_SHEET_TOO_LARGE' }))
    worker.once('exit', () => resolve({ refused: 'ERR_SHEET_TOO_LARGE' }))
  })
  clearTimeout(timer)
  await worker.terminate()
  if ('refused' in reply) return err(domainError(reply.refused))
  const rows = reply.rows
  // the first row has the titles
  return rows.length - 1 > limits.rows ? err(domainError('ERR_SHEET_TOO_LARGE')) : ok(rows)
}
