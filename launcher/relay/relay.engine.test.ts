import { PUBLIC_TOPICS, TOPICS } from '@guiche/contracts/bus/topics.js'
import { toPosition } from '@guiche/contracts/envelope.js'
import { err } from '@guiche/contracts/result.js'
import { partitionOf, specOf } from '@guiche/infra/event-bus/kafka/topics.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { describe, expect, it } from '@jest/globals'
import kafkajs from 'kafkajs'
import { settingChanged } from '../../infra/event-store/testing/setting-changed.js'
import { type KafkaForTests, onKafka } from '../../infra/testing/kafka.js'
import { tempDir } from '../../infra/testing/temp-dir.js'
import { until } from '../../infra/testing/until.js'
import { readCheckpoint, writeCheckpoint } from './checkpoint.js'
import { startRelay } from './relay.js'
import { COMPANIES, relayHarness, sampleEvent } from './testing/harness.js'

const relaySuite = (kafka: KafkaForTests) => {
  const { prefix, store, append, start, reached, events, expectTopicsToEqualTheStore } = relayHarness(kafka)

  it('relays everything except internal streams, each company in its partition, in order', async () => {
    await append(100)
    const relay = await start({ batchSize: 7 })
    await append(100)
    await reached(relay)
    expect(await expectTopicsToEqualTheStore()).toEqual({ repeated: 0 })
    const found = await events()
    expect(new Set(found.map(({ partition }) => partition))).toEqual(
      new Set(COMPANIES.map((companyId) => partitionOf(TOPICS.events, companyId))),
    )
    for (const { partition } of found) {
      const positions = found
        .filter((other) => other.partition === partition)
        .map(({ event }) => event.position)
      expect(positions).toEqual([...positions].sort())
    }
  })

  it('continues after its checkpoint', async () => {
    await append(50)
    const first = await start()
    await reached(first)
    await first.stop()
    await append(50)
    await reached(await start())
    expect(await expectTopicsToEqualTheStore()).toEqual({ repeated: 0 })
  })

  it('ignores a checkpoint that is beyond the store’s end at its time', async () => {
    await append(50)
    const first = await start()
    await reached(first)
    await first.stop()
    // The checkpoint of a relay that continued for a moment after the store was rolled back.
    const claimed = { position: toPosition(1_000_000), holder: null }
    for (let n = 0; n < 2; n++) await writeCheckpoint(store(), await readCheckpoint(store()), claimed)
    await append(50)
    await reached(await start())
    expect(await expectTopicsToEqualTheStore()).toEqual({ repeated: 0 })
  })

  it('is on standby while another relay works, and takes over when that relay has stopped', async () => {
    const first = await start({ takeOverAfter: 1000, checkpointEvery: 100 })
    await until(() => first.state() === 'active')
    const second = await start({ takeOverAfter: 1000, checkpointEvery: 100 })
    await append(50)
    await reached(first)
    const { revision } = await readCheckpoint(store())
    // Heartbeats of the first relay keep the second one waiting.
    while (Number((await readCheckpoint(store())).revision) < Number(revision) + 6) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect([first.state(), second.state()]).toEqual(['active', 'standby'])
    await first.stop()
    await append(50)
    await until(() => second.state() === 'active')
    await reached(second)
    expect(await expectTopicsToEqualTheStore()).toEqual({ repeated: 0 })
  })

  it('ends when another relay has overwritten its checkpoint', async () => {
    const first = await start({ checkpointEvery: 100, takeOverAfter: 600 })
    await until(() => first.state() === 'active')
    // A relay with the same name starts at once, like after a restart.
    const { holder } = await readCheckpoint(store())
    const second = await start({ name: String(holder), checkpointEvery: 100, takeOverAfter: 600 })
    await append(50)
    expect(await first.ended).toBe('fenced')
    await reached(second)
    expect(second.state()).toBe('active')
    await expectTopicsToEqualTheStore()
  })

  it('recognises its own checkpoint after a write with unknown outcome', async () => {
    let untold = 0
    let told = 0
    const silent: EventStore = {
      ...store(),
      append: async (stream, expected, added) => {
        const result = await store().append(stream, expected, added)
        if (expected === 'none') return result
        if (untold === 3) {
          told++
          return result
        }
        untold++
        return err({ kind: 'unavailable', message: 'no answer' })
      },
    }
    const relay = await start({ eventStore: silent, checkpointEvery: 100 })
    await append(20)
    await reached(relay)
    while ((await readCheckpoint(store())).position < relay.position()) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    await until(() => told > 0)
    expect(relay.state()).toBe('active')
  })

  it('carries the largest possible events, also as public events', async () => {
    const [stream, event] = sampleEvent(1, 1)
    const largest = { ...event, data: { ...event.data, body: '€'.repeat(65_536) } }
    for (let n = 0; n < 6; n++) {
      expect(await store().append('settings-1', 'any', [settingChanged('x'.repeat(255_000))])).toMatchObject({
        ok: true,
      })
      const one = { ...largest, id: settingChanged().id }
      expect(await store().append(stream, 'any', [one])).toMatchObject({ ok: true })
    }
    await reached(await start())
    expect(await expectTopicsToEqualTheStore()).toEqual({ repeated: 0 })
  })

  it('writes at most one checkpoint in its interval', async () => {
    const relay = await start({ checkpointEvery: 300 })
    const from = Date.now()
    for (let n = 0; n < 10; n++) {
      await append(20)
      await reached(relay)
    }
    const { revision } = await readCheckpoint(store())
    expect(Number(revision)).toBeLessThanOrEqual(1 + (Date.now() - from) / 300)
  })

  it('refuses to start on topics with wrong settings, including public ones', async () => {
    const topic = `${prefix}${PUBLIC_TOPICS.messages}`
    const resource = { type: kafkajs.ConfigResourceTypes.TOPIC, name: topic }
    const limit = (bytes: number) =>
      kafka.admin(async (admin) => {
        const configEntries = [
          { name: 'max.message.bytes', value: String(bytes) },
          { name: 'retention.ms', value: String(specOf(PUBLIC_TOPICS.messages).retention) },
        ]
        await admin.alterConfigs({ validateOnly: false, resources: [{ ...resource, configEntries }] })
        const configNames = ['max.message.bytes']
        for (;;) {
          const { resources } = await admin.describeConfigs({
            includeSynonyms: false,
            resources: [{ ...resource, configNames }],
          })
          if (resources[0]?.configEntries[0]?.configValue === String(bytes)) return
        }
      })
    await limit(1000)
    await expect(start()).rejects.toThrow(`${topic} has max.message.bytes 1000 and needs at least 2000000`)
    await limit(2_000_000)
    await append(20)
    await reached(await start())
    expect(await expectTopicsToEqualTheStore()).toEqual({ repeated: 0 })
  })
}

await onKafka('the relay on Kafka', relaySuite)

describe('relay without an engine', () => {
  it('names the unreachable broker', async () => {
    const { dir, remove } = await tempDir()
    const eventStore = await createEmbeddedEventStore({ dir })
    await expect(startRelay({ eventStore, brokers: '127.0.0.1:1', name: 'relay' })).rejects.toThrow(
      'Kafka at 127.0.0.1:1 cannot be reached',
    )
    await eventStore.close()
    await remove()
  })
})
