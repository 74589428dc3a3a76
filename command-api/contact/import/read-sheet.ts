import { fileURLToPath } from 'node:url'
import type { SheetField, SheetPreview } from '@guiche/contracts/contact/imports.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { importRoutes } from '@guiche/contracts/routes/contacts.js'
import { runIsolated } from '@guiche/infra/isolated/isolated.js'
import { SHEET_TITLES } from './sheet-titles.js'

/**
 * Limits of a spreadsheet. Columns and cells beyond the limits are cut. `heapMb`, `memoryMb`, `timeMs`: limits of the
 * reading process.
 */
export const SHEET_LIMITS = {
  bytes: importRoutes['POST /contacts/upload'].form.files.bytes,
  unzipped: 100 * 1024 * 1024,
  rows: 100_000,
  columns: 200,
  cell: 300,
  heapMb: 512,
  memoryMb: 2_500,
  timeMs: 60_000,
} as const

type Refusal = 'ERR_SHEET_TOO_LARGE' | 'ERR_SHEET_UNREADABLE' | 'ERR_SHEET_HTML' | 'ERR_SHEET_PASSWORD'
/** Rows come page by page, and the columns last. */
type Message = Pick<Sheet, 'rows'> | Omit<Sheet, 'rows'> | { readonly refused: Refusal }

/** The parts of a spreadsheet that are read: the recognised columns, and their cells in each row below the titles. */
export interface Sheet {
  readonly columns: SheetPreview['columns']
  /** line of the titles; other lines may stand above */
  readonly titlesAt: number
  readonly rows: readonly (readonly [name: string, number: string, email: string])[]
}

/** Columns (from 0) that a person has chosen instead of the recognised ones; null: none. */
export type ChosenColumns = { readonly [F in SheetField]?: number | null }

const READER = fileURLToPath(new URL('./sheet-reader.mjs', import.meta.url))

/**
 * Names, numbers and e-mails of the first sheet of an .xlsx, .xls or .csv file. A child process reads the file and is
 * killed beyond its time or memory. A thread would not do: its memory can take down the whole process. Errors:
 * ERR_SHEET_TOO_LARGE, ERR_SHEET_UNREADABLE, ERR_SHEET_HTML (a web page named as a spreadsheet), ERR_SHEET_PASSWORD.
 */
export const readSheet = async (
  file: Buffer,
  chosen: ChosenColumns = {},
  limits: { readonly [K in keyof typeof SHEET_LIMITS]: number } = SHEET_LIMITS,
): Promise<Result<Sheet, DomainError>> => {
  if (file.length > limits.bytes) return err(domainError('ERR_SHEET_TOO_LARGE'))
  const rows: Sheet['rows'][number][] = []
  const reply = await runIsolated<Sheet | Refusal>(
    READER,
    { bytes: file, limits, titles: SHEET_TITLES, chosen },
    limits,
    (told) => {
      const message = told as Message
      if (!('rows' in message)) return 'refused' in message ? message.refused : { ...message, rows }
      rows.push(...message.rows)
      return undefined
    },
  )
  if (reply === null) return err(domainError('ERR_SHEET_TOO_LARGE'))
  return typeof reply === 'string' ? err(domainError(reply)) : ok(reply)
}
