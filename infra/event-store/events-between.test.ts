import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { toPosition } from '@guiche/contracts/envelope.js'
import { describe, expect, it } from '@jest/globals'
import { eventsBetween } from './events-between.js'

/** A store of `count` events at 1, 2 …; of those from `gone` on it gives none, though they stood there at first. */
const storeOf = (count: number, gone = count + 1) => {
  let asked = 0
  return {
    asked: () => asked,
    head: async () => toPosition(asked++ === 0 ? count : gone - 1),
    subscribeAll: async function* ({ after, batchSize = 500 }: { after: string; batchSize?: number }) {
      for (let last = Number(after); last < gone - 1; last += batchSize) {
        const size = Math.min(batchSize, gone - 1 - last)
        yield Array.from({ length: size }, (_, n) => ({ position: toPosition(last + n + 1) }) as StoredEvent)
      }
      await new Promise(() => {})
    },
  }
}
const readPositions = async (store: ReturnType<typeof storeOf>, until: number): Promise<number> => {
  let events = 0
  for await (const batch of eventsBetween(store, {
    after: toPosition(0),
    until: toPosition(until),
    batchSize: 100,
  }))
    events += batch.length
  return events
}

describe('the events between two positions', () => {
  it('are read without a request for the store’s end after each batch', async () => {
    const store = storeOf(5000)
    expect(await readPositions(store, 4950)).toBe(4950)
    expect(store.asked()).toBe(1)
  })

  it('end if later events were removed meanwhile', async () => {
    expect(await readPositions(storeOf(500, 351), 500)).toBe(350)
  })
})
