import { createMemoryCounters } from '@guiche/infra/counters/memory.js'
import { describe, expect, it } from '@jest/globals'
import { createAttempts } from './attempts.js'

describe('attempts to sign in', () => {
  it('rule 6: are limited by the line that they come from, also where it has many addresses', async () => {
    const attempts = createAttempts(createMemoryCounters())
    const begin = (n: number, address: string) => attempts.begin(`user${n}@guiche.test`, address)
    for (let n = 1; n <= 100; n++) expect(await begin(n, `2001:db8:1:2::${n.toString(16)}`)).toBe(true)
    expect(await begin(101, '2001:db8:1:2:ffff::1')).toBe(false)
    expect(await begin(102, '2001:db8:1:3::1')).toBe(true)
  })

  it('that were right do not count, from whichever address of the line', async () => {
    const attempts = createAttempts(createMemoryCounters(), { account: 1, address: 1 })
    expect(await attempts.begin('a', '2001:db8:1:2::1')).toBe(true)
    await attempts.succeeded('a', '2001:db8:1:2::2')
    expect(await attempts.begin('a', '2001:db8:1:2::3')).toBe(true)
    expect(await attempts.begin('b', '2001:db8:1:2::4')).toBe(false)
  })
})
