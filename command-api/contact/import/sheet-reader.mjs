// Child process: reads the wanted columns of a spreadsheet as texts. The file is hostile, so the parent kills this
// process beyond its time or memory. Answers are sent in small pages, because the parent decodes each message in one
// go.
import { once } from 'node:events'
import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/universal'

const [{ bytes, limits, titles, chosen }] = await once(process, 'message')
const file = Buffer.from(bytes)

const END_OF_DIRECTORY = 0x06054b50
const ZIP_ENTRY_SIGNATURE = 0x02014b50

/**
 * Unpacks each part of a zip once to check the real sizes, because the sizes in a zip's directory may be forged. Gives
 * the XML parts by name; null beyond the limit.
 */
const unpackParts = () => {
  const parts = new Map()
  let end = file.length - 22
  while (end >= 0 && file.readUInt32LE(end) !== END_OF_DIRECTORY) end--
  if (end < 0) return null
  let at = file.readUInt32LE(end + 16)
  let left = limits.unzipped
  for (let n = file.readUInt16LE(end + 10); n > 0; n--) {
    if (file.readUInt32LE(at) !== ZIP_ENTRY_SIGNATURE) return null
    const method = file.readUInt16LE(at + 10)
    const size = file.readUInt32LE(at + 20)
    const header = file.readUInt32LE(at + 42)
    const start = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28)
    const packed = file.subarray(start, start + size)
    if (method !== 0 && method !== 8) return null
    const part = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: left + 1 })
    left -= part.length
    if (left < 0) return null
    const nameEnd = at + 46 + file.readUInt16LE(at + 28)
    const name = file.toString('utf8', at + 46, nameEnd)
    if (/\.(xml|rels)$/i.test(name)) parts.set(name, part)
    at = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}

/** Lines that may have the titles: programs write a title of the whole sheet above them. */
const TITLES_WITHIN = 20

/**
 * The attributes of each of these elements. The expression is linear: no part of it matches its own first character.
 */
const attributesOfElements = (xml, name) => {
  const found = xml.toString('latin1').matchAll(new RegExp(`<(?:\\w{1,20}:)?${name}\\s([^<>]*)`, 'g'))
  return [...found].map(([, attributes]) => attributes)
}
const attributeValue = (attributes = '', name) => new RegExp(`${name}=["']([^"']*)`).exec(attributes)?.[1]

/** The parts of the first sheet; all sheets if the workbook does not tell the first one. */
const firstSheet = (parts) => {
  const [sheet] = attributesOfElements(parts.get('xl/workbook.xml') ?? '', 'sheet')
  const relations = attributesOfElements(parts.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship')
  const id = attributeValue(sheet, ':id')
  const target = attributeValue(relations.find((one) => attributeValue(one, 'Id') === id) ?? '', 'Target')
  const part = parts.get(`xl/${target?.replace(/^(\/?xl)?\//, '')}`)
  return part === undefined ? [...parts.values()] : [part]
}

/** Whether a part has more rows with a value than allowed. Counting takes a second, reading a minute. */
const hasTooMany = (part) => {
  let rows = 0
  let isCounted = true
  for (const [, name] of part.toString('latin1').matchAll(/<(?:\w{1,20}:)?(row|v|t)[\s/>]/g)) {
    if (name !== 'row' && !isCounted) rows++
    if (rows > limits.rows + TITLES_WITHIN) return true
    isCounted = name !== 'row'
  }
  return false
}

/** Whether the first cell has no address. Small programs leave addresses out; the faster library needs them. */
const isUnaddressed = (part) => {
  const cell = /<(?:\w{1,20}:)?c((?:\s[^<>]*)?)>/.exec(part.toString('latin1'))
  return cell !== null && attributeValue(cell[1], '\\sr') === undefined
}

/** Some programs write long numbers as 5.511999998888E+12. */
const numberText = (text) => (/e/i.test(text) ? String(Number(text)) : text)
const cellText = (cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ''))

const rowsOfXlsx = async () => {
  const rows = await readSheet(new Blob([file]), { parseNumber: numberText })
  return rows.map((row) => row.map(cellText))
}

/** The first sheet by SheetJS, values only: formulas and macros are ignored. */
const rowsBySheetJs = async () => {
  const { read, utils } = await import('@e965/xlsx')
  const book = read(file, { type: 'buffer', dense: true, sheets: 0, cellFormula: false, cellHTML: false })
  const rows = utils.sheet_to_json(book.Sheets[book.SheetNames[0]], { header: 1, raw: true, defval: '' })
  return rows.map((row) => row.slice(0, limits.columns).map(cellText))
}

/** Decodes a text file: UTF-16 by its byte order mark, else UTF-8, else Windows-1252. */
const textOf = () => {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}

/** A title folded to its letters. */
const foldTitle = (title) =>
  title
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()

const ROLES = Object.keys(titles)
const truncateCell = (cell = '') => cell.slice(0, limits.cell)
const roleOf = (title) => ROLES.find((role) => titles[role].test(foldTitle(truncateCell(title)))) ?? null
const hasNumbers = (cells) => cells.some((cell) => ['number', 'mobile'].includes(roleOf(cell)))

