import { describe, expect, it } from '@jest/globals'
import { fakeLocalStorage } from '../../../base/testing/local-storage.js'
import { countQuickUse, quickUses } from './quick-uses.js'

describe('uses of quick messages', () => {
  it('are counted by user, for each of them', () => {
    fakeLocalStorage()
    for (const id of [3, 5, 3]) countQuickUse(1, id)
    countQuickUse(2, 5)
    expect([...quickUses(1)].toSorted()).toEqual([
      [3, 2],
      [5, 1],
    ])
    expect([...quickUses(2)]).toEqual([[5, 1]])
    expect([...quickUses(9)]).toEqual([])
  })

  it('are kept of three hundred, and the least used goes', () => {
    fakeLocalStorage()
    countQuickUse(1, 1)
    for (let id = 2; id <= 301; id++) for (const _ of [1, 2]) countQuickUse(1, id)
    expect(quickUses(1).size).toBe(300)
    expect(quickUses(1).has(1)).toBe(false)
  })

  it('that nobody can read are none', () => {
    fakeLocalStorage().set('guiche.quick.1', 'x 4: 5:a 6:-1 7:2 8:1e400 <b>')
    expect([...quickUses(1)]).toEqual([[7, 2]])
  })
})
