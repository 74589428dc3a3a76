import { beforeEach, describe, expect, it } from '@jest/globals'
import { countChosen, keepChosen, NO_FILTERS, readChosen, unknownIn, valuesOf } from './chosen-filters.js'

const kept = new Map<string, string>()
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  },
  configurable: true,
})

describe('filters of the lists', () => {
  beforeEach(() => kept.clear())
  const chosen = {
    ...NO_FILTERS,
    queueIds: [1, 2],
    tags: [3],
    users: [4, 5],
    connections: [6],
    from: '2026-01-05',
  }

  it('is remembered for each user of a browser by themselves', () => {
    keepChosen(7, chosen)
    expect(readChosen(7)).toEqual(chosen)
    expect(readChosen(8)).toEqual(NO_FILTERS)
  })

  it('is asked for where it is offered, days as one filter', () => {
    const all = { ...chosen, to: '2026-01-09', withUnread: true }
    expect(countChosen(all, () => true)).toBe(6)
    expect(countChosen(all, (name) => name !== 'users')).toBe(5)
    expect(countChosen(NO_FILTERS, () => true)).toBe(0)
    expect(valuesOf({ ...NO_FILTERS, tags: [3], to: '2026-01-09' }, (name) => name !== 'showAll')).toEqual({
      ...{ tags: [3], to: '2026-01-09', withUnread: false, fromAd: false, snoozed: false },
    })
  })

  it('are empty if the stored text is invalid', () => {
    kept.set('guiche.inbox.7', '{')
    kept.set('guiche.inbox.8', JSON.stringify({ tags: ['x', 3], from: 'yesterday' }))
    expect(readChosen(7)).toEqual(NO_FILTERS)
    expect(readChosen(8)).toEqual({ ...NO_FILTERS, tags: [3] })
  })

  it('drop deleted things of each kind', () => {
    const there = { queueIds: [{ id: 2 }], tags: [], users: [{ id: 4 }, { id: 9 }], connections: [{ id: 6 }] }
    expect(unknownIn(chosen, there)).toEqual({ queueIds: [2], tags: [], users: [4] })
  })

  it('stay until the existing things are known', () => {
    const unknown = { queueIds: undefined, tags: undefined, users: undefined, connections: undefined }
    expect(unknownIn(chosen, unknown)).toBeNull()
    expect(unknownIn(NO_FILTERS, { queueIds: [], tags: [], users: [], connections: [] })).toBeNull()
  })
})
