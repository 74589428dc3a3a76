import { describe, expect, it } from '@jest/globals'
import { peopleOf, planOf, previewOf } from './plan.js'

const ROWS = [
  ['E-mail', 'Observação', 'NOME', 'Número '],
  ['ana@exemplo.com', 'x', "  'Ana\n", '+55 (11) 98765-4321'],
  ['', '', '', ''],
  ['', '', 'Ana de novo', '55 11 8765-4321'],
  ['nada', '', 'Bia', '351912345678'],
  ['', '', "'=SOMA(1)", '123'],
]

describe('rows of a spreadsheet', () => {
  it('are people by the titles of the columns; impossible and repeated ones are told', async () => {
    const people = peopleOf(ROWS)
    expect(people.ok && (await planOf(people.value))).toEqual([
      { line: 2, name: "'Ana", number: '5511987654321', lid: null, email: 'ana@exemplo.com', outcome: null },
      // the same number, as it was written before 2012
      { line: 4, name: 'Ana de novo', number: '551187654321', lid: null, email: '', outcome: 'duplicate' },
      { line: 5, name: 'Bia', number: '351912345678', lid: null, email: 'nada', outcome: 'invalid-email' },
      { line: 6, name: '=SOMA(1)', number: '123', lid: null, email: '', outcome: 'invalid-number' },
    ])
  })

  it('need a column of numbers', () => {
    expect(peopleOf([['nome', 'email']])).toMatchObject({ ok: false, error: { code: 'ERR_SHEET_COLUMNS' } })
    expect(peopleOf([])).toMatchObject({ ok: false })
  })

  it('are shown before they are imported', async () => {
    const people = peopleOf(ROWS)
    expect(people.ok && previewOf(ROWS, await planOf(people.value))).toMatchObject({
      columns: [
        { title: 'E-mail', field: 'email' },
        { title: 'Observação', field: null },
        { title: 'NOME', field: 'name' },
        { title: 'Número', field: 'number' },
      ],
      total: 4,
      invalid: 2,
      duplicates: 1,
    })
  })
})
