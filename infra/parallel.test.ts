import { expect, it } from '@jest/globals'
import { inParallel } from './parallel.js'

it('items run with limited concurrency, each once; the first failure is thrown after all have ended', async () => {
  let underWay = 0
  let most = 0
  const done: number[] = []
  const work = async (item: number) => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay--
    if (item === 2) throw new Error('two')
    done.push(item)
  }
  await expect(inParallel([1, 2, 3, 4, 5], 3, work)).rejects.toThrow('two')
  expect([done.sort(), most, underWay]).toEqual([[1, 3, 4, 5], 3, 0])
})
