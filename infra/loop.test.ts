import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { createLoop } from './loop.js'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())
const passTime = (ms: number) => jest.advanceTimersByTimeAsync(ms)

/** A loop whose passes are ended by the test. */
const setUp = (retryMs?: number) => {
  const ends: { done: () => void; fail: () => void }[] = []
  const failures: string[] = []
  const pass = () =>
    new Promise<void>((resolve, reject) =>
      ends.push({ done: resolve, fail: () => reject(new Error(`pass ${ends.length}`)) }),
    )
  const onFailure = (failure: unknown) => void failures.push((failure as Error).message)
  const loop = createLoop(pass, { onFailure, ...(retryMs !== undefined && { retryMs }) })
  return { ends, failures, loop }
}

it('a loop makes one pass at a time, and one more however often it is woken meanwhile', async () => {
  const { ends, loop } = setUp()
  for (let n = 0; n < 3; n++) loop.wake()
  expect(ends).toHaveLength(1)
  ends[0]?.done()
  await passTime(0)
  expect(ends).toHaveLength(2)
  ends[1]?.done()
  await passTime(0)
  expect(ends).toHaveLength(2)
  loop.wake()
  expect(ends).toHaveLength(3)
})

it('a loop runs again after a failure, and at the earliest requested time', async () => {
  const { ends, failures, loop } = setUp(500)
  loop.wake()
  ends[0]?.fail()
  await passTime(499)
  expect([ends.length, failures]).toEqual([1, ['pass 1']])
  await passTime(1)
  expect(ends).toHaveLength(2)
  ends[1]?.done()
  await passTime(0)
  loop.wakeIn(1000)
  loop.wakeIn(100)
  loop.wakeIn(3000)
  await passTime(100)
  expect(ends).toHaveLength(3)
})

it('a loop runs at the requested time, also if the clock was set forward meanwhile', async () => {
  const { ends, loop } = setUp()
  loop.wakeIn(60_000)
  jest.setSystemTime(Date.now() + 3_600_000)
  loop.wakeIn(100)
  await passTime(100)
  expect(ends).toHaveLength(1)
})

it('a loop stops once all requested passes have ended', async () => {
  const { ends, loop } = setUp(500)
  let over = false
  loop.wake()
  loop.wake()
  const stopped = loop.stop().then(() => {
    over = true
  })
  ends[0]?.done()
  await passTime(0)
  expect([ends.length, over]).toEqual([2, false])
  ends[1]?.fail()
  await stopped
  loop.wake()
  loop.wakeIn(1)
  await passTime(1000)
  expect(ends).toHaveLength(2)
})
