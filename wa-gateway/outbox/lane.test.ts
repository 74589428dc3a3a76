import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createLane, type Outcome } from './lane.js'

const work = (since: string): DueWorkDoc => ({ id: `send:${since}`, since, ref: since }) as DueWorkDoc

const setUp = (positions: readonly string[], answers: Record<string, Outcome[]> = {}) => {
  const list = positions.map(work)
  const tried: string[] = []
  const failed: string[] = []
  const errors: unknown[] = []
  const state = { loads: 0, broken: false }
  const lane = createLane({
    load: async (after) => {
      state.loads += 1
      if (state.broken) throw new Error('away')
      return list.filter(({ since }) => since > after).slice(0, 2)
    },
    perform: async ({ since }) => {
      tried.push(since)
      return answers[since]?.shift() ?? { kind: 'done' }
    },
    fail: async ({ since }, code) => {
      failed.push(`${since} ${code}`)
    },
    onError: (error) => errors.push(error),
    delayScale: 1,
  })
  return { lane, list, tried, failed, errors, state, pass: (ms: number) => jest.advanceTimersByTimeAsync(ms) }
}
const fault: Outcome = { kind: 'fault', code: 'ERR_SENDING_WAPP_MSG', detail: 'x' }

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

describe('a lane', () => {
  it('does everything in order, once, though the list still shows it', async () => {
    const { lane, tried, pass } = setUp(['1', '2', '3', '4', '5'])
    lane.wake()
    lane.wake()
    await pass(0)
    lane.wake()
    await pass(0)
    expect(tried).toEqual(['1', '2', '3', '4', '5'])
  })

  it('lets nobody pass a head that waits', async () => {
    const { lane, tried, pass } = setUp(['1', '2'], { 1: [{ kind: 'wait', ms: 500 }] })
    lane.wake()
    await pass(499)
    expect(tried).toEqual(['1'])
    await pass(1)
    expect(tried).toEqual(['1', '1', '2'])
  })

  it('parks a head that fails for good and goes on', async () => {
    const { lane, tried, failed, pass } = setUp(['1', '2'], {
      1: [{ kind: 'failed', code: 'ERR_WAPP_INVALID_CONTACT', detail: 'x' }],
    })
    lane.wake()
    await pass(0)
    expect(tried).toEqual(['1', '2'])
    expect(failed).toEqual(['1 ERR_WAPP_INVALID_CONTACT'])
  })

  it('tries a fault three times, then reports it', async () => {
    const { lane, tried, failed, pass } = setUp(['1', '2'], { 1: [fault, fault, fault] })
    lane.wake()
    await pass(10_000)
    expect(tried).toEqual(['1', '1', '1', '2'])
    expect(failed).toEqual(['1 ERR_SENDING_WAPP_MSG'])
  })

  it('stands still when the line is down, until it is woken', async () => {
    const { lane, tried, pass } = setUp(['1'], { 1: [{ kind: 'halt' }] })
    lane.wake()
    await pass(60_000)
    expect(tried).toEqual(['1'])
    lane.wake()
    await pass(0)
    expect(tried).toEqual(['1', '1'])
  })

  it('survives a store that is away', async () => {
    const { lane, tried, errors, state, pass } = setUp(['1'])
    state.broken = true
    lane.wake()
    await pass(0)
    expect(errors).toHaveLength(1)
    state.broken = false
    await pass(1_000)
    expect(tried).toEqual(['1'])
  })

  it('takes up work that is asked for again, at its new place', async () => {
    const { lane, list, tried, pass } = setUp(['1'])
    lane.wake()
    await pass(0)
    list.push(work('2'))
    lane.wake()
    await pass(0)
    await lane.stop()
    list.push(work('3'))
    lane.wake()
    await pass(0)
    expect(tried).toEqual(['1', '2'])
  })
})
