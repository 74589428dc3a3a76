import { until } from '@guiche/infra/testing/until.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { expect, it } from '@jest/globals'
import { importedItems, one, passTime, stageInstances, type TestItem } from '../testing/instances.js'
import type { BusOptions, EngineDeps } from './engine-types.js'

const { desk, instance, release, released, running } = stageInstances()

/**
 * Keeps `m1` in the vault, like the former owner of its partition. `m1` is done after `release` is called.
 */
const putAside = async (ran: string[]): Promise<void> => {
  let tries = 0
  const former = await instance(async ({ id }) => {
    if (tries++ === 0) throw new Error('not now')
    await released()
    ran.push(id)
    return 'done'
  })
  await former.onBatch([one('m1')])
}

it('after a rebalance, new items wait for items that the former owner has just kept', async () => {
  const ran: string[] = []
  const owner = await instance(async ({ id }) => {
    ran.push(id)
    return 'done'
  })
  await putAside(ran)
  owner.assigned()
  // two partitions at once
  await Promise.all([owner.onBatch([one('m0', 'another', 2)]), owner.onBatch([one('m2')])])
  expect(ran).toEqual(['m0'])
  release()
  await until(() => ran.length === 3)
  expect(ran).toEqual(['m0', 'm1', 'm2'])
})

it('nothing runs while the vault cannot list waiting items', async () => {
  const ran: string[] = []
  let isAway = false
  const list: Vault['list'] = async (prefix) => {
    if (isAway) throw new Error('the vault is away')
    return desk().vault.list(prefix)
  }
  const run = async ({ id }: TestItem) => {
    ran.push(id)
    return 'done' as const
  }
  const owner = await instance(run, { vault: { ...desk().vault, list } })
  await putAside(ran)
  isAway = true
  owner.assigned()
  await expect(owner.onBatch([one('m2')])).rejects.toThrow('away')
  await expect(owner.onBatch([one('m2')])).rejects.toThrow('away')
  isAway = false
  await owner.onBatch([one('m2')])
  expect(ran).toEqual([])
  release()
  await until(() => ran.length === 2)
  expect(ran).toEqual(['m1', 'm2'])
})

it('long work stays with its living owner, and later items wait behind it', async () => {
  const ran: string[] = []
  let looked = 0
  const vault: Vault = {
    ...desk().vault,
    getMany: async (keys) => {
      const found = await desk().vault.getMany(keys)
      if (keys.some((key) => key.endsWith('m1'))) looked += 1
      return found
    },
  }
  let isAlive = true
  await instance(
    async ({ id }) => {
      ran.push(`${id}, ${isAlive ? 'too early' : 'taken over'}, ${looked}`)
      return ran.length === 1 ? 'more' : 'done'
    },
    { vault, foreignMs: 4000 },
  )
  const owner = await instance(
    async () => {
      await new Promise(setImmediate)
      return 'more'
    },
    { foreignMs: 4000 },
  )
  await owner.onBatch([one('m1'), one('m2')])
  // The instance learns of the work, reaches the time of the takeover, and polls once more.
  await until(() => looked >= 3 || ran.length > 0)
  await running.at(-1)?.stop()
  isAlive = false
  await until(() => ran.length === 3)
  const [first] = ran
  const times = Number(first?.split(', ')[2])
  // The instance's own work does not wait.
  expect(ran).toEqual([
    `m1, taken over, ${times}`,
    `m1, taken over, ${times + 1}`,
    `m2, taken over, ${times + 1}`,
  ])
}, 60_000)

/** A hundred times the batch size of an import on an idle engine. */
const MANY = 1000
const LOOKS = 25
const blockedInstance = async () => {
  await released()
  return 'done' as const
}
/** An instance that counts the listed keys and the read entries. */
const countingInstance = async (deps: Partial<EngineDeps> = {}) => {
  const count = { listed: 0, read: 0 }
  const vault: Vault = {
    ...desk().vault,
    list: async (prefix) => {
      const keys = await desk().vault.list(prefix)
      count.listed += keys.length
      return keys
    },
    getMany: async (keys) => {
      const found = await desk().vault.getMany(keys)
      count.read += found.size
      return found
    },
  }
  const run = async ({ chat }: TestItem) => {
    if (chat === 'fails') throw new Error('not now')
    return 'done' as const
  }
  return { count, handed: await instance(run, { vault, foreignMs: 1e9, ...deps }) }
}
/** Passes the time of this many polls for foreign entries, with one item done each time. */
const passPolls = async ({ onBatch }: BusOptions<TestItem>): Promise<void> => {
  for (let n = 0; n < LOOKS; n++) {
    passTime(2500)
    await onBatch([one(`m9${n}`, `chat ${n}`)])
  }
}

it('the new owner reads waiting messages of an import when it may take over', async () => {
  const { count, handed } = await countingInstance()
  const importing = await instance(blockedInstance)
  await importing.onBatch(importedItems(MANY))
  await passPolls(handed)
  expect(count).toEqual({ listed: 0, read: 0 })
  handed.assigned()
  await passPolls(handed)
  expect(count).toEqual({ listed: MANY, read: MANY })
})

it('a sole process reads waiting items once, however many there are', async () => {
  const { count, handed } = await countingInstance({ config: { sole: true }, retryDelays: [1e9] })
  await handed.onBatch(importedItems(MANY).map(({ id }) => one(id, 'fails')))
  expect(await desk().vault.list('parked-event/')).toHaveLength(MANY)
  await passPolls(handed)
  expect(count.listed).toBe(0)
})

it('an imported item that an earlier release has put aside is tried again where it stands', async () => {
  const key = 'parked-event/1/waiting/m1'
  const parked = { since: '', reason: '', attempts: 0, dueAt: 0, later: true }
  await desk().vault.commit([{ key, value: Buffer.from(JSON.stringify({ chat: 'imported', parked })) }])
  let tries = 0
  await instance(
    async () => {
      tries += 1
      if (tries < 3) throw new Error('not now')
      return 'done'
    },
    { retryDelays: [1, 1] },
  )
  await until(() => tries === 3)
  while ((await desk().vault.list('')).some((one) => one.includes('m1'))) await new Promise(setImmediate)
})
