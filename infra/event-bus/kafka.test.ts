import { type StoredEvent, toPosition } from '@guiche/contracts/envelope.js'
import { TOPICS } from '@guiche/contracts/topics.js'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createEmbeddedEventStore } from '../event-store/embedded.js'
import type { EventStore } from '../event-store/event-store.js'
import { settingChanged } from '../event-store/testing/setting-changed.js'
import { type Relay, startRelay } from '../relay/relay.js'
import { kafkaForTests } from '../testing/kafka.js'
import { tempDir } from '../testing/temp-dir.js'
import { until } from '../testing/until.js'
import { toCloudEvent } from './cloud-events.js'
import { eventBusContract } from './contract.suite.js'
import type { ConsumeOptions, Delivery, EventBus } from './event-bus.js'
import { createKafkaEventBus } from './kafka.js'
import { createKafkaClient } from './kafka-client.js'
import { createOrderedProducer } from './kafka-producer.js'
import { partitionOf } from './kafka-topics.js'

jest.setTimeout(60_000)
const never = (): never => {
  throw new Error('no engine')
}
const engine = kafkaForTests('the contract of the bus on Kafka')

if (engine !== null) {
  eventBusContract('kafka', async () => {
    const { brokers } = engine
    const prefix = engine.prefix()
    const { dir, remove } = await tempDir()
    const embedded = await createEmbeddedEventStore({ dir })
    const bus = await createKafkaEventBus({ brokers, prefix })
    let starting: Promise<Relay> | null = null
    // What the bus carries is what was relayed: here an append ends with it.
    const store: EventStore = {
      ...embedded,
      append: async (...args) => {
        starting ??= startRelay({ eventStore: embedded, brokers, prefix, name: 'relay' })
        const relay = await starting
        const result = await embedded.append(...args)
        if (result.ok) await until(() => relay.position() >= result.value.position)
        return result
      },
    }
    return {
      bus,
      store,
      close: async () => {
        await bus.close()
        await (await starting)?.stop()
        await embedded.close()
        await remove()
        await engine.forget(prefix)
      },
    }
  })
}

const onKafka = engine === null ? describe.skip : describe

