import { systemClock } from '@guiche/infra/clock.js'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { silentLogger } from '../../logger.js'
import { createLeases } from '../../sessions/lease.js'
import { createMemoryVault } from '../../testing/memory-vault.js'
import { credsKey, FencedError, isPaired, keysPrefix, loadAuthState } from './auth-state.js'
import { type Baileys, loadBaileys } from './load.js'

let baileys: Baileys
beforeAll(async () => {
  baileys = await loadBaileys(silentLogger)
})

const setUp = async () => {
  const vault = createMemoryVault()
  /** Each owner takes the lease over from the previous one, which it considers dead. */
  const claim = async (owner: string) => {
    const leases = createLeases({
      vault,
      clock: systemClock,
      newOwner: () => owner,
      leaseMs: 1_000,
      sole: true,
    })
    const lease = await leases.claim(1)
    if (lease === null) throw new Error('the lease is taken')
    return lease
  }
  const load = async (owner: string) => {
    const state = { fenced: 0 }
    const onFenced = () => {
      state.fenced += 1
    }
    const fence = await (await claim(owner)).line()
    if (fence === null) throw new Error('the lease is lost')
    return { auth: await loadAuthState({ vault, baileys, connectionId: 1, fence, onFenced }), state }
  }
  return { vault, load }
}
const keyPair = (value: number) => ({ public: Buffer.alloc(32, value), private: Buffer.alloc(32, value + 1) })

describe('credentials in the vault', () => {
  it('are read back unchanged once a phone is linked', async () => {
    const { load } = await setUp()
    const first = await load('a')
    first.auth.creds.me = { id: '5511:1@s.whatsapp.net' }
    first.auth.creds.account = { details: Buffer.from('d') }
    await first.auth.saveCreds()
    await first.auth.keys.set({ session: { 'x.0': Buffer.from('ratchet') }, 'pre-key': { '1': keyPair(1) } })
    const again = (await load('b')).auth
    expect(isPaired(again.creds)).toBe(true)
    expect(again.creds.noiseKey).toEqual(first.auth.creds.noiseKey)
    expect((await again.keys.get('session', ['x.0', 'y.0']))['x.0']).toEqual(Buffer.from('ratchet'))
    expect((await again.keys.get('pre-key', ['1']))['1']).toEqual(keyPair(1))
  })

  it('are created again if pairing was never finished', async () => {
    const { load } = await setUp()
    const first = (await load('a')).auth
    first.creds.me = { id: '5511@s.whatsapp.net', name: '~' }
    await first.saveCreds()
    expect((await load('b')).auth.creds.me).toBeUndefined()
  })

  it('have 812 keys written in one commit, and some removed again', async () => {
    const { load, vault } = await setUp()
    const { auth } = await load('a')
    const keys = Object.fromEntries(
      Array.from({ length: 812 }, (_, index) => [String(index + 1), keyPair(index % 250)]),
    )
    await auth.keys.set({ 'pre-key': keys })
    expect(await vault.list(keysPrefix(1))).toHaveLength(812)
    await auth.keys.set({ 'pre-key': { '5': null } })
    expect(await vault.list(keysPrefix(1))).toHaveLength(811)
    expect(await auth.keys.get('pre-key', ['5', '6'])).toEqual({ '6': keyPair(5) })
  })

  it.each([
    ['with odd characters', 'é@g.us'],
    ['of any length', `${'5511900000003-'.repeat(30)}@g.us`],
  ])('keep a key for a group id %s, which strangers can choose', async (_, group) => {
    const { load, vault } = await setUp()
    const id = `${group}::5511900000002_1::3`
    const own = { [id]: Buffer.from('key'), '120363@g.us::5511900000002::0': Buffer.from('other') }
    await (await load('a')).auth.keys.set({ 'sender-key': own })
    const { auth } = await load('b')
    expect(await auth.keys.get('sender-key', Object.keys(own))).toEqual(own)
    const names = await vault.list(`${keysPrefix(1)}sender-key/`)
    expect(names).toContain(`${keysPrefix(1)}sender-key/120363@g.us::5511900000002::0`)
    // An erasure finds a person's keys by the number in their names.
    expect(names.map((name) => /(?<![0-9])5511900000002(?![0-9])/.test(name))).toEqual([true, true])
    await auth.keys.set({ 'sender-key': { [id]: null } })
    expect(await auth.keys.get('sender-key', [id])).toEqual({})
  })

  it('give sync keys back in the package’s type', async () => {
    const { load } = await setUp()
    const { auth } = await load('a')
    const value = baileys.proto.Message.AppStateSyncKeyData.fromObject({
      keyData: Buffer.from('k'),
      timestamp: 5,
    })
    await auth.keys.set({ 'app-state-sync-key': { AAAA: value } })
    const found = (await auth.keys.get('app-state-sync-key', ['AAAA'])).AAAA
    expect(found).toBeInstanceOf(baileys.proto.Message.AppStateSyncKeyData)
    expect(Buffer.from(found?.keyData ?? []).toString()).toBe('k')
  })

  it('refuse all writes of a process that has lost the connection, and report that once', async () => {
    const { load, vault } = await setUp()
    const zombie = await load('a')
    await zombie.auth.keys.set({ session: { s: Buffer.from('old') } })
    const owner = await load('b')
    await owner.auth.keys.set({ session: { s: Buffer.from('new') } })
    await expect(zombie.auth.keys.set({ session: { s: Buffer.from('late') } })).rejects.toBeInstanceOf(
      FencedError,
    )
    await expect(zombie.auth.saveCreds()).rejects.toBeInstanceOf(FencedError)
    expect(zombie.state.fenced).toBe(1)
    expect(await vault.list(credsKey(1))).toEqual([])
    expect((await (await load('c')).auth.keys.get('session', ['s'])).s).toEqual(Buffer.from('new'))
  })
})
