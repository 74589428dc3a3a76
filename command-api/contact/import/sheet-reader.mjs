// Process: reads the columns that are wanted of a spreadsheet, as texts. What it reads is hostile: it may run out of time or
// memory, and is ended. What it sends is small and comes in pages, since whoever gets a message unpacks it in one go.
import { once } from 'node:events'
import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/universal'

const [{ bytes, limits, titles }] = await once(process, 'message')
const file = Buffer.from(bytes)

const END_OF_DIRECTORY = 0x06054b50
const ENTRY = 0x02014b50

/** Unpacks each part of a zip once, to see whether all of them fit: what a zip says of their sizes may be a lie. */
const fits = () => {
  let end = file.length - 22
  while (end >= 0 && file.readUInt32LE(end) !== END_OF_DIRECTORY) end--
  if (end < 0) return false
  let at = file.readUInt32LE(end + 16)
  let left = limits.unzipped
  for (let n = file.readUInt16LE(end + 10); n > 0; n--) {
    if (file.readUInt32LE(at) !== ENTRY) return false
    const method = file.readUInt16LE(at + 10)
    const size = file.readUInt32LE(at + 20)
    const header = file.readUInt32LE(at + 42)
    const start = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28)
    const part = file.subarray(start, start + size)
    if (method !== 0 && method !== 8) return false
    left -= method === 0 ? part.length : inflateRawSync(part, { maxOutputLength: left + 1 }).length
    if (left < 0) return false
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return true
}

/** Long numbers come as 5.511999998888E+12 from some programs. */
const numberText = (text) => (/e/i.test(text) ? String(Number(text)) : text)
const cellText = (cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ''))

const rowsOfXlsx = async () => {
  const rows = await readSheet(new Blob([file]), { parseNumber: numberText })
  return rows.map((row) => row.map(cellText))
}

/** Text as programs write it: UTF-8, or what is not valid in it as Windows writes Western texts. */
const textOf = () => {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}

/** The first row has the titles. */
const isTooLong = (rows) => rows.length - 1 > limits.rows

/** The sign that stands most often in the first line. */
const separatorOf = (text) => {
  const line = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? ''
  return [';', ',', '\t'].reduce((best, sign) =>
    line.split(sign).length > line.split(best).length ? sign : best,
  )
}

/** The rows up to one more than is allowed. */
const rowsOfCsv = () => {
  const text = textOf()
  const rows = parse(text, {
    delimiter: separatorOf(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    to: limits.rows + 2,
  })
  return rows.map((row) => row.slice(0, limits.columns))
}

/** A title folded to its letters. */
const folded = (title) =>
  title
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()

const FIELDS = Object.keys(titles)
const short = (cell = '') => cell.slice(0, limits.cell)

const PAGE = 5000

/** Sends what the columns are taken for, and the cells of each field in the rows below; of a field that comes twice, the first. */
const sendSheet = (rows) => {
  const columns = (rows[0] ?? []).slice(0, limits.columns).map((cell) => {
    const title = short(cell)
    return { title, field: FIELDS.find((field) => titles[field].test(folded(title))) ?? null }
  })
  const places = FIELDS.map((wanted) => columns.findIndex(({ field }) => field === wanted))
  for (let from = 1; from < rows.length; from += PAGE) {
    const page = rows.slice(from, from + PAGE)
    process.send({ rows: page.map((row) => places.map((at) => short(row[at]))) })
  }
  process.send({ columns })
}

const isZip = file.length > 4 && file.readUInt32LE(0) === 0x04034b50
const refused = (code) => process.send({ refused: code })
const read = async () => {
  if (isZip && !fits()) return refused('ERR_SHEET_TOO_LARGE')
  const rows = isZip ? await rowsOfXlsx() : rowsOfCsv()
  if (isTooLong(rows)) return refused('ERR_SHEET_TOO_LARGE')
  sendSheet(rows)
}
try {
  await read()
} catch (failure) {
  refused(failure.code === 'ERR_BUFFER_TOO_LARGE' ? 'ERR_SHEET_TOO_LARGE' : 'ERR_SHEET_UNREADABLE')
}
