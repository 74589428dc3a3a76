import { describe, expect, it } from '@jest/globals'
import { exceededLimits, nearnessOfLimit } from './limit-use.js'

describe('a company’s use of a limit', () => {
  it.each([
    [7, 10, null],
    [8, 10, 'near'],
    [10, 10, 'full'],
    [12, 10, 'full'],
    [0, 0, 'full'],
    [500, null, null],
  ])('%p of %p', (used, limit, expected) => expect(nearnessOfLimit({ used, limit })).toBe(expected))
  it('is said where a smaller plan has no room for it: M11', () => {
    const usage = {
      users: { used: 12, limit: 10 },
      connections: { used: 2, limit: 2 },
      queues: { used: 9, limit: null },
    }
    expect(exceededLimits(usage)).toEqual([['users', 2]])
  })
})
