import { describe, expect, it } from '@jest/globals'
import { createMemoryVault } from '../testing/memory-vault.js'
import { createLeases } from './lease.js'

const setUp = () => {
  const vault = createMemoryVault()
  /** `set`: milliseconds by which the clock was changed, while no time passed */
  const time = { now: 1_000_000, set: 0 }
  const clock = { now: () => new Date(time.now + time.set) }
  const elapsed = () => time.now
  const of = (owner: string, sole = false) => {
    let runs = 0
    const newOwner = () => `${owner}${runs++}`
    return createLeases({ vault, clock, elapsed, newOwner, leaseMs: 30_000, sole })
  }
  return { vault, time, of }
}

describe('a lease', () => {
  it('belongs to one process at a time', async () => {
    const { of, time } = setUp()
    const a = of('a')
    const mine = await a.claim(1)
    expect(mine?.held()).toBe(true)
    expect(await of('b').claim(1)).toBeNull()
    time.now += 29_000
    expect(await a.renew()).toBe(true)
    time.now += 29_000
    expect(await of('b').claim(1)).toBeNull()
    expect(mine?.held()).toBe(true)
  })

  it('expires after a silence of its process, and the old holder notices', async () => {
    const { of, time, vault } = setUp()
    const [a, b] = [of('a'), of('b')]
    const old = await a.claim(1)
    const spare = await a.claim(2)
    time.now += 31_000
    expect(old?.held()).toBe(false)
    // The state before the first poll is unknown.
    expect(await b.claim(1)).toBeNull()
    time.now += 29_000
    expect(await b.claim(1)).toBeNull()
    time.now += 1_000
    const fresh = await b.claim(1)
    expect(fresh?.held()).toBe(true)
    expect(await a.renew()).toBe(false)
    expect([old?.held(), spare?.held()]).toEqual([false, false])
    // The process continues under another name, and takes the connection back, because it is free.
    expect((await a.claim(2))?.held()).toBe(true)
    expect(await a.claim(1)).toBeNull()
    expect(await a.renew()).toBe(true)
    expect([old?.held(), spare?.held()]).toEqual([false, false])
    const write = [{ key: 'wa/1/creds', value: Buffer.from('x') }]
    expect(await vault.commit(write, old?.fence)).toBe('fenced')
    expect(await vault.commit(write, fresh?.fence)).toBe('committed')
  })

  it('is not taken from a living process when the clock is changed', async () => {
    const { of, time } = setUp()
    const [a, b] = [of('a'), of('b')]
    const mine = await a.claim(1)
    expect(await b.claim(1)).toBeNull()
    time.set += 3_600_000
    expect(await b.claim(1)).toBeNull()
    expect(await b.others()).toEqual(new Set(['gateway/a0']))
    expect(await a.renew()).toBe(true)
    expect(mine?.held()).toBe(true)
  })

  it('does not fence its own writes by a renewal', async () => {
    const { of, vault } = setUp()
    const a = of('a')
    const mine = await a.claim(1)
    await a.renew()
    expect(await vault.commit([{ key: 'wa/1/creds', value: Buffer.from('x') }], mine?.fence)).toBe(
      'committed',
    )
  })

  it('lets one socket at a time write: pending writes of an earlier one are refused', async () => {
    const { of, vault } = setUp()
    const mine = await of('a').claim(1)
    const write = [{ key: 'wa/1/key/session/x', value: Buffer.from('x') }]
    const first = await mine?.line()
    expect(await vault.commit(write, first ?? undefined)).toBe('committed')
    const [second, third] = await Promise.all([mine?.line(), mine?.line()])
    for (const old of [first, second]) expect(await vault.commit(write, old ?? undefined)).toBe('fenced')
    expect(await vault.commit(write, third ?? undefined)).toBe('committed')
    expect(await vault.commit(write, mine?.fence)).toBe('committed')
  })

  it('revokes the write permission of the former holder’s socket for good', async () => {
    const { of, vault, time } = setUp()
    const old = await of('a').claim(1)
    const socket = await old?.line()
    const b = of('b')
    await b.others()
    time.now += 31_000
    const fresh = await b.claim(1)
    const write = [{ key: 'wa/1/key/session/x', value: Buffer.from('x') }]
    expect(await vault.commit(write, socket ?? undefined)).toBe('fenced')
    expect(await old?.line()).toBeNull()
    expect(await fresh?.line()).not.toBeNull()
  })

  it('is not lost while a renewal takes longer than the interval', async () => {
    const { of, vault } = setUp()
    const a = of('a')
    const mine = await a.claim(1)
    const { commit } = vault
    let open = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    Object.assign(vault, {
      commit: async (...args: Parameters<typeof commit>) => {
        await gate
        return commit(...args)
      },
    })
    const renewals = [a.renew(), a.renew(), a.renew()]
    const release = mine?.release()
    open()
    expect(await Promise.all(renewals)).toEqual([true, true, true])
    await release
    expect(await of('b').claim(1)).not.toBeNull()
  })

  it('is renewed for hundreds of connections by one write of one entry', async () => {
    const { of, vault, time } = setUp()
    const a = of('a')
    const leases = await Promise.all(Array.from({ length: 300 }, (_, n) => a.claim(n)))
    const { commit } = vault
    let written = 0
    Object.assign(vault, {
      commit: (...args: Parameters<typeof commit>) => {
        written += args[0].length
        return commit(...args)
      },
    })
    time.now += 29_000
    await a.renew()
    time.now += 29_000
    expect(leases.every((lease) => lease?.held())).toBe(true)
    expect(written).toBe(1)
  })

  it('is not lost by a lost response', async () => {
    const { of, vault, time } = setUp()
    const a = of('a')
    const mine = await a.claim(1)
    const { commit } = vault
    Object.assign(vault, {
      commit: async (...args: Parameters<typeof commit>) => {
        await commit(...args)
        throw new Error('the line was cut')
      },
    })
    await expect(a.renew()).rejects.toThrow('cut')
    Object.assign(vault, { commit })
    time.now += 29_000
    expect(await a.renew()).toBe(true)
    expect(mine?.held()).toBe(true)
  })

  it('removes the entries of dead processes', async () => {
    const { of, vault, time } = setUp()
    const [a, b, c] = [of('a'), of('b'), of('c')]
    for (const [n, one] of [a, b, c].entries()) await one.claim(n)
    expect(await a.others()).toEqual(new Set(['gateway/b0', 'gateway/c0']))
    await b.leave()
    expect(await a.others()).toEqual(new Set(['gateway/c0']))
    time.now += 31_000
    await a.renew()
    expect(await a.others()).toEqual(new Set())
    expect(await vault.list('gateway/')).toEqual(['gateway/a0'])
    // The only process knows at its next start that all others are dead.
    const d = of('d', true)
    await d.claim(0)
    expect(await d.others()).toEqual(new Set())
    expect(await vault.list('gateway/')).toEqual(['gateway/d0'])
  })

  it('of an older release, which renews each lease separately, is respected until renewals end', async () => {
    const { of, vault, time } = setUp()
    const old = Buffer.from(JSON.stringify({ owner: 'old', until: time.now + 5_000 }))
    await vault.commit([{ key: 'wa/1/lease', value: old }])
    const a = of('a')
    expect(await a.claim(1)).toBeNull()
    expect(await a.ofOthers([1])).toEqual(new Map([[1, 'ending']]))
    time.now += 30_000
    expect(await a.ofOthers([1])).toEqual(new Map())
    expect(await a.claim(1)).not.toBeNull()
    const kept = (await vault.getMany(['wa/1/lease'])).get('wa/1/lease')
    // Such an old release considers the lease held.
    expect(JSON.parse(String(kept?.value)).until).toBeGreaterThan(time.now * 1_000)
  })

  it('is free at once after a release, or if no other process can be alive', async () => {
    const { of } = setUp()
    await (await of('a').claim(1))?.release()
    expect(await of('b').claim(1)).not.toBeNull()
    expect(await of('c').claim(1)).toBeNull()
    expect(await of('c', true).claim(1)).not.toBeNull()
  })

  it('is won by one of twenty who claim it together', async () => {
    const { of } = setUp()
    const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => of(`p${index}`).claim(1)))
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  })

  it('gives the leases of other processes for all connections at once', async () => {
    const { of, time } = setUp()
    const [a, b] = [of('a'), of('b')]
    await a.claim(1)
    await b.claim(2)
    await (await b.claim(3))?.release()
    expect(await a.ofOthers([1, 2, 3, 4])).toEqual(new Map([[2, 'kept']]))
    time.now += 30_001
    expect(await a.ofOthers([1, 2, 3, 4])).toEqual(new Map())
  })
})
