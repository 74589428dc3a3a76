import { expect, it } from '@jest/globals'
import { createBuckets } from './buckets.js'

it('each key has a burst limit, then a limit for each minute', () => {
  let time = 0
  const buckets = createBuckets({ perMinute: 600, burst: 300, now: () => time })
  const taken = (key: string, times: number) =>
    Array.from({ length: times }, () => buckets.take(key)).filter((wait) => wait === 0).length
  expect(taken('session-1', 330)).toBe(300)
  expect(buckets.take('session-1')).toBe(100)
  expect(taken('session-2', 1)).toBe(1)
  time += 1_700
  expect(taken('session-1', 330)).toBe(17)
  // A clock that goes back neither adds nor removes tokens.
  time -= 60_000
  expect(taken('session-1', 5)).toBe(0)
  time += 3_600_000
  expect(taken('session-1', 1_000)).toBe(300)
})
