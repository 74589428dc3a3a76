import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, streamNameFilter } from '@eventstore/db-client'
import { type NewEvent, START, type StoredEvent } from '@guiche/contracts/envelope.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { engineAddress } from '../testing/engines/address.js'
import { until } from '../testing/until.js'
import { eventStoreContract } from './contract.suite.js'
import type { EventStore } from './event-store.js'
import { createEventStoreDb } from './eventstoredb.js'
import { collectEvents } from './testing/collect.js'
import { type EventStoreDbDouble, startEventStoreDbDouble } from './testing/eventstoredb-double/server.js'
import { settingChanged } from './testing/setting-changed.js'

const realUrl = await engineAddress('EVENTSTORE_URL', 'the contract of the event store on EventStoreDB')

if (realUrl === null) it.skip('event store: EventStoreDB itself', () => undefined)
eventStoreContract(realUrl === null ? 'EventStoreDB (double)' : 'EventStoreDB', async () => {
  if (realUrl !== null) {
    const store = await createEventStoreDb({ url: realUrl })
    return { store, close: () => store.close() }
  }
  const double = await startEventStoreDbDouble()
  // Twenty appends of the same ids come while the first one is on its way.
  double.commitMs = 3
  const store = await createEventStoreDb({ url: double.url })
  return {
    store,
    close: async () => {
      await store.close()
      double.close()
    },
  }
})

