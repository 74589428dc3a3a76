import { describe, expect, it } from '@jest/globals'
import { bodyOfChange, changedIn } from './changes.js'

describe('the changes of a form', () => {
  it('is every value that differs from the first one', () => {
    const initial = { name: 'Bia', queueIds: [1, 2], file: 'menu.pdf', extraInfo: [{ id: 1, value: 'a' }] }
    expect(changedIn({ ...initial, queueIds: [1, 2], extraInfo: [{ id: 1, value: 'a' }] }, initial)).toEqual(
      [],
    )
    const values = { name: 'Bia', queueIds: [2], file: null, extraInfo: [{ id: 1, value: 'b' }] }
    expect(changedIn<object>(values, initial)).toEqual(['queueIds', 'file', 'extraInfo'])
    expect(changedIn<object>({ file: new File([], 'menu.pdf') }, initial)).toEqual(['file'])
    expect(changedIn<object>({ password: 'segredo' }, initial)).toEqual(['password'])
  })

  it('is the body, beside required fields with their present values', () => {
    const said = { name: 'Bia', email: 'bia@guiche.test', queueIds: [1] }
    const now = { name: 'Bia Souza', email: 'souza@guiche.test' }
    expect(bodyOfChange(said, ['email'], now)).toEqual({ name: 'Bia Souza', email: 'bia@guiche.test' })
    expect(bodyOfChange(said, ['queueIds'], now)).toEqual({ ...now, queueIds: [1] })
    expect(bodyOfChange(said, [], now)).toEqual(now)
  })
})
