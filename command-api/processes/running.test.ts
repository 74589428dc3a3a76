import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Desk, openDesk } from '../testing/desk.js'
import { createDuePool } from './due-pool.js'
import { createProcess } from './process.js'
import { createRounds } from './rounds.js'
import { type BackgroundWork, createRunningLoop, startAll, stopAll } from './running.js'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

describe('background work of command-api', () => {
  it('is in the list of started work, whatever its kind', () => {
    const running: BackgroundWork[] = []
    const deps = { ...desk, running }
    const made = [
      createProcess(deps, { name: 'test', begin: 'now', on: {} }),
      createDuePool(deps, {
        kind: 'snooze',
        limits: { atOnce: 1, perCompany: 1 },
        delays: [],
        run: async () => {},
      }),
      createRounds(deps, { name: 'test', everyMs: 1000, failed: 'test', round: async () => {} }),
    ]
    expect(running.map(({ stop }) => stop)).toEqual(made.map(({ stop }) => stop))
  })

  it('runs from the start on, and not after the stop', async () => {
    const running: BackgroundWork[] = []
    let passes = 0
    const loop = createRunningLoop({ running }, async () => void passes++, { onFailure: () => undefined })
    expect(passes).toBe(0)
    await startAll(running)
    await stopAll(running)
    expect([passes, loop.stopped]).toEqual([1, true])
    loop.wake()
    expect(passes).toBe(1)
  })
})
