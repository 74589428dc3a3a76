import { Readable } from 'node:stream'
import { setImmediate as nextRound } from 'node:timers/promises'

export type Cell = string | number | boolean | null

/** Without the mark spreadsheets assume another encoding than UTF-8 and show accents wrong. */
const BYTE_ORDER_MARK = '\uFEFF'
/** Spreadsheets run a text with such a beginning as a formula. The last four signs are full-width forms. */
const FORMULA_START = /^\s*[=+\-@\t\r\n＝＋－＠]/

const cellOf = (cell: Cell): string => {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell
  return /[";,\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Times of a time zone in the format that every spreadsheet reads as a date: 2026-01-31 17:05:00. */
export const csvTimes = (timeZone: string): ((time: string | Date) => string) => {
  const form = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (time) => form.format(new Date(time))
}

/**
 * One line of a CSV file, with its line end. The separator is a semicolon, because spreadsheets in Portuguese and
 * Spanish read a comma as part of a number. A text that looks like a formula gets an apostrophe in front, so that it
 * stays text.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(';')}\r\n`

/** Maximum of time in ms that a file's rows may block the thread. */
const SLICE_MS = 10

/**
 * The answer of a route with a CSV file (`Reply`). Each row is sent when read, and no row is kept in memory.
 * An error cuts the connection, so that the browser does not save an incomplete file.
 */
export const csvReply = (fileName: string, rows: AsyncIterable<readonly Cell[]>) => {
  const lines = async function* () {
    yield BYTE_ORDER_MARK
    let since = performance.now()
    for await (const row of rows) {
      yield csvLine(row)
      if (performance.now() - since < SLICE_MS) continue
      // gives other requests a turn: a fast reader would block them
      await nextRound()
      since = performance.now()
    }
  }
  return {
    stream: Readable.from(lines()),
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  }
}