describe('the EventStoreDB adapter, on the double', () => {
  let double: EventStoreDbDouble
  let store: EventStore
  const others: { close(): unknown }[] = []
  const open = async (deadlineMs?: number) => {
    const opened = await createEventStoreDb({ url: double.url, ...(deadlineMs && { deadlineMs }) })
    others.push(opened)
    return opened
  }
  const append = async (stream: string, ...events: NewEvent[]) => {
    const result = await store.append(stream, 'any', events)
    if (!result.ok) throw new Error(result.error.kind)
    return result.value
  }
  const appendEach = async (stream: string, count: number) => {
    for (let index = 0; index < count; index++) await append(stream, settingChanged(`${index}`))
  }
  const values = (events: readonly StoredEvent[]) => events.map(({ data }) => data.value)
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

  beforeEach(async () => {
    double = await startEventStoreDbDouble()
    store = await createEventStoreDb({ url: double.url })
  })
  afterEach(async () => {
    for (const other of others.splice(0)) await other.close()
    await store.close()
    double.close()
  })

  describe('a subscription', () => {
    it('does not trust the client’s checkpoint, which runs ahead of the reader', async () => {
      await appendEach('settings-1', 12)
      const checkpoints: bigint[] = []
      const client = EventStoreDBClient.connectionString(double.url)
      const subscription = client.subscribeToAll({
        filter: streamNameFilter({
          prefixes: ['settings-'],
          checkpointInterval: 1,
          checkpointReached: (_, { commit }) => void checkpoints.push(commit),
        }),
      })
      const { value } = await subscription[Symbol.asyncIterator]().next()
      await until(() => checkpoints.length > 0)
      expect(checkpoints[0]).toBeGreaterThan(value.event.position.commit)
      await subscription.unsubscribe()
      subscription.destroy()
    })

    it('ends at any moment when stopped', async () => {
      await appendEach('settings-1', 3)
      for (let turns = 0; turns < 12; turns++) {
        const abort = new AbortController()
        let seen = 0
        const reading = (async () => {
          for await (const batch of store.subscribeAll({ after: START, signal: abort.signal })) {
            seen += batch.length
          }
        })()
        await until(() => seen === 3)
        for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
        abort.abort()
        await reading
      }
    })

    it('resumes after the last processed event when its line is cut, and gives each event once', async () => {
      // More than fits into the buffers on the way, so that each cut finds events that were not sent yet.
      const large = 'x'.repeat(20_000)
      for (let index = 0; index < 60; index++) await append('settings-1', settingChanged(`${index} ${large}`))
      const abort = new AbortController()
      const seen: StoredEvent[] = []
      let cuts = 0
      for await (const batch of store.subscribeAll({ after: START, signal: abort.signal, batchSize: 2 })) {
        seen.push(...batch)
        if (cuts < 2 && seen.length > 1 && double.subscribedFrom.length === cuts + 1) {
          double.cut()
          cuts++
        }
        if (seen.length >= 60) abort.abort()
      }
      expect(values(seen).map((value) => value.split(' ')[0])).toEqual(upTo(60))
      const [first, ...reopened] = double.subscribedFrom
      expect(first).toBe(0)
      expect(reopened).toHaveLength(2)
      const given = seen.map(({ position }) => Number(position))
      for (const position of reopened) expect(given).toContain(position)
    })

    it('reopens when the server ends it without an error', async () => {
      const seen = collectEvents(store, START, (events) => events.length === 6)
      await until(() => double.subscriptions() === 1)
      await appendEach('settings-1', 3)
      double.end()
      await until(() => double.subscribedFrom.length === 2)
      for (let index = 3; index < 6; index++) await append('settings-1', settingChanged(`${index}`))
      expect(values(await seen)).toEqual(upTo(6))
    })

    it('survives a restart of the server', async () => {
      const seen = collectEvents(store, START, (events) => events.length === 4)
      await appendEach('settings-1', 2)
      await until(() => double.subscriptions() === 1)
      const { log, url } = double
      double.close()
      expect(await store.append('settings-1', 'any', [settingChanged('lost')])).toMatchObject({
        error: { kind: 'unavailable' },
      })
      double = await startEventStoreDbDouble({ log, port: Number(new URL(url).port) })
      await until(() => double.subscriptions() === 1)
      for (let index = 2; index < 4; index++) await append('settings-1', settingChanged(`${index}`))
      expect(values(await seen)).toEqual(upTo(4))
    })

    it('can be stopped while it waits to reopen', async () => {
      double.reads = 'unavailable'
      const abort = new AbortController()
      const next = store.subscribeAll({ after: START, signal: abort.signal })[Symbol.asyncIterator]().next()
      abort.abort()
      expect((await next).done).toBe(true)
    })

    it('leaves nothing open at the server when its reader leaves, aborts, or the store is closed', async () => {
      await append('settings-1', settingChanged())
      for await (const _ of store.subscribeAll({ after: START, signal: new AbortController().signal })) break
      await until(() => double.subscriptions() === 0)
      const waiting = collectEvents(store, await store.head(), () => false)
      await until(() => double.subscriptions() === 1)
      await store.close()
      expect(await waiting).toEqual([])
      await until(() => double.subscriptions() === 0)
    })

    it('gives neither the server’s own events nor events of other programs', async () => {
      const foreign = { type: 'thing.done', data: Buffer.from('{}'), metadata: new Uint8Array() }
      double.log.append('foreign-1', 'any', [{ ...foreign, id: randomUUID() }])
      const { position } = await append('settings-1', settingChanged())
      double.log.append('foreign-1', 'any', [{ ...foreign, id: randomUUID() }])
      expect(await store.head()).toBe(position)
      expect(
        (await collectEvents(store, START, (all) => all.length === 1)).map((event) => event.stream),
      ).toEqual(['settings-1'])
    })

    it('hides events of a stream that another process removed, although the server still has them', async () => {
      const other = await open()
      await append('settings-1', settingChanged('removed'))
      const { position } = await append('settings-2', settingChanged('kept'))
      await append('settings-3', settingChanged('removed'))
      await store.remove('settings-1')
      await store.remove('settings-3')
      expect(double.log.events.some(({ stream }) => stream === 'settings-1')).toBe(true)
      expect(await other.head()).toBe(position)
      expect(values(await collectEvents(other, START, (all) => all.length === 1))).toEqual(['kept'])
    })
  })

  it('finishes a half-failed removal when repeated', async () => {
    const other = await open()
    await append('settings-1', settingChanged('removed'))
    const { position } = await append('settings-2', settingChanged('kept'))
    double.appends = 'timeout'
    await expect(store.remove('settings-1')).rejects.toThrow()
    double.appends = 'well'
    await store.remove('settings-1')
    expect(await store.read('settings-1')).toEqual([])
    expect(await other.head()).toBe(position)
    expect(values(await collectEvents(other, START, (all) => all.length === 1))).toEqual(['kept'])
  })

  describe('an append', () => {
    it('stores an event’s data as data, and the rest of the envelope as metadata', async () => {
      const event = settingChanged()
      await append('settings-1', event)
      const stored = double.log.events.find(({ id }) => id === event.id)
      const { id, type, data, ...envelope } = event
      expect(stored).toMatchObject({ id, type, stream: 'settings-1', revision: 0 })
      expect(JSON.parse(Buffer.from(stored?.data ?? []).toString())).toEqual(data)
      expect(JSON.parse(Buffer.from(stored?.metadata ?? []).toString())).toEqual(envelope)
    })

    it('gives positions as text, because JSON cannot hold them as numbers', async () => {
      const { position } = await append('settings-1', settingChanged())
      const [event] = await store.read('settings-1')
      expect(JSON.parse(JSON.stringify(event))).toEqual({ ...event, position })
    })

    it('gives the original result when repeated after a lost answer, although the server gives no position', async () => {
      const events = [settingChanged(), settingChanged()]
      double.appends = 'lost'
      expect(await store.append('settings-1', 'none', events)).toMatchObject({
        error: { kind: 'unavailable' },
      })
      double.appends = 'well'
      const again = await store.append('settings-1', 'none', events)
      const stored = await store.read('settings-1')
      expect(stored).toHaveLength(2)
      expect(again).toEqual({ ok: true, value: { revision: 1, position: stored[1]?.position } })
    })

    it.each(['timeout', 'not-leader', 'silent'] as const)(
      'is `unavailable` when the server answers: %s, and works as soon as it does',
      async (behaviour) => {
        const hasty = await open(behaviour === 'silent' ? 300 : undefined)
        double.appends = behaviour
        const events = [settingChanged()]
        expect(await hasty.append('settings-1', 'none', events)).toMatchObject({
          error: { kind: 'unavailable' },
        })
        double.appends = 'well'
        expect(await hasty.append('settings-1', 'none', events)).toMatchObject({ value: { revision: 0 } })
      },
    )

    it('is `too-large` if the events together exceed the server’s limit', async () => {
      const events = Array.from({ length: 5 }, () => settingChanged('x'.repeat(250 * 1024)))
      expect(await store.append('settings-1', 'none', events)).toMatchObject({ error: { kind: 'too-large' } })
      expect(await store.read('settings-1')).toEqual([])
    })

    it.each(['', 'settings-\u0000', 'x'.repeat(201), '$settings', 'store-identity', 'store-removals'])(
      'refuses the stream name %j',
      async (stream) => {
        expect(await store.append(stream, 'any', [settingChanged()])).toMatchObject({
          error: { kind: 'invalid' },
        })
      },
    )

    it('refuses zero events, and an id that is no uuid', async () => {
      expect(await store.append('settings-1', 'none', [])).toMatchObject({ error: { kind: 'invalid' } })
      expect(await store.append('settings-1', 'none', [settingChanged('on', 'x')])).toMatchObject({
        error: { kind: 'invalid', type: 'setting.changed.v1' },
      })
    })

    it('answers `unavailable` once it is closed', async () => {
      await store.close()
      expect(await store.append('settings-1', 'none', [settingChanged()])).toMatchObject({
        error: { kind: 'unavailable' },
      })
    })
  })

  it.each(['unavailable', 'silent'] as const)(
    'rejects a read that the server leaves %s',
    async (behaviour) => {
      const hasty = await open(300)
      await append('settings-1', settingChanged())
      double.reads = behaviour
      await expect(hasty.read('settings-1')).rejects.toThrow(behaviour === 'silent' ? /300 ms/ : /away/)
      await expect(hasty.head()).rejects.toThrow()
      double.reads = 'well'
      expect(await hasty.read('settings-1')).toHaveLength(1)
    },
  )
})
