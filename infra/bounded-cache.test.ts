import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { createReadCache, createTurnCache } from './bounded-cache.js'

/** Reads that are counted. */
const countedReads = () => {
  let runs = 0
  return async (): Promise<number> => ++runs
}

it('reads of one key at the same time run once', async () => {
  const cache = createReadCache<string, number>(10)
  const read = countedReads()
  expect(await Promise.all([cache.of('a', read), cache.of('a', read)])).toEqual([1, 1])
  expect(await cache.of('b', read)).toBe(2)
  cache.forget('a')
  expect(await cache.of('a', read)).toBe(3)
})

it('a failed read is not cached, and does not remove a newer one', async () => {
  const cache = createReadCache<string, number>(10)
  const failing = cache.of('a', () => Promise.reject(new Error('away')))
  cache.forget('a')
  const newer = cache.of('a', async () => 7)
  await expect(failing).rejects.toThrow('away')
  expect(await cache.of('a', async () => 8)).toBe(await newer)
  await expect(cache.of('b', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await cache.of('b', async () => 9)).toBe(9)
})

it('reads in one turn of the event loop are shared; reads in the next turn are not', async () => {
  const cache = createTurnCache<string, number>()
  const read = countedReads()
  expect(await Promise.all([cache.of('a', read), cache.of('a', read), cache.of('b', read)])).toEqual([
    1, 1, 2,
  ])
  await turn()
  expect(await cache.of('a', read)).toBe(3)
})
