import { createMemoryCounters } from '@guiche/infra/counters/memory.js'
import { describe, expect, it } from '@jest/globals'
import { createAttempts } from './attempts.js'

const ONE = { device: 1, account: 1, address: 1, everywhere: 1 }

describe('attempts to sign in', () => {
  it('rule 6: are limited for each network, even if it has many addresses', async () => {
    const attempts = createAttempts(createMemoryCounters())
    const begin = (n: number, address: string) => attempts.begin({ account: `user${n}@guiche.test`, address })
    for (let n = 1; n <= 20; n++) expect(await begin(n, `2001:db8:1:2::${n.toString(16)}`)).toBe(true)
    expect(await begin(21, '2001:db8:1:2:ffff::1')).toBe(false)
    expect(await begin(22, '2001:db8:1:3::1')).toBe(true)
  })

  it('do not count if they succeed, from any address of the network', async () => {
    const attempts = createAttempts(createMemoryCounters(), ONE)
    expect(await attempts.begin({ account: 'a', address: '2001:db8:1:2::1' })).toBe(true)
    await attempts.succeeded({ account: 'a', address: '2001:db8:1:2::2' })
    expect(await attempts.begin({ account: 'a', address: '2001:db8:1:2::3' })).toBe(true)
    expect(await attempts.begin({ account: 'b', address: '2001:db8:1:2::4' })).toBe(false)
  })

  it('of strangers do not reduce the attempts of the owner at another address or in a known browser', async () => {
    const attempts = createAttempts(createMemoryCounters())
    const stranger = { account: 'a', address: '192.0.2.1' }
    for (let n = 1; n <= 10; n++) expect(await attempts.begin(stranger)).toBe(true)
    expect(await attempts.begin(stranger)).toBe(false)
    expect(await attempts.begin({ account: 'a', address: '192.0.2.2' })).toBe(true)
    const known = { ...stranger, device: 'b' }
    for (let n = 1; n <= 10; n++) expect(await attempts.begin(known)).toBe(true)
    expect(await attempts.begin(known)).toBe(false)
  })

  it('of one account are limited from all addresses together', async () => {
    const attempts = createAttempts(createMemoryCounters())
    for (let n = 1; n <= 100; n++)
      expect(await attempts.begin({ account: 'a', address: `192.0.2.${n}` })).toBe(true)
    expect(await attempts.begin({ account: 'a', address: '192.0.2.101' })).toBe(false)
    expect(await attempts.begin({ account: 'a', address: '192.0.2.101', device: 'b' })).toBe(true)
  })
})