onKafka('kafka event bus, faults', () => {
  const { brokers = '', prefix: freshPrefix = () => '', admin = never, forget = never } = engine ?? {}
  const kafka = () => createKafkaClient({ brokers })
  let prefix: string
  let bus: EventBus
  const open: EventBus[] = []
  const anotherBus = async (options: { stalledAfter?: number } = {}) => {
    const made = await createKafkaEventBus({ brokers, prefix, ...options })
    open.push(made)
    return made
  }
  beforeEach(async () => {
    prefix = freshPrefix()
    bus = await anotherBus()
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()))
    await forget(prefix)
  })

  const stored = (position: number, companyId = 1): StoredEvent => ({
    ...settingChanged(String(position)),
    companyId,
    stream: `settings-${companyId}`,
    revision: position,
    position: toPosition(position),
  })
  const relayed = async (events: readonly StoredEvent[]) => {
    const producer = createOrderedProducer(kafka())
    await producer.send(
      events.map((event) => ({
        topic: `${prefix}${TOPICS.events}`,
        partition: partitionOf(TOPICS.events, event.companyId),
        ...toCloudEvent(event, 'store'),
      })),
    )
    await producer.close()
  }
  const follow = async (options: Partial<ConsumeOptions<StoredEvent>> = {}, on = bus) => {
    const seen: number[] = []
    const consumer = await on.consume<StoredEvent>({
      topic: TOPICS.events,
      group: 'group',
      onBatch: async (batch) => void seen.push(...batch.map(({ position }) => Number(position))),
      ...options,
    })
    return { seen, consumer }
  }

  it('drops what a relay sends again, also behind a restart of the consumer', async () => {
    const first = await follow()
    await relayed([stored(1), stored(2), stored(1), stored(2), stored(3)])
    await until(() => first.seen.length >= 3)
    await first.consumer.stop()
    await relayed([stored(2), stored(3), stored(4)])
    const second = await follow()
    await until(() => second.seen.length >= 1)
    expect([first.seen, second.seen]).toEqual([[1, 2, 3], [4]])
  })

  it('takes offsets for hints: a checkpoint that was put back gets everything behind it again', async () => {
    await relayed([stored(1), stored(2), stored(3)])
    const first = await follow({ after: async () => null })
    await until(() => first.seen.length === 3)
    await first.consumer.stop()
    const second = await follow({ after: async () => toPosition(1) })
    await until(() => second.seen.length >= 2)
    expect(second.seen).toEqual([2, 3])
  })

  it('begins at the hint where the checkpoint allows it', async () => {
    await relayed([stored(1), stored(2)])
    const first = await follow({ after: async () => null })
    await until(() => first.seen.length === 2)
    await first.consumer.stop()
    const committed = await admin((client) =>
      client.fetchOffsets({
        groupId: `${prefix}${TOPICS.events}.group`,
        topics: [`${prefix}${TOPICS.events}`],
      }),
    )
    const partition = partitionOf(TOPICS.events, 1)
    expect(committed[0]?.partitions.find((one) => one.partition === partition)).toMatchObject({
      offset: '2',
      metadata: toPosition(2),
    })
  })

  it('keeps the order of each company, one batch at a time, through a rebalance in mid-batch', async () => {
    const companies = [1, 2, 3, 4, 5, 6]
    const finished = new Map<number, number[]>()
    let open = 0
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const onBatch = async (batch: readonly Delivery<StoredEvent>[]) => {
      open++
      await held
      for (const { key, position } of batch) {
        finished.set(key, [...(finished.get(key) ?? []), Number(position)])
      }
    }
    await follow({ onBatch, batchSize: 2 })
    const events = Array.from({ length: 60 }, (_, n) => stored(n + 1, companies[n % companies.length]))
    await relayed(events)
    await until(() => open > 0)
    // The second member's join waits for the batch under way.
    const joining = follow({ onBatch, batchSize: 2 }, await anotherBus())
    await new Promise((resolve) => setTimeout(resolve, 1500))
    release()
    await joining
    const distinct = () => [...finished.values()].reduce((sum, positions) => sum + new Set(positions).size, 0)
    await until(() => distinct() === 60, 20_000)
    for (const positions of finished.values()) {
      const once = [...new Set(positions)]
      expect(once).toEqual([...once].sort((a, b) => a - b))
    }
  })

  it('stays in its group while a batch is refused', async () => {
    let tries = 0
    const { seen } = await follow({
      onBatch: async () => {
        tries++
        throw new Error('not now')
      },
    })
    await relayed([stored(1)])
    await until(() => tries >= 3)
    const members = await admin((client) => client.describeGroups([`${prefix}${TOPICS.events}.group`]))
    expect(members.groups[0]).toMatchObject({ state: 'Stable', members: [expect.anything()] })
    expect(seen).toEqual([])
  })

  it('refuses topics that are not as they have to be', async () => {
    const other = freshPrefix()
    await admin((client) =>
      client.createTopics({ topics: [{ topic: `${other}${TOPICS.events}`, numPartitions: 3 }] }),
    )
    const made = createKafkaEventBus({ brokers, prefix: other })
    await expect(made).rejects.toThrow('has 3 partitions and needs 48')
    await expect(made).rejects.toThrow('max.message.bytes 1048588 and needs at least 2000000')
    await forget(other)
  })
})

describe('kafka event bus', () => {
  it('says which broker does not answer when it is made', async () => {
    await expect(createKafkaEventBus({ brokers: '127.0.0.1:1' })).rejects.toThrow(
      'Kafka at 127.0.0.1:1 cannot be reached',
    )
  })

  it.each(['', 'kafka', 'http://kafka:9092', 'kafka:9092,'])('refuses "%s" as brokers', async (brokers) => {
    await expect(createKafkaEventBus({ brokers })).rejects.toThrow('KAFKA_BROKERS is host:port')
  })
})
