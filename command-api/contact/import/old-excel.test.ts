import { CFB, utils, write } from '@e965/xlsx'
import { expect, it } from '@jest/globals'
import { createRandom } from '../../testing/random.js'
import { readSheet, SHEET_LIMITS } from './read-sheet.js'

const ROWS = [
  ['Nome', 'Número', 'E-mail'],
  ['José & Filhos', 5511987654321, 'jose@exemplo.com.br'],
  ['Ana', '+55 (11) 98765-4322', ''],
]
const xlsOf = (rows: readonly (readonly unknown[])[]): Buffer => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows as unknown[][]), 'Contatos')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['numero'], ['1']]), 'Outra')
  return write(book, { type: 'buffer', bookType: 'biff8' })
}
const readFile = async (file: Buffer, limits = {}) => {
  const sheet = await readSheet(file, {}, { ...SHEET_LIMITS, ...limits })
  return sheet.ok ? sheet.value : sheet.error.code
}
/** The workbook with a changed stream, or with further streams. */
const changeWorkbook = (
  file: Buffer,
  change: (workbook: Buffer) => Buffer,
  more: Record<string, Buffer> = {},
): Buffer => {
  const box = CFB.read(file, { type: 'buffer' })
  const entry = CFB.find(box, '/Workbook')
  if (entry === null) throw new Error('no workbook')
  const content = change(Buffer.from(entry.content as Uint8Array))
  const made = CFB.utils.cfb_new()
  CFB.utils.cfb_add(made, '/Workbook', content)
  for (const [name, bytes] of Object.entries(more)) CFB.utils.cfb_add(made, name, bytes)
  return Buffer.from(CFB.write(made, { type: 'buffer' }) as Uint8Array)
}
/** Types of records with a cell. Their data begin with the row of the cell. */
const CELLS = [0x0203, 0x0204]
/** Repeats the row below the titles down to the last row of the format. SheetJS would take 20 seconds to write these rows. */
const withAllRows = (workbook: Buffer): Buffer => {
  const records: Buffer[] = []
  for (let at = 0; at < workbook.length; at += 4 + workbook.readUInt16LE(at + 2))
    records.push(workbook.subarray(at, at + 4 + workbook.readUInt16LE(at + 2)))
  const isCell = (record: Buffer) => CELLS.includes(record.readUInt16LE(0)) && record.readUInt16LE(4) === 1
  const cells = records.filter(isCell)
  const rows = Array.from({ length: 65_535 }, (_, n) =>
    cells.map((record) => {
      const cell = Buffer.from(record)
      cell.writeUInt16LE(n + 1, 4)
      if (cell.readUInt16LE(0) === 0x0203) cell.writeDoubleLE(5511970000000 + n, 10)
      return cell
    }),
  )
  const first = records.findIndex(isCell)
  const rest = records.slice(first).filter((record) => !isCell(record))
  return Buffer.concat([...records.slice(0, first), ...rows.flat(), ...rest])
}
/** Inserts a record after the first record of the workbook. */
const withRecord = (type: number, data: Buffer) => (workbook: Buffer) => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(data.length, 2)
  const after = 4 + workbook.readUInt16LE(2)
  return Buffer.concat([workbook.subarray(0, after), head, data, workbook.subarray(after)])
}

it('a workbook of before 2007 is read: the values of its first sheet, macros left out', async () => {
  const sheet = {
    columns: [
      { title: 'Nome', field: 'name' },
      { title: 'Número', field: 'number' },
      { title: 'E-mail', field: 'email' },
    ],
    titlesAt: 1,
    rows: [
      ['José & Filhos', '5511987654321', 'jose@exemplo.com.br'],
      ['Ana', '+55 (11) 98765-4322', ''],
    ],
  }
  const file = xlsOf(ROWS)
  expect(await readFile(file)).toEqual(sheet)
  const macros = {
    '/_VBA_PROJECT_CUR/VBA/dir': Buffer.alloc(100, 1),
    '/_VBA_PROJECT_CUR/PROJECT': Buffer.alloc(50, 2),
  }
  expect(await readFile(changeWorkbook(file, (workbook) => workbook, macros))).toEqual(sheet)
})

it('may have as many rows as the format has', async () => {
  const book = utils.book_new()
  const titles = ['nome', 'numero']
  utils.book_append_sheet(book, utils.aoa_to_sheet([titles, ['Ana', 5511970000000]]), 'Contatos')
  const sheet = await readSheet(
    changeWorkbook(write(book, { type: 'buffer', bookType: 'biff8' }), withAllRows),
  )
  expect(sheet.ok && [sheet.value.rows.length, sheet.value.rows.at(-1)]).toEqual([
    65_535,
    ['Ana', '5511970065534', ''],
  ])
  expect(await readFile(xlsOf(ROWS), { rows: 1 })).toBe('ERR_SHEET_TOO_LARGE')
})

it('with a password, or of another format, is refused with that reason', async () => {
  const key = Buffer.concat([Buffer.from('010001000100', 'hex'), Buffer.alloc(48, 7)])
  expect(await readFile(changeWorkbook(xlsOf(ROWS), withRecord(0x2f, key)))).toBe('ERR_SHEET_PASSWORD')
  const box = CFB.utils.cfb_new()
  CFB.utils.cfb_add(box, '/EncryptionInfo', Buffer.from('0400040040000000', 'hex'))
  CFB.utils.cfb_add(box, '/EncryptedPackage', Buffer.alloc(64, 3))
  expect(await readFile(Buffer.from(CFB.write(box, { type: 'buffer' }) as Uint8Array))).toBe(
    'ERR_SHEET_PASSWORD',
  )
  const letter = CFB.utils.cfb_new()
  CFB.utils.cfb_add(letter, '/WordDocument', Buffer.alloc(64, 3))
  expect(await readFile(Buffer.from(CFB.write(letter, { type: 'buffer' }) as Uint8Array))).toBe(
    'ERR_SHEET_UNREADABLE',
  )
})

it('never ends the process, whatever sizes it claims', async () => {
  const file = xlsOf(ROWS)
  const pick = createRandom(7)
  for (let n = 0; n < 5; n++) {
    const damaged = Buffer.from(file)
    for (let byte = 0; byte < 20; byte++) damaged[pick(damaged.length)] = pick(256)
    damaged.set(file.subarray(0, 8))
    const sheet = await readFile(damaged, { heapMb: 64, timeMs: 10_000 })
    expect(typeof sheet === 'string' ? sheet : 'read').toMatch(/^(ERR_SHEET_|read$)/)
  }
  // the maximum of rows and columns in the format
  const size = Buffer.alloc(14)
  size.writeUInt32LE(0xffff_ffff, 4)
  size.writeUInt16LE(0xffff, 10)
  const lie = (workbook: Buffer) => {
    const at = workbook.indexOf(Buffer.from('00020e00', 'hex'))
    size.copy(workbook, at + 4)
    return workbook
  }
  expect(await readFile(changeWorkbook(file, lie), { heapMb: 64 })).toBe('ERR_SHEET_TOO_LARGE')
}, 120_000)
