import { until } from '@guiche/infra/testing/until.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { type Desk, openDesk } from '../testing/desk.js'
import { createEngine } from './engine.js'
import type { Engine, EngineDeps, Handed } from './engine-types.js'
import type { Item } from './item-store.js'

interface One extends Item {
  readonly chat: string
}
const one = (id: string, chat = 'chat', companyId = 1): One => ({ id, chat, companyId })

let desk: Desk
const running: Engine<One>[] = []
let release: () => void
let released: Promise<void>
beforeEach(async () => {
  desk = await openDesk()
  released = new Promise((resolve) => {
    release = resolve
  })
})
afterEach(async () => {
  release()
  for (const engine of running.splice(0)) await engine.stop()
  await desk.close()
})

/** An engine as one instance has it, with what the bus tells it. */
const instance = async (run: (item: One) => Promise<'done' | 'more'>, deps: Partial<EngineDeps> = {}) => {
  let handed: Handed<One> | undefined
  const engine = createEngine<One, One>(
    { ...desk, retryDelays: [1], ...deps },
    {
      ...{ kind: 'event', ids: 'm', batchSize: 10 },
      consume: async (options) => {
        handed = options
        return { stop: async () => undefined }
      },
      itemOf: (item) => item,
      keys: ({ chat }) => ({ shared: [chat], own: null }),
      later: () => false,
      toBody: ({ chat }) => ({ chat }),
      fromBody: async (id, companyId, body) => one(id, (body as One).chat, companyId),
      run,
    },
  )
  running.push(engine)
  await engine.start()
  if (handed === undefined) throw new Error('it consumes nothing')
  return handed
}

/** Puts `m1` aside, as the instance that had its partition before; it is done once `release` was called. */
const putAside = async (ran: string[]): Promise<void> => {
  let tries = 0
  const former = await instance(async ({ id }) => {
    if (tries++ === 0) throw new Error('not now')
    await released
    ran.push(id)
    return 'done'
  })
  await former.onBatch([one('m1')])
}

it('what comes after a rebalance waits for what the former owner has put aside a moment ago', async () => {
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

it('nothing is done while the vault does not say what waits', async () => {
  const ran: string[] = []
  let isAway = false
  const list: Vault['list'] = async (prefix) => {
    if (isAway) throw new Error('the vault is away')
    return desk.vault.list(prefix)
  }
  const run = async ({ id }: One) => {
    ran.push(id)
    return 'done' as const
  }
  const owner = await instance(run, { vault: { ...desk.vault, list } })
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

it('a long work is left to the process that has begun it while that lives, with what waits behind it', async () => {
  const ran: string[] = []
  let looked = 0
  const vault: Vault = {
    ...desk.vault,
    getMany: async (keys) => {
      const found = await desk.vault.getMany(keys)
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
  // it learns of the work, comes to the time at which it would take it over, and comes to the next one
  await until(() => looked >= 3 || ran.length > 0)
  await running.at(-1)?.stop()
  isAlive = false
  await until(() => ran.length === 3)
  const [first] = ran
  const times = Number(first?.split(', ')[2])
  // its own work waits for nobody
  expect(ran).toEqual([
    `m1, taken over, ${times}`,
    `m1, taken over, ${times + 1}`,
    `m2, taken over, ${times + 1}`,
  ])
}, 60_000)
