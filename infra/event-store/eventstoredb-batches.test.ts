import { type NewEvent, START } from '@guiche/contracts/envelope.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { EventStore } from './event-store.js'
import { createEventStoreDb } from './eventstoredb.js'
import { type EventStoreDbDouble, startEventStoreDbDouble } from './testing/eventstoredb-double/server.js'
import { settingChanged } from './testing/setting-changed.js'

describe('a subscription to the EventStoreDB double', () => {
  let double: EventStoreDbDouble
  let store: EventStore
  const append = async (stream: string, ...events: NewEvent[]) => {
    const result = await store.append(stream, 'any', events)
    if (!result.ok) throw new Error(result.error.kind)
  }
  beforeEach(async () => {
    double = await startEventStoreDbDouble()
    store = await createEventStoreDb({ url: double.url })
  })
  afterEach(async () => {
    await store.close()
    double.close()
  })

  it('gathers available events into batches, although the client delivers single events', async () => {
    for (let index = 0; index < 5; index++) {
      await append('settings-1', ...Array.from({ length: 200 }, () => settingChanged()))
    }
    const abort = new AbortController()
    const sizes: number[] = []
    for await (const batch of store.subscribeAll({ after: START, signal: abort.signal })) {
      sizes.push(batch.length)
      if (sizes.reduce((sum, size) => sum + size, 0) === 1000) abort.abort()
    }
    expect(sizes.length).toBeLessThan(500)
  })

  it('gathers old events into batches, although the server sends single events', async () => {
    for (let index = 0; index < 120; index++) await append('settings-1', settingChanged(`${index}`))
    for (const event of double.log.events) Object.assign(event, { created: event.created - 60_000 })
    double.trickles = true
    const abort = new AbortController()
    const sizes: number[] = []
    for await (const batch of store.subscribeAll({ after: START, signal: abort.signal })) {
      sizes.push(batch.length)
      if (sizes.reduce((sum, size) => sum + size, 0) === 120) abort.abort()
    }
    expect(sizes.length).toBeLessThan(30)
  })
})
