import { expect, it } from '@jest/globals'
import { singleFlight } from './single-flight.js'

it('is one for those who call at the same time, and begins anew after it has ended or failed', async () => {
  let times = 0
  const work = singleFlight(async () => {
    if (++times === 2) throw new Error('no')
    return times
  })
  expect(await Promise.all([work(), work()])).toEqual([1, 1])
  await expect(work()).rejects.toThrow('no')
  expect(await work()).toBe(3)
})
