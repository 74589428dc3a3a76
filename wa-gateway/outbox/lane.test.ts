import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import { createAttempts } from '@guiche/infra/due-work/attempts.js'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createMemoryVault } from '../testing/memory-vault.js'
import { createLane, type Outcome, RETRY_DELAYS } from './lane.js'

/** An item named `a1/ana`: chat, position, and the user who requested it. */
const work = (name: string): DueWorkDoc => {
  const [place = '', asker = ''] = name.split('/')
  const since = place.replace(/^[a-z]/, '')
  return { id: `send:${since}`, since, ref: since, asker, contactId: name.charCodeAt(0) } as DueWorkDoc
}

const setUp = (
  positions: readonly string[],
  answers: Record<string, Outcome[]> = {},
  { holdsUp = 'all' as 'all' | 'itself', vault = createMemoryVault() } = {},
) => {
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
    isDue: async (work) => list.includes(work),
    perform: async ({ since }) => {
      tried.push(since)
      return answers[since]?.shift() ?? { kind: 'done' }
    },
    fail: async ({ since }, code) => {
      failed.push(`${since} ${code}`)
    },
    onError: (error) => errors.push(error),
    attempts: createAttempts({
      vault,
      prefix: 'due/',
      delays: RETRY_DELAYS,
      now: Date.now,
    }),
    holdsUp,
    now: Date.now,
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

/** A message whose preparation the test ends. */
const controllableMessage = () => {
  let ready = (): void => {}
  const promise = new Promise<void>((resolve) => {
    ready = resolve
  })
  return { outcome: { kind: 'aside', ready: promise } as Outcome, ready: () => ready() }
}

describe('a lane', () => {
  it('processes items in order, once, although the list still has them', async () => {
    const { lane, tried, pass } = setUp(['1', '2', '3', '4', '5'])
    lane.wake()
    lane.wake()
    await pass(0)
    lane.wake()
    await pass(0)
    expect(tried).toEqual(['1', '2', '3', '4', '5'])
  })

  it('lets no item overtake a waiting first item', async () => {
    const { lane, tried, pass } = setUp(['1', '2'], { 1: [{ kind: 'wait', ms: 500 }] })
    lane.wake()
    await pass(499)
    expect(tried).toEqual(['1'])
    await pass(1)
    expect(tried).toEqual(['1', '1', '2'])
  })

  it('parks a first item that fails for good, and continues', async () => {
    const { lane, tried, failed, pass } = setUp(['1', '2'], {
      1: [{ kind: 'failed', code: 'ERR_WAPP_INVALID_CONTACT', detail: 'x' }],
    })
    lane.wake()
    await pass(0)
    expect(tried).toEqual(['1', '2'])
    expect(failed).toEqual(['1 ERR_WAPP_INVALID_CONTACT'])
  })

  it('tries a failed item three times, then reports it', async () => {
    const { lane, tried, failed, pass } = setUp(['1', '2'], { 1: [fault, fault, fault] })
    lane.wake()
    await pass(10_000)
    expect(tried).toEqual(['1', '1', '1', '2'])
    expect(failed).toEqual(['1 ERR_SENDING_WAPP_MSG'])
  })

  it('pauses while the line is down, until it is resumed', async () => {
    const { lane, tried, pass } = setUp(['1'], { 1: [{ kind: 'halt' }] })
    lane.wake()
    await pass(60_000)
    expect(tried).toEqual(['1'])
    lane.wake()
    await pass(0)
    expect(tried).toEqual(['1', '1'])
  })

  it('survives an unavailable store', async () => {
    const { lane, tried, errors, state, pass } = setUp(['1'])
    state.broken = true
    lane.wake()
    await pass(0)
    expect(errors).toHaveLength(1)
    state.broken = false
    await pass(1_000)
    expect(tried).toEqual(['1'])
  })

  it('processes an item that is requested again, at its new place', async () => {
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

  it('continues with other chats during a preparation, but not with the same chat', async () => {
    const film = controllableMessage()
    const answers = { 1: [film.outcome] }
    const { lane, tried, pass } = setUp(['a1', 'b2', 'a3', 'c4', 'b5', 'a6'], answers)
    lane.wake()
    await pass(0)
    expect(tried).toEqual(['1', '2', '4', '5'])
    lane.wake()
    await pass(60_000)
    expect(tried).toEqual(['1', '2', '4', '5'])
    film.ready()
    await pass(0)
    expect(tried).toEqual(['1', '2', '4', '5', '1', '3', '6'])
  })

  it('prepares several items concurrently, and processes none twice', async () => {
    const [first, second] = [controllableMessage(), controllableMessage()]
    const answers = { 1: [first.outcome], 2: [second.outcome] }
    const { lane, list, tried, pass } = setUp(['a1', 'b2', 'c3', 'b4'], answers)
    lane.wake()
    await pass(0)
    second.ready()
    await pass(0)
    expect(tried).toEqual(['1', '2', '3', '2', '4'])
    // The view has removed one of the items, and a new item has come.
    list.splice(2, 1)
    list.push(work('c5'))
    first.ready()
    await pass(0)
    lane.wake()
    await pass(0)
    expect(tried).toEqual(['1', '2', '3', '2', '4', '1', '5'])
  })

  it('counts the tries of each item separately', async () => {
    const film = controllableMessage()
    const answers = { 1: [film.outcome, fault, fault, fault], 2: [fault, fault] }
    const { lane, tried, failed, pass } = setUp(['a1', 'b2'], answers)
    lane.wake()
    await pass(20_000)
    expect(tried).toEqual(['1', '2', '2', '2'])
    film.ready()
    await pass(20_000)
    expect(failed).toEqual(['1 ERR_SENDING_WAPP_MSG'])
  })

  it('with independent items continues while one of them awaits its next try', async () => {
    const { lane, tried, pass } = setUp(['a1', 'a2', 'a3'], { 1: [fault] }, { holdsUp: 'itself' })
    lane.wake()
    await pass(0)
    expect(tried).toEqual(['1', '2', '3'])
    lane.wake()
    await pass(1_999)
    expect(tried).toEqual(['1', '2', '3'])
    await pass(1)
    expect(tried).toEqual(['1', '2', '3', '1'])
  })

  it('takes users in turn: a user’s item comes next after hundreds of another user', async () => {
    const hundreds = Array.from({ length: 300 }, (_, at) => `${'abc'[at % 3]}${1001 + at}/ana`)
    const { lane, list, tried, pass } = setUp(hundreds, { 1003: [{ kind: 'wait', ms: 500 }] })
    lane.wake()
    await pass(0)
    expect(tried).toEqual(['1001', '1002', '1003'])
    list.push(work('d2001/bia'), work('d2002/bia'), work('e2003/api'))
    lane.wake()
    await pass(0)
    expect(tried.slice(3, 10)).toEqual(['2001', '2003', '1003', '2002', '1004', '1005', '1006'])
    expect(new Set(tried)).toEqual(new Set(list.map(({ since }) => since)))
  })

  it('keeps the order of messages in a chat, whoever wrote them', async () => {
    const { lane, tried, pass } = setUp(['a1/ana', 'a2/ana', 'a3/bia', 'b4/bia', 'a5/ana'])
    lane.wake()
    await pass(0)
    expect(tried).toEqual(['1', '4', '2', '3', '5'])
  })

  it('skips an item that was withdrawn while it waited', async () => {
    const { lane, list, tried, pass } = setUp(['a1', 'b2', 'c3'], { 1: [{ kind: 'wait', ms: 500 }] })
    lane.wake()
    await pass(0)
    list.splice(1, 1)
    await pass(500)
    expect(tried).toEqual(['1', '1', '3'])
  })
})
