import { describe, expect, it } from '@jest/globals'
import { xlsxOf, zipOf } from '../../testing/xlsx.js'
import { readSheet, SHEET_LIMITS } from './read-sheet.js'

const read = async (file: Buffer, limits = {}) => {
  const sheet = await readSheet(file, { ...SHEET_LIMITS, ...limits })
  return sheet.ok ? sheet.value : sheet.error.code
}

describe('a spreadsheet', () => {
  it('is read as texts, long numbers as their digits', async () => {
    const rows = [
      ['Nome', 'Número', 'E-mail'],
      ['José & Filhos', 5511987654321, 'jose@exemplo.com.br'],
      ['Ana', '+55 (11) 98765-4322', ''],
    ]
    expect(await read(xlsxOf(rows))).toEqual([
      ['Nome', 'Número', 'E-mail'],
      ['José & Filhos', '5511987654321', 'jose@exemplo.com.br'],
      ['Ana', '+55 (11) 98765-4322', ''],
    ])
  })

  it.each([
    ['semicolons, as programs in Portuguese write it', 'nome;numero\r\n"Silva; ""Zé""";55 11 9\r\n'],
    ['commas', 'nome,numero\n"Silva; ""Zé""",55 11 9'],
    ['tabs', 'nome\tnumero\n"Silva; ""Zé"""\t55 11 9\n'],
  ])('is read from a text with %s', async (_how, text) => {
    const rows = [
      ['nome', 'numero'],
      ['Silva; "Zé"', '55 11 9'],
    ]
    expect(await read(Buffer.from(text))).toEqual(rows)
    expect(await read(Buffer.from(text, 'latin1'))).toEqual(rows)
    expect(await read(Buffer.from(`\uFEFF${text}`))).toEqual(rows)
    expect(await read(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual(rows)
  })

  it('is refused where it is of before 2007, no spreadsheet at all, or damaged', async () => {
    expect(await read(Buffer.from('d0cf11e0a1b11ae1000000', 'hex'))).toBe('ERR_SHEET_OLD_FORMAT')
    expect(await read(zipOf({ 'letter.txt': 'hello' }))).toBe('ERR_SHEET_UNREADABLE')
    expect(await read(xlsxOf([['nome', 'numero']]).subarray(0, 300))).toMatch(/^ERR_SHEET_/)
  })

  it('is refused where it is too large, however small it says that it is', async () => {
    const zeros = '0'.repeat(3_000_000)
    const limits = { unzipped: 1_000_000 }
    expect(await read(xlsxOf([['nome', 'numero']], { 'xl/media/a.txt': zeros }), limits)).toBe(
      'ERR_SHEET_TOO_LARGE',
    )
    expect(await read(zipOf({ 'xl/workbook.xml': zeros }, 10), limits)).toBe('ERR_SHEET_TOO_LARGE')
    expect(await read(Buffer.alloc(11), { bytes: 10 })).toBe('ERR_SHEET_TOO_LARGE')
    expect(await read(Buffer.from('numero\n1\n2\n3\n'), { rows: 2 })).toBe('ERR_SHEET_TOO_LARGE')
  })

  it('is given up when its time is over', async () => {
    const rows = Array.from({ length: 50_000 }, (_, n) => ['nome', n])
    expect(await read(xlsxOf(rows), { timeMs: 1 })).toBe('ERR_SHEET_TOO_LARGE')
  })
})
