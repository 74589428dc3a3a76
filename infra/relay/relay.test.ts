import { randomUUID } from 'node:crypto'
import { START, type StoredEvent } from '@guiche/contracts/envelope.js'
import { err } from '@guiche/contracts/result.js'
import { isInternalStream } from '@guiche/contracts/streams.js'
import { TOPICS } from '@guiche/contracts/topics.js'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { fromCloudEvent } from '../event-bus/cloud-events.js'
import { createKafkaClient } from '../event-bus/kafka-client.js'
import { createEmbeddedEventStore, type EmbeddedEventStore } from '../event-store/embedded.js'
import type { EventStore } from '../event-store/event-store.js'
import { settingChanged } from '../event-store/testing/setting-changed.js'
import { type KafkaForTests, kafkaForTests } from '../testing/kafka.js'
import { linesUntilKilled } from '../testing/killed.js'
import { tempDir } from '../testing/temp-dir.js'
import { until } from '../testing/until.js'
import { readCheckpoint } from './checkpoint.js'
import { type Relay, type RelayOptions, startRelay } from './relay.js'

jest.setTimeout(60_000)
const engine = kafkaForTests('the relay on Kafka')
const COMPANIES = [0, 1, 2, 3, 48]

const suite = (kafka: KafkaForTests) => {
  const { brokers } = kafka
  let prefix: string
  let folder: Awaited<ReturnType<typeof tempDir>>
  let store: EmbeddedEventStore
  const relays: Relay[] = []
  beforeEach(async () => {
    prefix = kafka.prefix()
    folder = await tempDir()
    store = await createEmbeddedEventStore({ dir: folder.dir })
  })
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()))
    await store.close()
    await folder.remove()
    await kafka.forget(prefix)
  })

  const start = async (options: Partial<RelayOptions> = {}) => {
    const relay = await startRelay({ eventStore: store, brokers, prefix, name: randomUUID(), ...options })
    relays.push(relay)
    return relay
  }
  /** Events of several companies, with internal ones between them. */
  const append = async (count: number, on: EventStore = store) => {
    for (let n = 0; n < count; n += COMPANIES.length) {
      await Promise.all([
        ...COMPANIES.map((companyId) =>
          on.append(`settings-${companyId}`, 'any', [{ ...settingChanged(String(n)), companyId }]),
        ),
        on.append(`sequence-${n}`, 'any', [
          { ...settingChanged(), type: 'sequence.block-taken.v1', data: { from: 1, to: 2 } },
        ]),
      ])
    }
  }
  const contents = async (): Promise<StoredEvent[]> => {
    const events: StoredEvent[] = []
    const head = await store.head()
    const abort = new AbortController()
    if (head === START) return []
    for await (const batch of store.subscribeAll({ after: START, signal: abort.signal })) {
      events.push(...batch)
      if ((batch.at(-1)?.position ?? START) >= head) break
    }
    return events.filter(({ stream }) => !isInternalStream(stream))
  }

  /** Everything that lies in the topic, read to its end, by partition. */
  const topic = async (): Promise<Map<number, StoredEvent[]>> => {
    const name = `${prefix}${TOPICS.events}`
    const ends = await kafka.admin((admin) => admin.fetchTopicOffsets(name))
    const total = ends.reduce((sum, { high }) => sum + Number(high), 0)
    const found = new Map<number, StoredEvent[]>()
    let count = 0
    const consumer = createKafkaClient({ brokers }).consumer({ groupId: `${prefix}reader-${randomUUID()}` })
    await consumer.connect()
    await consumer.subscribe({ topic: name, fromBeginning: true })
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ partition, message }) => {
        found.set(partition, [...(found.get(partition) ?? []), fromCloudEvent(message)])
        count++
      },
    })
    await until(() => count >= total, 20_000)
    await consumer.disconnect()
    return found
  }
  /** What a consumer keeps that drops what is at or below its mark. */
  const deduplicated = (partitions: Map<number, StoredEvent[]>): Map<number, StoredEvent[]> =>
    new Map(
      [...partitions].map(([partition, events]) => {
        let mark = START
        return [
          partition,
          events.filter(({ position }) => {
            const fresh = position > mark
            if (fresh) mark = position
            return fresh
          }),
        ]
      }),
    )
  const byPosition = (partitions: Map<number, StoredEvent[]>) =>
    [...partitions.values()].flat().sort((a, b) => (a.position < b.position ? -1 : 1))
  const reached = async (relay: Relay) => {
    const events = await contents()
    const last = events.at(-1)?.position ?? START
    await until(() => relay.position() >= last, 30_000)
  }

  it('carries everything but internal streams, each company in its partition, in order', async () => {
    await append(100)
    const relay = await start({ batchSize: 7 })
    await append(100)
    await reached(relay)
    const found = await topic()
    expect(byPosition(found)).toEqual(await contents())
    expect([...found.keys()].sort((a, b) => a - b)).toEqual([0, 2, 3, 4])
    for (const [partition, events] of found) {
      const positions = events.map(({ position }) => position)
      expect(positions).toEqual([...positions].sort())
      expect(new Set(events.map(({ companyId }) => companyId))).toEqual(
        new Set(COMPANIES.filter((id) => (id === 0 ? 0 : 1 + (id % 47)) === partition)),
      )
    }
  })

  it('sends every event again that no checkpoint covers when it was killed, and loses none', async () => {
    await append(2000)
    await store.close()
    const file = new URL('./testing/relay-for-ever.ts', import.meta.url)
    await linesUntilKilled(file, [folder.dir, brokers, prefix, '60000'], 12)
    store = await createEmbeddedEventStore({ dir: folder.dir })
    expect(await readCheckpoint(store)).toMatchObject({ position: START, holder: 'killed' })
    const relay = await start({ name: 'killed' })
    await reached(relay)
    const found = await topic()
    const all = await contents()
    expect([...found.values()].flat().length).toBeGreaterThan(all.length)
    expect(byPosition(deduplicated(found))).toEqual(all)
  })

  it('goes on behind its checkpoint', async () => {
    await append(50)
    const first = await start()
    await reached(first)
    await first.stop()
    await append(50)
    await reached(await start())
    expect(byPosition(await topic())).toEqual(await contents())
  })

  it('stands by while another one works, and takes over when that one has stopped', async () => {
    const first = await start({ takeOverAfter: 1000, checkpointEvery: 100 })
    await until(() => first.state() === 'active')
    const second = await start({ takeOverAfter: 1000, checkpointEvery: 100 })
    await append(50)
    await reached(first)
    const { revision } = await readCheckpoint(store)
    // Signs of life of the first keep the second away for longer than it waits.
    while (Number((await readCheckpoint(store)).revision) < Number(revision) + 6) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect([first.state(), second.state()]).toEqual(['active', 'standby'])
    await first.stop()
    await append(50)
    await until(() => second.state() === 'active')
    await reached(second)
    expect(byPosition(await topic())).toEqual(await contents())
  })

  it('ends when another one has written a checkpoint over its own', async () => {
    const first = await start({ checkpointEvery: 100, takeOverAfter: 600 })
    await until(() => first.state() === 'active')
    // The same name begins at once, as after a restart of what was only thought to be dead.
    const { holder } = await readCheckpoint(store)
    const second = await start({ name: String(holder), checkpointEvery: 100, takeOverAfter: 600 })
    await append(50)
    expect(await first.ended).toBe('fenced')
    await reached(second)
    expect(second.state()).toBe('active')
    expect(byPosition(deduplicated(await topic()))).toEqual(await contents())
  })

  it('opens a subscription again that ends or fails, and misses nothing', async () => {
    let cuts = 0
    const cut: EventStore = {
      ...store,
      subscribeAll: async function* (options) {
        let given = 0
        for await (const batch of store.subscribeAll(options)) {
          yield batch
          given += batch.length
          if (cuts < 4 && given >= 20) {
            cuts++
            if (cuts % 2 === 0) return
            throw new Error('cut')
          }
        }
      },
    }
    await append(200)
    const relay = await start({ eventStore: cut, batchSize: 10 })
    await reached(relay)
    expect(cuts).toBe(4)
    expect(byPosition(await topic())).toEqual(await contents())
  })

  it('does not take its own checkpoint for another one, of whose writing it was not told', async () => {
    let untold = 0
    const silent: EventStore = {
      ...store,
      append: async (stream, expected, events) => {
        const result = await store.append(stream, expected, events)
        if (expected === 'none' || untold >= 3) return result
        untold++
        return err({ kind: 'unavailable', message: 'no answer' })
      },
    }
    const relay = await start({ eventStore: silent, checkpointEvery: 100 })
    await append(20)
    await reached(relay)
    while ((await readCheckpoint(store)).position < relay.position()) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect([untold, relay.state()]).toEqual([3, 'active'])
  })

  it('carries the largest events there are', async () => {
    const value = 'x'.repeat(255_000)
    for (let n = 0; n < 12; n++) {
      const result = await store.append('settings-1', 'any', [settingChanged(value)])
      expect(result.ok).toBe(true)
    }
    await reached(await start())
    expect(byPosition(await topic())).toEqual(await contents())
  })

  it('writes no more checkpoints than one in its interval', async () => {
    const relay = await start({ checkpointEvery: 300 })
    const from = Date.now()
    for (let n = 0; n < 10; n++) {
      await append(20)
      await reached(relay)
    }
    const { revision } = await readCheckpoint(store)
    expect(Number(revision)).toBeLessThanOrEqual(1 + (Date.now() - from) / 300)
  })
}

if (engine !== null) describe('relay', () => suite(engine))

describe('relay without an engine', () => {
  it('says which broker does not answer', async () => {
    const { dir, remove } = await tempDir()
    const eventStore = await createEmbeddedEventStore({ dir })
    await expect(startRelay({ eventStore, brokers: '127.0.0.1:1', name: 'relay' })).rejects.toThrow(
      'Kafka at 127.0.0.1:1 cannot be reached',
    )
    await eventStore.close()
    await remove()
  })
})
