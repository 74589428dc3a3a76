import { describe, expect, it } from '@jest/globals'
import { xlsxOf, zipOf } from '../../testing/xlsx.js'
import { type ChosenColumns, readSheet, SHEET_LIMITS } from './read-sheet.js'

const readFile = async (file: Buffer, limits = {}, chosen: ChosenColumns = {}) => {
  const sheet = await readSheet(file, chosen, { ...SHEET_LIMITS, ...limits })
  return sheet.ok ? sheet.value : sheet.error.code
}

describe('a spreadsheet', () => {
  it('is read as texts, long numbers as their digits', async () => {
    const rows = [
      ['Nome', 'Número', 'E-mail'],
      ['José & Filhos', 5511987654321, 'jose@exemplo.com.br'],
      ['Ana', '+55 (11) 98765-4322', ''],
    ]
    expect(await readFile(xlsxOf(rows))).toEqual({
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
    })
  })

  it('is read also where the writing program leaves out the addresses of rows and cells', async () => {
    const rows = [
      ['Nome', 'Número'],
      ['Ana', 5511987654321],
    ]
    const addressed = await readFile(xlsxOf(rows))
    const bare = xlsxOf(rows, {}, (sheet) => sheet.replace(/ r="[^"]*"/g, ''))
    expect(bare.length).toBeLessThan(xlsxOf(rows).length)
    expect(await readFile(bare)).toEqual(addressed)
  })

  it('gives the wanted columns, in any order', async () => {
    expect(
      await readFile(Buffer.from('E-mail;Cidade;Telefone;celular\nana@exemplo.com;Assis;1;2\n\n;;3')),
    ).toEqual({
      columns: [
        { title: 'E-mail', field: 'email' },
        { title: 'Cidade', field: null },
        { title: 'Telefone', field: 'number' },
        { title: 'celular', field: 'number' },
      ],
      titlesAt: 1,
      // Of two numbers, the mobile number is used.
      rows: [
        ['', '2', 'ana@exemplo.com'],
        ['', '', ''],
        ['', '3', ''],
      ],
    })
    expect(await readFile(Buffer.from(''))).toEqual({ columns: [], titlesAt: 1, rows: [] })
  })

  it.each([
    ['semicolons, as programs in Portuguese write it', 'nome;numero\r\n"Silva; ""Zé""";55 11 9\r\n'],
    ['commas', 'nome,numero\n"Silva; ""Zé""",55 11 9'],
    ['tabs', 'nome\tnumero\n"Silva; ""Zé"""\t55 11 9\n'],
  ])('is read from a text with %s', async (_how, text) => {
    const sheet = {
      columns: [
        { title: 'nome', field: 'name' },
        { title: 'numero', field: 'number' },
      ],
      titlesAt: 1,
      rows: [['Silva; "Zé"', '55 11 9', '']],
    }
    expect(await readFile(Buffer.from(text))).toEqual(sheet)
    expect(await readFile(Buffer.from(text, 'latin1'))).toEqual(sheet)
    expect(await readFile(Buffer.from(`\uFEFF${text}`))).toEqual(sheet)
    expect(await readFile(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual(sheet)
  })

  it.each([
    ['a hint for Excel', 'sep=;\nnome;numero\nAna;5511970000001', 2],
    ['empty lines above', '\n;\nnome;numero\nAna;5511970000001', 3],
    ['a title above', 'Contatos, exportados em 2/3/2026, por mim\n\nnome;numero\nAna;5511970000001', 3],
  ])('has its titles below %s', async (_what, text, titlesAt) => {
    expect(await readFile(Buffer.from(text))).toMatchObject({
      titlesAt,
      rows: [['Ana', '5511970000001', '']],
    })
  })

  it.each([
    ['another desk', 'id,name,identifier,email,phone_number,company\n1,Bento,b1,b@x.com,+5511955550002,Acme'],
    [
      'Google Contacts',
      'First Name,Last Name,E-mail 1 - Value,Phone 1 - Value\nBento,,b@x.com,+5511955550002',
    ],
    [
      'Outlook',
      'First Name,Last Name,E-mail Address,Home Phone,Mobile Phone\nBento,,b@x.com,1,+5511955550002',
    ],
    [
      'Outlook in Portuguese',
      'Nome,Sobrenome,Endereço de email,Telefone celular\nBento,,b@x.com,+5511955550002',
    ],
    [
      'Outlook in Spanish',
      'Nombre,Apellidos,Correo electrónico,Teléfono móvil\nBento,,b@x.com,+5511955550002',
    ],
  ])('has the columns of %s', async (_whose, text) => {
    expect(await readFile(Buffer.from(text))).toMatchObject({
      rows: [['Bento', '+5511955550002', 'b@x.com']],
    })
    const named = await readFile(Buffer.from(text.replace('Bento,,', 'Bento,Dias,')))
    if (/last|sobrenome|apellidos/i.test(text))
      expect(named).toMatchObject({ rows: [['Bento Dias', '+5511955550002', 'b@x.com']] })
  })

  it('has the columns that a person chooses', async () => {
    const file = Buffer.from('Quem;Onde;Zap do cliente;telefone\nAna;Assis;5511970000001;2')
    expect(await readFile(file)).toMatchObject({ rows: [['', '2', '']] })
    expect(await readFile(file, {}, { name: 0, number: 2 })).toEqual({
      columns: [
        { title: 'Quem', field: 'name' },
        { title: 'Onde', field: null },
        { title: 'Zap do cliente', field: 'number' },
        { title: 'telefone', field: null },
      ],
      titlesAt: 1,
      rows: [['Ana', '5511970000001', '']],
    })
    // The column does not exist.
    expect(await readFile(file, {}, { number: 150 })).toMatchObject({ rows: [['', '', '']] })
  })

  it.each([
    '<html><table><tr><td>nome</td></tr></table>',
    '\uFEFF\n<!DOCTYPE html>',
    '<?xml version="1.0"?><Workbook/>',
  ])('that is a web page is refused with that reason: %s', async (text) => {
    expect(await readFile(Buffer.from(text))).toBe('ERR_SHEET_HTML')
  })

  it('is refused where it is no spreadsheet at all, or damaged', async () => {
    expect(await readFile(Buffer.from('d0cf11e0a1b11ae1000000', 'hex'))).toBe('ERR_SHEET_UNREADABLE')
    expect(await readFile(zipOf({ 'letter.txt': 'hello' }))).toBe('ERR_SHEET_UNREADABLE')
    expect(await readFile(xlsxOf([['nome', 'numero']]).subarray(0, 300))).toMatch(/^ERR_SHEET_/)
  })

  it('is refused where it is too large, however small it says that it is', async () => {
    const zeros = '0'.repeat(3_000_000)
    const limits = { unzipped: 1_000_000 }
    expect(await readFile(xlsxOf([['nome', 'numero']], { 'xl/media/a.txt': zeros }), limits)).toBe(
      'ERR_SHEET_TOO_LARGE',
    )
    expect(await readFile(zipOf({ 'xl/workbook.xml': zeros }, 10), limits)).toBe('ERR_SHEET_TOO_LARGE')
    expect(await readFile(Buffer.alloc(11), { bytes: 10 })).toBe('ERR_SHEET_TOO_LARGE')
    expect(await readFile(Buffer.from('numero\n1\n2\n3\n'), { rows: 2 })).toBe('ERR_SHEET_TOO_LARGE')
  })

  it('may have as many rows as the limit says, and no more', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, n) => ['Ana', 5511970000000 + n])
    const csv = (count: number) =>
      Buffer.from(
        `nome;numero\n${rows(count)
          .map((row) => row.join(';'))
          .join('\n')}`,
      )
    for (const file of [csv(SHEET_LIMITS.rows), xlsxOf([['nome', 'numero'], ...rows(SHEET_LIMITS.rows)])]) {
      const sheet = await readSheet(file)
      expect(sheet.ok && [sheet.value.rows.length, sheet.value.rows.at(-1)]).toEqual([
        SHEET_LIMITS.rows,
        ['Ana', '5511970099999', ''],
      ])
    }
    expect(await readFile(csv(SHEET_LIMITS.rows + 1))).toBe('ERR_SHEET_TOO_LARGE')
  })

  it('of too many rows is refused by counting them, before any is read', async () => {
    const row = (n: number) => `<row r="${n}"><c r="A${n}"><v>1</v></c></row>`
    const sheet = (rows: number) =>
      `<worksheet><sheetData>${Array.from({ length: rows }, (_, n) => row(n + 1)).join('')}`
    const file = (rows: number, part = 'xl/worksheets/sheet1.xml') =>
      xlsxOf([['numero'], [1]], { [part]: sheet(rows) })
    // The sheet is broken, so reading it is an error.
    expect(await readFile(file(2), { rows: 2 })).toBe('ERR_SHEET_UNREADABLE')
    expect(await readFile(file(40), { rows: 2 })).toBe('ERR_SHEET_TOO_LARGE')
    // The other sheet is not read, and rows without values do not count.
    expect(await readFile(file(40, 'xl/worksheets/sheet2.xml'), { rows: 2 })).toMatchObject({
      rows: [['', '1', '']],
    })
    const blank = '<row r="1"><c r="A1" s="1"/></row>'.repeat(40)
    const part = `<worksheet><sheetData>${blank}`
    expect(await readFile(xlsxOf([], { 'xl/worksheets/sheet1.xml': part }), { rows: 2 })).toBe(
      'ERR_SHEET_UNREADABLE',
    )
  })

  it('sends only a part of wide or long cells', async () => {
    const sheet = await readSheet(Buffer.from(`numero${';'.repeat(1_000_000)}\n${'1'.repeat(1_000_000)}`))
    expect(sheet.ok && [sheet.value.columns.length, sheet.value.rows[0]?.[1].length]).toEqual([
      SHEET_LIMITS.columns,
      SHEET_LIMITS.cell,
    ])
  })

  it('does not end the process if its memory grows in one step', async () => {
    const row = '<row r="1048576000"><c r="ZZZZZ1048576000"><v>1</v></c></row>'
    const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${row}</sheetData></worksheet>`
    const file = xlsxOf([], { 'xl/worksheets/sheet1.xml': sheet })
    expect(await readFile(file, { heapMb: 64 })).toBe('ERR_SHEET_TOO_LARGE')
  })

  it('is given up after its time limit', async () => {
    const rows = Array.from({ length: 50_000 }, (_, n) => ['nome', n])
    expect(await readFile(xlsxOf(rows), { timeMs: 1 })).toBe('ERR_SHEET_TOO_LARGE')
  })
})
