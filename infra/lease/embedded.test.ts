import { describe, expect, it } from '@jest/globals'
import { createEmbeddedReadStore } from '../read-store/embedded.js'
import { tempDir } from '../testing/temp-dir.js'
import { tempVault } from '../vault/testing/temp-vault.js'
import { checkpointRegister } from './checkpoint-register.js'
import { leaseContract } from './contract.suite.js'
import { type Register, takeLease } from './lease.js'
import { vaultRegister } from './vault-register.js'

const tempReadStore = async () => {
  const { dir, remove } = await tempDir()
  const readStore = await createEmbeddedReadStore({ dir })
  return {
    readStore,
    close: async () => {
      await readStore.close()
      await remove()
    },
  }
}

leaseContract('embedded vault', async () => {
  const { vault, close } = await tempVault()
  return { register: () => vaultRegister(vault, 'turn/a', 10_000), close }
})

leaseContract('embedded read store', async () => {
  const { readStore, close } = await tempReadStore()
  return { register: () => checkpointRegister(readStore, 'rebuild'), close }
})

/** Loses the responses of the next `many` commits. */
const lostAnswers = () => {
  let count = 0
  return {
    next: (many: number) => {
      count = many
    },
    of:
      <T, R>(commit: (batch: T) => Promise<R>) =>
      async (batch: T): Promise<R> => {
        const outcome = await commit(batch)
        if (count === 0) return outcome
        count -= 1
        throw new Error('the line was cut')
      },
  }
}

type OpenRegister = (
  lost: ReturnType<typeof lostAnswers>,
) => Promise<{ readonly register: Register; close(): Promise<void> }>

const PLACES: readonly (readonly [string, OpenRegister])[] = [
  [
    'embedded vault',
    async ({ of }) => {
      const { vault, close } = await tempVault()
      const { getMany } = vault
      return { register: vaultRegister({ getMany, commit: of(vault.commit) }, 'turn/a', 60_000), close }
    },
  ],
  [
    'embedded read store',
    async ({ of }) => {
      const { readStore, close } = await tempReadStore()
      const { checkpoint } = readStore
      return { register: checkpointRegister({ checkpoint, commit: of(readStore.commit) }, 'rebuild'), close }
    },
  ],
]

describe('the holder keeps its lease although a response was lost', () => {
  it.each(PLACES)('%s', async (_, open) => {
    const lost = lostAnswers()
    const { register, close } = await open(lost)
    const lease = await takeLease({ register, name: 'a', takeOverAfterMs: 60_000, lookEveryMs: 5 })
    lost.next(1)
    await expect(lease?.renew()).rejects.toThrow('cut')
    expect([await lease?.renew(), lease?.held()]).toEqual([true, true])
    lost.next(1)
    await expect(lease?.renew()).rejects.toThrow('cut')
    await lease?.release()
    expect((await register.read()).holder).toBeNull()
    await close()
  })
})
