import { describe, expect, it } from '@jest/globals'
import { createLag, type Place } from './lag.js'

const setUp = (names: readonly string[] = ['inbox']) => {
  let seconds = 0
  const state = {
    newest: { partition: 0, position: '05' } as Place | null | Error,
    reached: Object.fromEntries(names.map((name) => [name, { 0: '05' } as Record<number, string>])),
    connected: true,
  }
  const lag = createLag({
    newest: async () => {
      if (state.newest instanceof Error) throw state.newest
      return state.newest
    },
    readers: names,
    reached: async (partition) =>
      new Map(
        names.flatMap((name) => {
          const place = state.reached[name]?.[partition]
          return place === undefined ? [] : [[name, place] as const]
        }),
      ),
    connected: () => state.connected,
    clock: { now: () => new Date(seconds * 1000) },
  })
  const after = async (more: number) => {
    seconds += more
    await lag.check()
  }
  const reach = (name: string, partition: number, position: string) => {
    state.reached[name] = { ...state.reached[name], [partition]: position }
  }
  return { state, lag, after, reach }
}

describe('the lag of readers', () => {
  it('is zero while readers have all events, however long no event comes', async () => {
    const { lag, after } = setUp()
    await after(1)
    await after(3600)
    expect([lag.behind(), lag.stale()]).toEqual([{ inbox: 0 }, 0])
  })

  it('is zero in a store without events', async () => {
    const { lag, after, state } = setUp()
    state.newest = null
    await after(60)
    expect(lag.stale()).toBe(0)
  })

  it('is the age of the oldest missing event, and ends with its arrival', async () => {
    const { lag, after, state, reach } = setUp(['inbox', 'audit'])
    state.newest = { partition: 0, position: '07' }
    reach('audit', 0, '07')
    await after(1)
    state.newest = { partition: 0, position: '09' }
    reach('audit', 0, '09')
    await after(4)
    expect(lag.behind()).toEqual({ inbox: 4, audit: 0 })
    expect(lag.stale()).toBe(4)
    reach('inbox', 0, '07')
    await after(1)
    expect(lag.behind()).toEqual({ inbox: 1, audit: 0 })
    reach('inbox', 0, '10')
    await after(1)
    expect(lag.stale()).toBe(0)
  })

  it('compares positions of one partition only', async () => {
    const { lag, after, state, reach } = setUp()
    state.newest = { partition: 3, position: '02' }
    await after(1)
    state.newest = { partition: 0, position: '05' }
    await after(5)
    expect(lag.behind()).toEqual({ inbox: 5 })
    reach('inbox', 3, '02')
    await after(1)
    expect(lag.stale()).toBe(0)
  })

  it('grows while the end of the store is unknown, and while the connection is cut', async () => {
    const { lag, after, state } = setUp()
    await after(1)
    state.newest = new Error('away')
    await after(5)
    expect(lag.stale()).toBe(5)
    state.newest = { partition: 0, position: '05' }
    state.connected = false
    await after(2)
    expect(lag.stale()).toBe(7)
    state.connected = true
    await after(1)
    expect(lag.stale()).toBe(0)
  })
})
