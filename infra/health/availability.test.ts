import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { type Availability, createAvailability } from './availability.js'

/** Ports whose failures the test controls. */
const setUp = async () => {
  const state = { store: true, bus: true, read: true, newest: '05', reached: '05' }
  const failing = (what: 'store' | 'bus' | 'read') => {
    if (!state[what]) throw new Error(`${what} is away`)
  }
  const available = createAvailability({
    eventStore: {
      lastPublished: async () => {
        failing('store')
        return { position: state.newest, companyId: 7 }
      },
    },
    eventBus: { reach: async () => failing('bus') },
    readStore: {
      checkpoints: async (views, partitions) => {
        failing('read')
        return views.flatMap((view) =>
          partitions.map((partition) => ({ view, partition, storeId: 's', position: state.reached })),
        )
      },
    },
    views: { view: async (name) => `${name}@1` },
    partitionOf: (companyId) => companyId % 3,
    clock: { now: () => new Date() },
    logger: { info: () => undefined, error: () => undefined },
  })
  await available.start()
  const after = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1000)
  return { state, available, after }
}

describe('the availability of calls', () => {
  let available: Availability
  let state: Awaited<ReturnType<typeof setUp>>['state']
  let after: Awaited<ReturnType<typeof setUp>>['after']
  const begin = async () => {
    ;({ available, state, after } = await setUp())
  }
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    available.stop()
    jest.useRealTimers()
  })
  const now = () => [available.reads(), available.commands(), available.stale()]

  it('is full while the engines answer and the views are fresh', async () => {
    await begin()
    await after(60)
    expect(now()).toEqual([true, true, 0])
    expect(await available.away()).toBe(false)
  })

  it.each(['store', 'bus'] as const)(
    'is reading alone while the %s is away, and says for how long',
    async (what) => {
      await begin()
      state[what] = false
      await after(10)
      expect(now()).toEqual([true, false, 10])
      state[what] = true
      await after(5)
      expect(now()).toEqual([true, true, 0])
    },
  )

  it('is none without the read store', async () => {
    await begin()
    state.read = false
    expect(await available.away()).toBe(true)
    await after(1)
    expect(now().slice(0, 2)).toEqual([false, false])
    await after(9)
    expect(now()).toEqual([false, false, 10])
    state.read = true
    await after(1)
    expect(now()).toEqual([true, true, 0])
  })

  it('is full with old views while the views are behind', async () => {
    await begin()
    state.newest = '09'
    await after(1)
    await after(8)
    expect(now()).toEqual([true, true, 8])
    expect(available.behind().inbox).toBe(8)
    state.reached = '09'
    await after(1)
    expect(now()).toEqual([true, true, 0])
  })
})
