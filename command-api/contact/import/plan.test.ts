import { describe, expect, it } from '@jest/globals'
import { type Person, peopleOf, planOf, previewOf } from './plan.js'
import type { Sheet } from './read-sheet.js'

const SHEET: Sheet = {
  titlesAt: 1,
  columns: [
    { title: ' E-mail\n', field: 'email' },
    { title: 'Observação', field: null },
    { title: 'NOME', field: 'name' },
    { title: 'Número ', field: 'number' },
  ],
  rows: [
    ["  'Ana\n", '+55 (11) 98765-4321', 'ana@exemplo.com'],
    ['', '', ''],
    ['Ana de novo', '55 11 8765-4321', ''],
    ['Bia', '351912345678', 'nada'],
    ["'=SOMA(1)", '123', ''],
    ['Caio', '5511987654322', `caio@${'a'.repeat(250)}.com`],
  ],
}

describe('rows of a spreadsheet', () => {
  it('are read by the titles of the columns; impossible and repeated rows are reported', async () => {
    const people = await peopleOf(SHEET)
    expect(people.ok && (await planOf(people.value, 'file'))).toEqual([
      { line: 2, name: "'Ana", number: '5511987654321', lid: null, email: 'ana@exemplo.com', outcome: null },
      // The same number in the spelling before 2012.
      { line: 4, name: 'Ana de novo', number: '551187654321', lid: null, email: '', outcome: 'duplicate' },
      { line: 5, name: 'Bia', number: '351912345678', lid: null, email: 'nada', outcome: 'invalid-email' },
      { line: 6, name: '=SOMA(1)', number: '123', lid: null, email: '', outcome: 'invalid-number' },
      expect.objectContaining({ line: 7, outcome: 'invalid-email' }),
    ])
  })

  it('have names of at most 50 characters, and no half of one', async () => {
    const rows = [[`${'a'.repeat(49)}😀`, '5511987654323', '']] as const
    expect(await peopleOf({ ...SHEET, rows })).toMatchObject({ value: [{ name: 'a'.repeat(49) }] })
  })

  it('need columns', async () => {
    const sheet = { columns: [], titlesAt: 1, rows: [] }
    expect(await peopleOf(sheet)).toMatchObject({ ok: false, error: { code: 'ERR_SHEET_COLUMNS' } })
  })

  it('have lines below the titles, and e-mails without the scheme of a link', async () => {
    const sheet = { ...SHEET, titlesAt: 4, rows: [['Ana', '5511987654321', 'mailto:Ana@x.com']] as const }
    expect(await peopleOf(sheet)).toMatchObject({ value: [{ line: 5, email: 'ana@x.com' }] })
  })

  it('get the country of the company where the person asks for it', async () => {
    const rows = [
      ['Ana', '11 97700-1122', ''],
      ['Bia', '+33 9 87 65 43 21', ''],
      ['Caio', '123', ''],
    ] as const
    const numbers = async (addTo?: string) => {
      const people = await peopleOf({ ...SHEET, rows }, addTo)
      return people.ok && (await planOf(people.value, 'file')).map(({ number, outcome }) => outcome ?? number)
    }
    expect(await numbers()).toEqual(['invalid-number', '33987654321', 'invalid-number'])
    expect(await numbers('')).toEqual(['5511977001122', '33987654321', 'invalid-number'])
    const people = await peopleOf({ ...SHEET, rows })
    expect(people.ok && (await previewOf(SHEET, people.value, '')).withoutCountry).toEqual([2])
  })

  it('have possible numbers; numbers of a phone are in WhatsApp’s spelling', async () => {
    // A number of São Paulo without Brazil's code. Read with country code 1 it would be invalid.
    const people = [{ line: 2, name: 'Ana', number: '11 97100-0001', lid: null, email: '' }]
    const outcome = async (source: 'file' | 'phone') => (await planOf(people, source))[0]?.outcome
    expect(await outcome('file')).toBe('invalid-number')
    expect(await outcome('phone')).toBeNull()
  })

  it('are reported if the country code may be missing', async () => {
    const people = [
      '(33) 98765-4321',
      '+33 9 87 65 43 21',
      '0033987654321',
      '5533987654321',
      '12025550143',
    ].map((number, index): Person => ({ line: index + 2, name: '', number, lid: null, email: '' }))
    const lines = async (home: string) => (await previewOf(SHEET, people, home)).withoutCountry
    expect(await lines('5511900000001')).toEqual([2])
    expect(await lines('')).toEqual([2])
    expect(await lines('33612345678')).toEqual([])
  })

  it('are shown before they are imported', async () => {
    const people = await peopleOf(SHEET)
    expect(people.ok && (await previewOf(SHEET, people.value, '5511900000001'))).toMatchObject({
      columns: [
        { title: 'E-mail', field: 'email' },
        { title: 'Observação', field: null },
        { title: 'NOME', field: 'name' },
        { title: 'Número', field: 'number' },
      ],
      total: 5,
      invalid: 3,
      duplicates: 1,
    })
  })
})
