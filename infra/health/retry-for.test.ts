import { describe, expect, it } from '@jest/globals'
import { until } from '../testing/until.js'
import { createRetryFor, wrapPort } from './retry-for.js'

/** An engine that is unavailable until the test ends the outage. */
const setUp = (limits: Parameters<typeof createRetryFor>[0] = {}) => {
  const state = { away: true, calls: 0 }
  const retries = createRetryFor(limits)
  const ask = async () => {
    state.calls++
    if (state.away) throw new Error('away')
    return 'here'
  }
  return { state, retries, ask }
}

describe('retries of engine calls', () => {
  it('let calls wait for the end of an outage, while one call at a time probes', async () => {
    const { state, retries, ask } = setUp()
    const run = retries.forEngine({})
    const answers = Array.from({ length: 500 }, () => run(ask))
    await until(() => retries.waiting() === 500)
    await until(() => state.calls >= 505)
    expect(state.calls).toBeLessThan(520)
    state.away = false
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['here']))
    expect(retries.waiting()).toBe(0)
  })

  it('end in a long outage: calls are then refused at once, until one succeeds', async () => {
    const { state, retries, ask } = setUp({ limitMs: 200 })
    const run = retries.forEngine({})
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => run(ask)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'rejected'))
    const before = state.calls
    await expect(run(ask)).rejects.toThrow('away')
    expect([state.calls - before, retries.waiting()]).toEqual([1, 0])
    state.away = false
    expect(await run(ask)).toBe('here')
    state.away = true
    const waits = run(ask)
    await until(() => retries.waiting() === 1)
    state.away = false
    expect(await waits).toBe('here')
  })

  it('have a limit of waiting calls for each process', async () => {
    const { state, retries, ask } = setUp({ most: 3 })
    const runs = [retries.forEngine({}), retries.forEngine({})] as const
    const waits = [runs[0](ask), runs[1](ask), runs[1](ask)]
    await until(() => retries.waiting() === 3)
    await expect(runs[0](ask)).rejects.toThrow('away')
    state.away = false
    expect(await Promise.all(waits)).toEqual(['here', 'here', 'here'])
  })

  it('are for outages alone: a call that fails otherwise is tried once more', async () => {
    const { state, retries, ask } = setUp()
    const run = retries.forEngine({ isAway: () => false })
    await expect(run(ask)).rejects.toThrow('away')
    expect([state.calls, retries.waiting()]).toEqual([2, 0])
  })

  it('treat a returned refusal as an outage, and leave a port’s other functions unchanged', async () => {
    const answers = ['refused', 'refused', 'done']
    const port = { append: async (what: string) => `${what} ${answers.shift()}`, close: async () => 'closed' }
    const run = createRetryFor().forEngine({ refused: (value) => String(value).endsWith('refused') })
    const retrying = wrapPort(port, ['append'], run)
    expect(await retrying.append('it')).toBe('it done')
    expect(retrying.close).toBe(port.close)
  })
})
