import { describe, expect, it } from '@jest/globals'
import { mergedEdit } from './edit.js'

const extraFields = (...values: readonly string[]) =>
  values.map((value, at) => ({ id: at + 1, name: 'n', value }))
const seen = { name: 'Rui', email: '', active: true, extraInfo: extraFields('a', 'b') }
const mergeEdit = (now: Partial<typeof seen>, wanted: Partial<typeof seen>) => {
  const done = mergedEdit(seen, { ...seen, ...now }, { ...seen, ...wanted })
  return done.ok ? done.value : done.error.code
}

describe('an edit of a contact after a concurrent edit', () => {
  it('keeps the fields that its author did not change', () => {
    expect(mergeEdit({ email: 'rui@example.com' }, { name: 'Rui Alves' })).toEqual({
      ...seen,
      ...{ name: 'Rui Alves', email: 'rui@example.com' },
    })
    expect(mergeEdit({ name: 'Rui Alves' }, { name: 'Rui Alves' })).toMatchObject({ name: 'Rui Alves' })
  })

  it('keeps the rows of both: added, changed and taken away', () => {
    const added = { id: 8, name: 'CPF', value: '1' }
    const mine = { id: 9, name: 'RG', value: '2' }
    expect(
      mergeEdit(
        { extraInfo: [...extraFields('a', 'B'), added] },
        { extraInfo: [...extraFields('A', 'b'), mine] },
      ),
    ).toMatchObject({ extraInfo: [...extraFields('A', 'B'), mine, added] })
    expect(
      mergeEdit({ extraInfo: extraFields('a') }, { extraInfo: [...extraFields('a', 'b'), mine] }),
    ).toMatchObject({
      extraInfo: [...extraFields('a'), mine],
    })
    expect(mergeEdit({ extraInfo: extraFields('A', 'b') }, { extraInfo: extraFields('a') })).toMatchObject({
      extraInfo: extraFields('A'),
    })
  })

  it('is refused where both have changed the same', () => {
    expect(mergeEdit({ name: 'Rui Alves' }, { name: 'Rui Dias' })).toBe('ERR_CONTACT_CHANGED')
    expect(mergeEdit({ extraInfo: extraFields('A', 'b') }, { extraInfo: extraFields('x', 'b') })).toBe(
      'ERR_CONTACT_CHANGED',
    )
    expect(mergeEdit({ extraInfo: extraFields('a', 'B') }, { extraInfo: extraFields('a') })).toBe(
      'ERR_CONTACT_CHANGED',
    )
    expect(mergeEdit({ extraInfo: extraFields('a') }, { extraInfo: extraFields('a', 'B') })).toBe(
      'ERR_CONTACT_CHANGED',
    )
  })
})
