import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Counters } from './counters.js'

/** The contract of every adapter of Counters. `open` gives two instances that share their counts. */
export const countersContract = (
  name: string,
  open: () => Promise<{ one: Counters; other: Counters; close: () => Promise<void> }>,
): void => {
  describe(`counters: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.close())

    it('count together', async () => {
      const { one, other } = opened
      expect(await one.add('together', 1, 60_000)).toBe(1)
      expect(await other.add('together', 2, 60_000)).toBe(3)
      expect(await one.add('together', -1, 60_000)).toBe(2)
      expect(await one.add('another', 1, 60_000)).toBe(1)
    })

    it('give each of many at once a count of its own', async () => {
      const { one, other } = opened
      const counts = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other).add('many', 1, 60_000)),
      )
      expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    })

    it('begin anew when they are forgotten, and when their time is over', async () => {
      const { one, other } = opened
      await one.add('forgotten', 5, 60_000)
      await other.forget('forgotten')
      expect(await one.add('forgotten', 1, 60_000)).toBe(1)
      await one.add('short', 5, 1)
      const start = Date.now()
      let count = 5
      while (count >= 5 && Date.now() - start < 5000) {
        await new Promise((resolve) => setImmediate(resolve))
        count = await other.add('short', 1, 1)
      }
      expect(count).toBe(1)
    })
  })
}
