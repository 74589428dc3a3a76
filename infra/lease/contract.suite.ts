import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { type Register, takeLease } from './lease.js'

interface MadeRegister {
  /** the register as another process sees it */
  register(): Register
  close(): Promise<void>
}

const SHORT = { takeOverAfterMs: 200, lookEveryMs: 5 }
/** Longer than a test. */
const LONG = { takeOverAfterMs: 60_000, lookEveryMs: 5 }

/** The contract of a lease, wherever the lease is written. */
export const leaseContract = (name: string, make: () => Promise<MadeRegister>): void => {
  describe(`lease: ${name}`, () => {
    let made: MadeRegister
    beforeEach(async () => {
      made = await make()
    })
    afterEach(() => made.close())
    const take = (who: string, terms = LONG, signal?: AbortSignal) =>
      takeLease({ register: made.register(), name: who, ...terms, ...(signal && { signal }) })

    it('has one holder of many that ask at once, and the next one when it is given back', async () => {
      const [held, counts]: [Set<string>, number[]] = [new Set(), []]
      await Promise.all(
        ['a', 'b', 'c', 'd'].map(async (who) => {
          const lease = await take(who)
          held.add(who)
          counts.push(held.size)
          expect(lease?.held()).toBe(true)
          held.delete(who)
          await lease?.release()
          expect([lease?.held(), await lease?.renew()]).toEqual([false, false])
        }),
      )
      expect(counts).toEqual([1, 1, 1, 1])
    })

    it('stays with a holder that gives signs of life', async () => {
      const lease = await take('a', SHORT)
      const stop = new AbortController()
      const other = take('b', SHORT, stop.signal)
      const end = Date.now() + 3 * SHORT.takeOverAfterMs
      while (Date.now() < end) expect(await lease?.renew()).toBe(true)
      stop.abort()
      expect(await other).toBeNull()
      expect(lease?.held()).toBe(true)
    })

    it('of a silent holder is taken over, and what that one still writes is refused', async () => {
      const lost = await take('a', SHORT)
      const lease = await take('b', SHORT)
      expect(lease?.held()).toBe(true)
      expect([await lost?.renew(), lost?.held()]).toEqual([false, false])
      // a lost lease does not release the lease of the new holder
      await lost?.release()
      expect(await lease?.renew()).toBe(true)
    })

    it('stays with its holder when the clock of another process is set', async () => {
      const lease = await take('a')
      const register = made.register()
      const stop = new AbortController()
      const { now } = Date
      let [reads, set] = [0, 0]
      jest.spyOn(Date, 'now').mockImplementation(() => now() + set)
      const read = async () => {
        reads += 1
        if (reads === 2) set = 3_600_000
        if (reads === 4) stop.abort()
        return register.read()
      }
      const terms = { ...LONG, name: 'b', signal: stop.signal }
      const other = await takeLease({ register: { ...register, read }, ...terms }).finally(
        jest.restoreAllMocks,
      )
      expect(other).toBeNull()
      expect(await lease?.renew()).toBe(true)
    })

    it('has another token after every write', async () => {
      const lease = await take('a')
      const tokens = [lease?.entry().version]
      for (let n = 0; n < 3; n++) {
        await lease?.renew()
        tokens.push(lease?.entry().version)
      }
      expect(new Set(tokens).size).toBe(4)
    })

    it('is not waited for any longer when the signal aborts', async () => {
      await take('a')
      const stop = new AbortController()
      const waiting = take('b', LONG, stop.signal)
      stop.abort()
      expect(await waiting).toBeNull()
    })
  })
}
