import type { Change } from '@guiche/contracts/bus/changes.js'
import { describe, expect, it } from '@jest/globals'
import { merged } from './on-changes.js'

const change = (position: string, more: Partial<Change>): Change => ({
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
    const first = change('1', { before: null, after: { status: 'pending' } })
    const other = change('2', { id: '2' })
    const last = change('3', { before: { status: 'pending' }, after: { status: 'closed' } })
    expect(merged([first, other, last])).toEqual([
      { ...last, before: null, types: ['event.1', 'event.3'] },
      other,
    ])
  })

  it('of different collections stay apart, even under one id', () => {
    expect(merged([change('1', {}), change('1', { collection: 'contacts' })])).toHaveLength(2)
  })
})
