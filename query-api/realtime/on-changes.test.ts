import type { Change } from '@guiche/contracts/bus/changes.js'
import { describe, expect, it } from '@jest/globals'
import { mergeChanges } from './on-changes.js'

const changeAt = (position: string, more: Partial<Change>): Change => ({
  view: 'inbox',
  collection: 'tickets',
  id: '1',
  companyId: 1,
  position,
  types: [`event.${position}`],
  before: { status: 'open' },
  after: { status: 'open' },
  ...more,
})

describe('changes of one batch', () => {
  it('of one document become one: from how it was first to how it is last', () => {
    const first = changeAt('1', { before: null, after: { status: 'pending' } })
    const other = changeAt('2', { id: '2' })
    const last = changeAt('3', { before: { status: 'pending' }, after: { status: 'closed' } })
    expect(mergeChanges([first, other, last])).toEqual([
      { ...last, before: null, types: ['event.1', 'event.3'] },
      other,
    ])
  })

  it('of different collections stay apart, even under one id', () => {
    expect(mergeChanges([changeAt('1', {}), changeAt('1', { collection: 'contacts' })])).toHaveLength(2)
  })
})