/** The separator between the titles, else the most frequent one in the first line with text. */
const separatorOf = (text) => {
  const lines = text.slice(0, 10_000).split(/\r\n|\n|\r/, TITLES_WITHIN)
  const signs = [';', ',', '\t']
  for (const line of lines) {
    const sign = signs.find((one) => line.includes(one) && hasNumbers(line.split(one)))
    if (sign !== undefined) return sign
  }
  const line = lines.find((one) => one.trim() !== '') ?? ''
  return signs.reduce((best, sign) => (line.split(sign).length > line.split(best).length ? sign : best))
}

/** The separator hint that Excel writes into the first line of a CSV file. */
const HINT = /^\uFEFF?sep=(.)(?:\r\n|\n|\r)/i
/** Reports of web programs are often pages of the web that are called .xls. */
const HTML = /^\uFEFF?\s*<(!doctype|html|head|meta|table|style|body|\?xml)/i

/** The rows up to one more than is allowed. */
const rowsOfCsv = (text) => {
  const [hint, separator] = HINT.exec(text) ?? []
  const rest = hint === undefined ? text : text.slice(hint.length)
  const rows = parse(rest, {
    delimiter: separator ?? separatorOf(rest),
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    to: limits.rows + TITLES_WITHIN + 2,
  })
  const above = hint === undefined ? [] : [['']]
  return [...above, ...rows.map((row) => row.slice(0, limits.columns))]
}

const PAGE = 5000

/**
 * The row of the titles: the first row with a title for numbers. Else the first row with text, and the user
 * chooses the columns.
 */
const titlesIn = (rows) => {
  const first = rows.slice(0, TITLES_WITHIN)
  const named = first.findIndex(hasNumbers)
  const written = first.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  return Math.max(0, named === -1 ? written : named)
}

/** The columns that each role is read from, and the field that each column is shown as. */
const layoutOf = (cells) => {
  const roles = cells.map(roleOf)
  const at = (role) => roles.flatMap((one, index) => (one === role ? [index] : []))
  const places = { name: [...at('name'), ...at('firstName')], last: at('lastName') }
  const fields = { ...places, number: [...at('mobile'), ...at('number')], email: at('email') }
  for (const [field, index] of Object.entries(chosen)) {
    fields[field] = index === null ? [] : [index]
    if (field === 'name') fields.last = []
  }
  const fieldOf = (index) => {
    if (fields.last.includes(index)) return 'name'
    return ['name', 'number', 'email'].find((field) => fields[field].includes(index)) ?? null
  }
  return {
    fields,
    columns: cells.map((title, index) => ({ title: truncateCell(title), field: fieldOf(index) })),
  }
}

/**
 * Sends the recognised columns, and the cells of each field in the rows below. If several columns have a field, the
 * first cell with text counts.
 */
const sendSheet = (rows, titlesAt) => {
  const { fields, columns } = layoutOf((rows[titlesAt] ?? []).slice(0, limits.columns))
  const cellOf = (row, places) =>
    truncateCell(places.map((at) => row[at] ?? '').find((cell) => cell.trim() !== ''))
  const nameOf = (row) => {
    const [name, last] = [cellOf(row, fields.name), cellOf(row, fields.last)]
    return last === '' || name.endsWith(last) ? name : truncateCell(`${name} ${last}`.trim())
  }
  for (let from = titlesAt + 1; from < rows.length; from += PAGE) {
    const page = rows.slice(from, from + PAGE)
    process.send({
      rows: page.map((row) => [nameOf(row), cellOf(row, fields.number), cellOf(row, fields.email)]),
    })
  }
  process.send({ columns, titlesAt: titlesAt + 1 })
}

/** First bytes of workbooks before 2007, and of new ones with a password. */
const OLD_EXCEL = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const isOld = file.subarray(0, OLD_EXCEL.length).equals(OLD_EXCEL)
const isZip = file.length > 4 && file.readUInt32LE(0) === 0x04034b50
const sendRefusal = (code) => process.send({ refused: code })
const rowsOf = async (sheets) => {
  if (isOld || sheets.some(isUnaddressed)) return rowsBySheetJs()
  if (isZip) return rowsOfXlsx()
  const text = textOf()
  return HTML.test(text) ? null : rowsOfCsv(text)
}
const read = async () => {
  const parts = isZip ? unpackParts() : new Map()
  const sheets = parts === null ? null : firstSheet(parts)
  if (sheets === null || sheets.some(hasTooMany)) return sendRefusal('ERR_SHEET_TOO_LARGE')
  parts.clear()
  const rows = await rowsOf(sheets.splice(0))
  if (rows === null) return sendRefusal('ERR_SHEET_HTML')
  const titlesAt = titlesIn(rows)
  if (rows.length - titlesAt - 1 > limits.rows) return sendRefusal('ERR_SHEET_TOO_LARGE')
  sendSheet(rows, titlesAt)
}
/** The error code for a library's exception. */
const codeOf = ({ code, message }) => {
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'ERR_SHEET_TOO_LARGE'
  return isOld && /password|encrypt/i.test(message) ? 'ERR_SHEET_PASSWORD' : 'ERR_SHEET_UNREADABLE'
}
try {
  await read()
} catch (failure) {
  sendRefusal(codeOf(failure))
}
