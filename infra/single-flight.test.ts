import { expect, it } from '@jest/globals'
import { singleFlight } from './single-flight.js'

it('concurrent calls share one run; after its end or failure a new run begins', async () => {
  let times = 0
  const work = singleFlight(async () => {
    if (++times === 2) throw new Error('no')
    return times
  })
  expect(await Promise.all([work(), work()])).toEqual([1, 1])
  await expect(work()).rejects.toThrow('no')
  expect(await work()).toBe(3)
})
