import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { START, type StoredEvent, toPosition } from '@guiche/contracts/envelope.js'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { startBrokerProxy } from '../../testing/broker-proxy.js'
import { onKafka } from '../../testing/kafka.js'
import { until } from '../../testing/until.js'
import type { ConsumeOptions, Consumer, Delivery, EventBus } from '../event-bus.js'
import { eventsTopicForTests, storedAt } from '../testing/events-topic.js'
import { createKafkaEventBus } from './bus.js'
import { createKafkaClient } from './client.js'
import type { EventStoreReader } from './history.js'
import { ensureTopics, partitionOf } from './topics.js'

await onKafka('faults of the bus on Kafka', ({ brokers, prefix: freshPrefix, admin, forget }) => {
  const kafka = createKafkaClient({ brokers })
  const prefix = freshPrefix()
  const { topic, relayed, describeGroup, close } = eventsTopicForTests(kafka, prefix, admin)
  let bus: EventBus
  let open: EventBus[] = []
  let running: Consumer[] = []
  /** All tests share the topics. Each test has its own companies, whose partitions are empty at the start. */
  let company = 0
  let group = ''

  type Options = Partial<Parameters<typeof createKafkaEventBus>[0]>
  const anotherBus = async (options: Options = {}) => {
    const made = await createKafkaEventBus({ brokers, prefix, sessionTimeout: 6000, ...options })
    open.push(made)
    return made
  }
  beforeAll(async () => {
    bus = await createKafkaEventBus({ brokers, prefix, sessionTimeout: 6000 })
  })
  beforeEach(() => {
    company++
    group = `group-${company}`
  })
  afterEach(async () => {
    await Promise.all(running.map((one) => one.stop()))
    await Promise.all(open.map((one) => one.close()))
    running = []
    open = []
  })
  afterAll(async () => {
    await close()
    await bus.close()
    await forget(prefix)
  })

  const stored = (position: number, companyId = company) => storedAt(position, companyId)
  const follow = async (options: Partial<ConsumeOptions<StoredEvent>> = {}, on = bus) => {
    const seen: number[] = []
    const consumer = await on.consume<StoredEvent>({
      topic: TOPICS.events,
      group,
      onBatch: async (batch) => {
        for (const { key, position } of batch) if (key === company) seen.push(Number(position))
      },
      ...options,
    })
    running.push(consumer)
    return { seen, consumer }
  }
  /** An event store that contains these events. */
  const reader = (events: readonly StoredEvent[]): EventStoreReader => ({
    storeId: 'store',
    identity: async () => 'store',
    head: async () => events.at(-1)?.position ?? START,
    subscribeAll: async function* ({ after }) {
      yield events.filter(({ position }) => position > after)
    },
  })

  it('of a stopping process gives up calls that its broker does not answer', async () => {
    const [host = '', port] = brokers.split(':')
    const proxy = await startBrokerProxy({ host, port: Number(port) })
    const stopping = new AbortController()
    const through = await anotherBus({ brokers: proxy.brokers, stopping: stopping.signal })
    const say = (value: string) => through.publish(TOPICS.ephemeral, [{ key: company, value }])
    await say('heard')
    proxy.stall()
    const waiting = [say('under way'), say('behind it')]
    stopping.abort()
    for (const one of waiting) await expect(one).rejects.toThrow('no answer')
    await proxy.close()
  })

  it('drops events that a relay repeats, also after a restart of the consumer', async () => {
    const first = await follow()
    await relayed([stored(1), stored(2), stored(1), stored(2), stored(3)])
    await until(() => first.seen.length >= 3)
    await first.consumer.stop()
    await relayed([stored(2), stored(3), stored(4)])
    const second = await follow()
    await until(() => second.seen.length >= 1)
    expect([first.seen, second.seen]).toEqual([[1, 2, 3], [4]])
  })

  it('treats offsets as hints: a rolled-back checkpoint gets all later events again', async () => {
    await relayed([stored(1), stored(2), stored(3)])
    const first = await follow({ after: async () => null })
    await until(() => first.seen.length === 3)
    await first.consumer.stop()
    const second = await follow({ after: async () => toPosition(1) })
    await until(() => second.seen.length >= 2)
    expect(second.seen).toEqual([2, 3])
  })

  it('begins at the offset if the checkpoint allows it', async () => {
    await relayed([stored(1), stored(2)])
    const first = await follow({ after: async () => null })
    await until(() => first.seen.length === 2)
    await first.consumer.stop()
    const [committed] = await admin((client) =>
      client.fetchOffsets({ groupId: `${topic}.${group}`, topics: [topic] }),
    )
    const partition = partitionOf(TOPICS.events, company)
    expect(committed?.partitions.find((one) => one.partition === partition)).toMatchObject({
      offset: '2',
      metadata: toPosition(2),
    })
  })

  it('keeps each company’s order, one batch at a time, through a rebalance during a batch', async () => {
    const companies = [1, 2, 3, 4, 5, 6].map((n) => company + n)
    company += companies.length
    const finished = new Map<number, number[]>()
    let begun = 0
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const onBatch = async (batch: readonly Delivery<StoredEvent>[]) => {
      if (batch.some(({ key }) => !companies.includes(key))) return
      begun++
      await held
      for (const { key, position } of batch) {
        finished.set(key, [...(finished.get(key) ?? []), Number(position)])
      }
    }
    await follow({ onBatch, batchSize: 2 })
    await relayed(Array.from({ length: 60 }, (_, n) => stored(n + 1, companies[n % companies.length])))
    await until(() => begun > 0)
    // The join of the second member waits for the running batch.
    const joining = follow({ onBatch, batchSize: 2 }, await anotherBus())
    while ((await describeGroup(group))?.state !== 'PreparingRebalance');
    release()
    await joining
    const distinct = () => [...finished.values()].reduce((sum, positions) => sum + new Set(positions).size, 0)
    await until(() => distinct() === 60, 20_000)
    for (const positions of finished.values()) {
      const once = [...new Set(positions)]
      expect(once).toEqual([...once].sort((a, b) => a - b))
    }
  })

  it('tells a consumer that its group has rebalanced, before the first batch after that', async () => {
    const told: (string | number)[] = []
    await follow({
      assigned: () => void told.push('assigned'),
      onBatch: async (batch) => {
        for (const { key, position } of batch) if (key === company) told.push(Number(position))
      },
    })
    await relayed([stored(1)])
    await until(() => told.length === 2)
    // Another member joins.
    await follow({}, await anotherBus())
    await until(() => told.length >= 3)
    expect(told.slice(0, 3)).toEqual(['assigned', 1, 'assigned'])
  })

  it('stays in its group while a batch is refused, and lets the other partitions go on', async () => {
    const other = ++company
    let tries = 0
    let refuses = true
    const seen: string[] = []
    await follow({
      onBatch: async (batch) => {
        const [first] = batch
        if (first?.key === other && refuses) {
          tries++
          throw new Error('not now')
        }
        seen.push(
          ...batch
            .filter(({ key }) => key >= other - 1)
            .map(({ key, position }) => `${key}/${Number(position)}`),
        )
      },
    })
    await relayed([stored(1, other)])
    await until(() => tries >= 2)
    await relayed([stored(2, other), stored(3, other - 1), stored(4, other - 1)])
    await until(() => seen.length === 2 && tries >= 3)
    expect(seen).toEqual([`${other - 1}/3`, `${other - 1}/4`])
    expect(await describeGroup(group)).toMatchObject({ state: 'Stable', members: [expect.anything()] })
    refuses = false
    await until(() => seen.length === 4)
    expect(seen.slice(2)).toEqual([`${other}/1`, `${other}/2`])
  })

  it('reads events that Kafka has dropped from the event store, each once', async () => {
    const events = [stored(1), stored(2), stored(3), stored(4)]
    await relayed(events)
    const partition = partitionOf(TOPICS.events, company)
    await admin(async (client) => {
      // A client learns the leader of a partition only when it requests something of the topic.
      await client.fetchTopicOffsets(topic)
      await client.deleteTopicRecords({ topic, partitions: [{ partition, offset: '3' }] })
    })
    const kept = await anotherBus({ eventStore: reader(events) })
    const { seen } = await follow(
      { after: async (asked) => toPosition(asked === partition ? 1 : 1000) },
      kept,
    )
    await relayed([stored(5)])
    await until(() => seen.length >= 4)
    expect(seen).toEqual([2, 3, 4, 5])
  })

  it('reads events that a recreated topic never had from the event store, each once', async () => {
    const partition = partitionOf(TOPICS.events, company)
    // The relay continued after the second event.
    await relayed([stored(3)])
    const anew = await anotherBus({ eventStore: reader([stored(1), stored(2), stored(3)]) })
    const { seen } = await follow(
      { after: async (asked) => toPosition(asked === partition ? 1 : 1000) },
      anew,
    )
    await relayed([stored(4)])
    await until(() => seen.length >= 3)
    expect(seen).toEqual([2, 3, 4])
  })

  it('receives broadcasts of a recreated topic, although offsets begin at zero again', async () => {
    const lost = freshPrefix()
    const listening = await anotherBus({ prefix: lost })
    const { seen } = await follow({ topic: TOPICS.ephemeral, group: null }, listening)
    const values = (count: number) => Array.from({ length: count }, (_, value) => ({ key: company, value }))
    await listening.publish(TOPICS.ephemeral, values(5))
    await until(() => seen.length === 5)
    await forget(lost)
    await admin(async (client) => {
      while ((await client.listTopics()).some((topic) => topic.startsWith(lost)));
      await ensureTopics(client, lost)
    })
    // A new bus, because the first bus's producer may still know the old topics.
    const speaking = await anotherBus({ prefix: lost })
    await speaking.publish(TOPICS.ephemeral, values(3))
    await until(() => seen.length >= 8, 20_000)
    expect(seen).toEqual([1, 2, 3, 4, 5, 1, 2, 3])
    await forget(lost)
  })

  it('skips events that were published before the event store was rolled back', async () => {
    await relayed([stored(1), stored(2), stored(3)], 'lost')
    const restored = await anotherBus({ eventStore: reader([stored(1), stored(2)]) })
    const { seen } = await follow({}, restored)
    await relayed([stored(1), stored(2)])
    await until(() => seen.length >= 2)
    expect(seen).toEqual([1, 2])
  })

  it('stops with an error when the event store has been replaced', async () => {
    // The shared topic may hold earlier messages of another store. They are old once our store is in place.
    let identity = 'store'
    const eventStore = { ...reader([stored(1)]), identity: async () => identity }
    const replaced = await anotherBus({ eventStore })
    const { seen } = await follow({}, replaced)
    await replaced.reach?.()
    await relayed([stored(1)])
    await until(() => seen.length === 1)
    identity = 'restored'
    await relayed([stored(1), stored(2)], 'restored')
    const refusals = async (): Promise<boolean> =>
      (await replaced.reach?.().catch(() => 'refused')) === 'refused'
    while (!(await refusals()));
    expect(seen).toEqual([1])
  })
})
