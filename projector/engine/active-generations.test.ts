import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { createActiveGenerations } from './active-generations.js'
import type { Projection } from './projection.js'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

it('another process’s rebuild is noticed after a second, even if the clock was set back', async () => {
  let generation = 1
  const aliases = async () => new Map([['inbox', generation]])
  const active = createActiveGenerations({
    readStore: { aliases } as unknown as ReadStore,
    projections: [{ name: 'inbox', version: 1 } as Projection],
    graceMs: 3000,
  })
  await active.look()
  generation = 2
  jest.setSystemTime(Date.now() - 3_600_000)
  jest.advanceTimersByTime(999)
  expect(await active.lookNowAndThen()).toBeNull()
  jest.advanceTimersByTime(1)
  const views = await active.lookNowAndThen()
  expect(views?.map((view) => [view.generation, view.silent ?? false])).toEqual([
    [1, true],
    [2, false],
  ])
  // By now, readers have switched to the new generation.
  jest.advanceTimersByTime(3000)
  expect((await active.lookNowAndThen())?.map((view) => view.generation)).toEqual([2])
})
