import { systemClock } from '@guiche/infra/clock.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { counterDecider } from '../testing/counter.js'
import { metaFor, openTestStore, silentLogger } from '../testing/store.js'
import { createKernel } from './create-kernel.js'

let eventStore: EventStore
let close: () => Promise<void>
beforeAll(async () => {
  ;({ eventStore, close } = await openTestStore())
})
afterAll(() => close())

const soleKernel = (store: Partial<EventStore> = {}) =>
  createKernel({
    eventStore: { ...eventStore, ...store },
    clock: systemClock,
    logger: silentLogger,
    sole: true,
  })

it('reads a stream once if no other process writes', async () => {
  await soleKernel().execute(counterDecider, 'settings-1', 'x', metaFor())
  let reads = 0
  const kernel = soleKernel({
    read: (...asked) => {
      reads++
      return eventStore.read(...asked)
    },
  })
  for (let n = 0; n < 5; n++)
    expect(await kernel.load(counterDecider, 'settings-1')).toMatchObject({ state: 1 })
  expect(reads).toBe(1)
  await kernel.execute(counterDecider, 'settings-1', 'y', metaFor())
  await new Promise(setImmediate)
  reads = 0
  expect(await kernel.load(counterDecider, 'settings-1')).toMatchObject({ state: 2, revision: 1 })
  expect(reads).toBe(0)
})

it('shows an event to readers of the log before the kernel gets its answer', async () => {
  let afterAppend: () => Promise<unknown> = async () => {}
  const kernel = soleKernel({
    append: async (...asked) => {
      const done = await eventStore.append(...asked)
      await afterAppend()
      return done
    },
  })
  await kernel.execute(counterDecider, 'settings-2', 'x', metaFor())
  const seen: number[] = []
  afterAppend = async () => seen.push((await kernel.load(counterDecider, 'settings-2')).state)
  await kernel.execute(counterDecider, 'settings-2', 'y', metaFor())
  await kernel.execute(counterDecider, 'settings-2', 'z', metaFor())
  expect(seen).toEqual([2, 3])
})

it('knows nothing of a removed stream, also when it was loaded while it was being removed', async () => {
  const kernel = soleKernel({
    remove: async (stream) => {
      expect(await kernel.load(counterDecider, stream)).toMatchObject({ state: 1 })
      await eventStore.remove(stream)
    },
  })
  await kernel.execute(counterDecider, 'settings-3', 'x', metaFor())
  await kernel.remove('settings-3')
  await new Promise(setImmediate)
  expect(await kernel.load(counterDecider, 'settings-3')).toMatchObject({ state: 0, revision: -1 })
})
