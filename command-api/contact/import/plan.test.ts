import { describe, expect, it } from '@jest/globals'
import { peopleOf, planOf, previewOf } from './plan.js'
import type { Sheet } from './read-sheet.js'

const SHEET: Sheet = {
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
  it('are people by the titles of the columns; impossible and repeated ones are told', async () => {
    const people = await peopleOf(SHEET)
    expect(people.ok && (await planOf(people.value))).toEqual([
      { line: 2, name: "'Ana", number: '5511987654321', lid: null, email: 'ana@exemplo.com', outcome: null },
      // the same number, as it was written before 2012
      { line: 4, name: 'Ana de novo', number: '551187654321', lid: null, email: '', outcome: 'duplicate' },
      { line: 5, name: 'Bia', number: '351912345678', lid: null, email: 'nada', outcome: 'invalid-email' },
      { line: 6, name: '=SOMA(1)', number: '123', lid: null, email: '', outcome: 'invalid-number' },
      expect.objectContaining({ line: 7, outcome: 'invalid-email' }),
    ])
  })

  it('need a column of numbers', async () => {
    const columns = [{ title: 'nome', field: 'name' as const }]
    for (const sheet of [
      { columns, rows: [] },
      { columns: [], rows: [] },
    ])
      expect(await peopleOf(sheet)).toMatchObject({ ok: false, error: { code: 'ERR_SHEET_COLUMNS' } })
  })

  it('are shown before they are imported', async () => {
    const people = await peopleOf(SHEET)
    expect(people.ok && previewOf(SHEET, await planOf(people.value))).toMatchObject({
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
