import { describe, expect, it } from '@jest/globals'
import { mergedEdit } from './edit.js'

const rows = (...values: readonly string[]) => values.map((value, at) => ({ id: at + 1, name: 'n', value }))
const seen = { name: 'Rui', email: '', active: true, extraInfo: rows('a', 'b') }
const edit = (now: Partial<typeof seen>, wanted: Partial<typeof seen>) => {
  const done = mergedEdit(seen, { ...seen, ...now }, { ...seen, ...wanted })
  return done.ok ? done.value : done.error.code
}

describe('an edit of a contact that somebody else has changed meanwhile', () => {
  it('leaves alone what its author did not touch', () => {
    expect(edit({ email: 'rui@example.com' }, { name: 'Rui Alves' })).toEqual({
      ...seen,
      ...{ name: 'Rui Alves', email: 'rui@example.com' },
    })
    expect(edit({ name: 'Rui Alves' }, { name: 'Rui Alves' })).toMatchObject({ name: 'Rui Alves' })
  })

  it('keeps the rows of both: added, changed and taken away', () => {
    const added = { id: 8, name: 'CPF', value: '1' }
    const mine = { id: 9, name: 'RG', value: '2' }
    expect(
      edit({ extraInfo: [...rows('a', 'B'), added] }, { extraInfo: [...rows('A', 'b'), mine] }),
    ).toMatchObject({ extraInfo: [...rows('A', 'B'), mine, added] })
    expect(edit({ extraInfo: rows('a') }, { extraInfo: [...rows('a', 'b'), mine] })).toMatchObject({
      extraInfo: [...rows('a'), mine],
    })
    expect(edit({ extraInfo: rows('A', 'b') }, { extraInfo: rows('a') })).toMatchObject({
      extraInfo: rows('A'),
    })
  })

  it('is refused where both have changed the same', () => {
    expect(edit({ name: 'Rui Alves' }, { name: 'Rui Dias' })).toBe('ERR_CONTACT_CHANGED')
    expect(edit({ extraInfo: rows('A', 'b') }, { extraInfo: rows('x', 'b') })).toBe('ERR_CONTACT_CHANGED')
    expect(edit({ extraInfo: rows('a', 'B') }, { extraInfo: rows('a') })).toBe('ERR_CONTACT_CHANGED')
    expect(edit({ extraInfo: rows('a') }, { extraInfo: rows('a', 'B') })).toBe('ERR_CONTACT_CHANGED')
  })
})
