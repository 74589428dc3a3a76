import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { OutboxEntry, ReadStore } from '@guiche/infra/read-store/read-store.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createOutbox, type Outbox } from './outbox.js'

/** A store with commits of this process and of others. */
const createShelf = () => {
  let waiting: { readonly entry: OutboxEntry; readonly own: boolean }[] = []
  const asked: ('all' | 'own')[] = []
  /** resolves before the read gets its documents */
  let hold: Promise<void> = Promise.resolve()
  const takeOutbox: ReadStore['takeOutbox'] = async (limit, whose = 'all') => {
    asked.push(whose)
    const taken = waiting.filter(({ own }) => own || whose === 'all').slice(0, limit)
    await hold
    return {
      entries: taken.map(({ entry }) => entry),
      done: async () => {
        waiting = waiting.filter((one) => !taken.includes(one))
      },
    }
  }
  return {
    asked,
    store: { takeOutbox } as ReadStore,
    put: (value: string, own = true) => waiting.push({ entry: { key: 1, value }, own }),
    holdUntil: (gate: Promise<void>) => {
      hold = gate
    },
    left: () => waiting.length,
  }
}

describe('the outbox of changes', () => {
  let shelf: ReturnType<typeof createShelf>
  let told: unknown[]
  let refuses: boolean
  let outbox: Outbox
  beforeEach(() => {
    shelf = createShelf()
    told = []
    refuses = false
    const bus = {
      publish: async (_: unknown, messages: readonly OutboxEntry[]) => {
        if (refuses) throw new Error('gone')
        told.push(...messages.map(({ value }) => value))
      },
    } as unknown as EventBus
    outbox = createOutbox(shelf.store, bus, { error: () => {} } as never)
  })
  afterEach(async () => {
    await outbox.stop()
    jest.restoreAllMocks()
  })
  const isEmpty = () => until(() => shelf.left() === 0)

  it('publishes entries of a former process first, then its own as they come', async () => {
    jest.spyOn(performance, 'now').mockReturnValue(1_000_000)
    shelf.put('left behind', false)
    shelf.put('ours')
    outbox.nudge('own')
    await isEmpty()
    shelf.put('next')
    outbox.nudge('own')
    await isEmpty()
    expect(told).toEqual(['left behind', 'ours', 'next'])
    expect(shelf.asked.at(-1)).toBe('own')
  })

  it('looks for entries of others on request, also during a look', async () => {
    let go = () => {}
    shelf.holdUntil(
      new Promise((resolve) => {
        go = resolve
      }),
    )
    outbox.nudge('all')
    await until(() => shelf.asked.length === 1)
    shelf.put('left behind', false)
    outbox.nudge('all')
    go()
    await isEmpty()
    expect(told).toEqual(['left behind'])
  })

  it('looks for entries of others once a second while it has entries to publish', async () => {
    outbox.nudge('all')
    await until(() => shelf.asked.length === 1)
    shelf.put('left behind', false)
    const later = performance.now() + 1000
    jest.spyOn(performance, 'now').mockReturnValue(later)
    shelf.put('ours')
    outbox.nudge('own')
    while (shelf.left() > 0) await new Promise((resolve) => setImmediate(resolve))
    expect(told).toEqual(['left behind', 'ours'])
  })

  it('publishes all entries in order after an outage', async () => {
    refuses = true
    shelf.put('first')
    outbox.nudge('own')
    await until(() => outbox.failing)
    shelf.put('left behind', false)
    shelf.put('second')
    refuses = false
    await isEmpty()
    expect(told).toEqual(['first', 'left behind', 'second'])
    expect(outbox.failing).toBe(false)
  })
})
