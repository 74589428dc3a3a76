import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { tempVault } from '../vault/testing/temp-vault.js'
import type { Vault } from '../vault/vault.js'
import { createExclusively, type RunExclusively } from './run-exclusively.js'
import { vaultRegister } from './vault-register.js'

const logOf = async (all: readonly RunExclusively[], tasks: number): Promise<string[]> => {
  const log: string[] = []
  await Promise.all(
    Array.from({ length: tasks }, (_, index) =>
      all[index % all.length]?.('company', async () => {
        log.push(`begins ${index}`)
        await new Promise((resolve) => setImmediate(resolve))
        log.push(`ends ${index}`)
      }),
    ),
  )
  return log
}
const oneAfterAnother = (log: readonly string[]): boolean =>
  log.every((line, index) => index % 2 === 0 || line === log[index - 1]?.replace('begins', 'ends'))

describe('tasks under a lease in the vault', () => {
  let vault: Vault
  let close: () => Promise<void>
  beforeEach(async () => {
    ;({ vault, close } = await tempVault())
  })
  afterEach(() => close())

  it('run one after another among processes', async () => {
    const log = await logOf([createExclusively({ vault }), createExclusively({ vault })], 6)
    expect(log).toHaveLength(12)
    expect(oneAfterAnother(log)).toBe(true)
  })

  it('continue after a failed task, and report its failure', async () => {
    const exclusively = createExclusively({ vault })
    await expect(exclusively('a', async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await createExclusively({ vault })('a', async () => 'next')).toBe('next')
  })

  it('are cancelled if their process stops before their turn; other processes continue', async () => {
    const stop = new AbortController()
    let begun: () => void = () => undefined
    const isUnderWay = new Promise<void>((resolve) => {
      begun = resolve
    })
    let end: () => void = () => undefined
    const long = createExclusively({ vault })('a', async () => {
      begun()
      await new Promise<void>((resolve) => {
        end = resolve
      })
      return 'done'
    })
    await isUnderWay
    const other = createExclusively({ vault })('a', async () => 'too early', stop.signal)
    stop.abort()
    expect(await other).toBeNull()
    end()
    expect(await long).toBe('done')
    expect(await createExclusively({ vault })('a', async () => 'next')).toBe('next')
  })

  it('are not blocked for ever by a dead process, whatever its clock', async () => {
    const until = Date.now() + 3_600_000
    await vault.commit([{ key: 'turn/a', value: Buffer.from(JSON.stringify({ owner: 'dead', until })) }])
    expect(await createExclusively({ vault, takeOverAfterMs: 50 })('a', async () => 'next')).toBe('next')
  })

  it('stay exclusive even if they take long', async () => {
    const [one, other] = [1, 2].map(() => createExclusively({ vault, takeOverAfterMs: 1_000 }))
    const log: string[] = []
    const long = one?.('a', async () => {
      log.push('begins')
      const epochs = async () => (await vault.getMany(['turn/a'])).get('turn/a')?.epoch ?? 0
      const first = await epochs()
      // These renewals take longer than the lease's time to live.
      while ((await epochs()) < first + 10) await new Promise(setImmediate)
      log.push('ends')
    })
    await Promise.all([long, other?.('a', async () => void log.push('next'))])
    expect(log).toEqual(['begins', 'ends', 'next'])
  })
})

describe('a lease in the vault', () => {
  it('stays with a holder that renews it just before', async () => {
    const { vault, close } = await tempVault()
    const register = vaultRegister(vault, 'turn/a', 60_000)
    const first = await register.write(await register.read(), 'a')
    const seen = await register.read()
    const renewed = first && (await register.write(first, 'a'))
    expect(await register.write(seen, 'b')).toBeNull()
    expect(await register.read()).toEqual(renewed)
    await close()
  })
})
