import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PUBLIC_TOPICS, TOPICS } from '@guiche/contracts/bus/topics.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { toPublicEvent } from '@guiche/contracts/public/public-event.js'
import { partitionOf } from '@guiche/infra/event-bus/kafka/topics.js'
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { type BrokerProxy, startBrokerProxy } from '../../infra/testing/broker-proxy.js'
import { type KafkaForTests, onKafka } from '../../infra/testing/kafka.js'
import { linesUntilKilled } from '../../infra/testing/killed.js'
import { until } from '../../infra/testing/until.js'
import { contentsOf, relayHarness } from './testing/harness.js'

const SAMPLE = fileURLToPath(new URL('../../docs/sample-consumer/consumer.mjs', import.meta.url))

interface Line {
  readonly topic: string
  readonly partition: number
  readonly offset: string
  readonly position: string
}

const consumerSuite = (kafka: KafkaForTests) => {
  const { brokers, prefix, dir, store, append, lend, start, reached } = relayHarness(kafka, false)
  const children: ChildProcess[] = []
  /** The consumer connects to a Kafka that requires a login. */
  const login = { username: 'crm', password: 'right: @' }
  let door: BrokerProxy
  beforeAll(async () => {
    const [host = '', port] = brokers.split(',')[0]?.split(':') ?? []
    door = await startBrokerProxy({ host, port: Number(port) }, { login })
  })
  afterAll(() => door.close())
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  const file = () => join(dir(), 'downstream.jsonl')
  const kept = (): Line[] =>
    existsSync(file())
      ? readFileSync(file(), 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as Line)
      : []
  const follow = () => {
    const env = { ...process.env, KAFKA_USER: login.username, KAFKA_PASSWORD: login.password }
    const child = spawn(process.execPath, [SAMPLE, door.brokers, file(), prefix], { env })
    children.push(child)
    let said = ''
    let output = ''
    child.stderr.on('data', (chunk) => {
      said += String(chunk)
    })
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
    })
    return {
      said: () => said,
      /** number of events that the consumer reports as stored */
      count: () =>
        [...output.matchAll(/ \d+ (\d+) up to /g)].reduce((sum, [, count]) => sum + Number(count), 0),
      end: async (signal: 'SIGTERM' | 'SIGKILL') => {
        const ended = once(child, 'exit')
        child.kill(signal)
        await ended
      },
    }
  }
  /** The public events that the consumer must have stored, without the data of erased contacts. */
  const expected = async () => {
    const told = (await contentsOf(store())).flatMap((event) => {
      const to = toPublicEvent(event)
      return to === null ? [] : [{ event, to }]
    })
    const of = ({ companyId }: StoredEvent, data: object) =>
      'contactId' in data ? `${companyId} ${data.contactId}` : ''
    const erased = new Set(
      told
        .filter(({ to }) => to.type === 'guiche.contact.erased.v1')
        .map(({ event, to }) => of(event, to.data)),
    )
    return told.map(({ event, to }) => ({
      topic: `${prefix}${to.topic}`,
      partition: partitionOf(TOPICS.events, event.companyId),
      source: `/guiche/${store().storeId}/public`,
      position: event.position,
      id: event.id,
      type: to.type,
      subject: to.subject,
      time: event.time,
      companyId: event.companyId,
      data: to.type !== 'guiche.contact.erased.v1' && erased.has(of(event, to.data)) ? null : to.data,
    }))
  }

  it('the sample consumer keeps each public event once, in order, despite kills, and reports lost events', async () => {
    await append(600)
    const forEver = new URL('./testing/relay-for-ever.ts', import.meta.url)
    await lend(() => linesUntilKilled(forEver, [dir(), brokers, prefix, '60000'], 4).then(() => undefined))
    const first = follow()
    await until(() => first.count() > 0, 40_000)
    await first.end('SIGKILL')
    const before = kept().length
    appendFileSync(file(), '{"topic":"torn')

    // The first relay's messages are all sent again.
    const relay = await start({ name: 'killed' })
    const second = follow()
    await append(200)
    await reached(relay)
    const wanted = await expected()
    await until(() => before + second.count() >= wanted.length, 40_000)
    await second.end('SIGTERM')
    const lines = kept()
    const byPosition = [...lines].sort((a, b) => (a.position < b.position ? -1 : 1))
    expect(byPosition.map(({ offset: _, ...line }) => line)).toEqual(wanted)
    const last = new Map<string, Line>()
    for (const line of lines) {
      const previous = last.get(`${line.topic} ${line.partition}`)
      expect(BigInt(line.offset)).toBeGreaterThan(BigInt(previous?.offset ?? -1))
      expect(line.position > (previous?.position ?? '')).toBe(true)
      last.set(`${line.topic} ${line.partition}`, line)
    }
    expect(second.said()).not.toContain('GAP')

    // Kafka's retention removes messages of company 1 while the consumer is stopped.
    const topic = `${prefix}${PUBLIC_TOPICS.connections}`
    const partition = partitionOf(TOPICS.events, 1)
    const place = Number(last.get(`${topic} ${partition}`)?.offset)
    await append(200)
    await reached(relay)
    await kafka.admin(async (admin) => {
      const ends = await admin.fetchTopicOffsets(topic)
      const high = Number(ends.find((end) => end.partition === partition)?.high)
      expect(high).toBeGreaterThan(place + 2)
      await admin.deleteTopicRecords({ topic, partitions: [{ partition, offset: String(high - 1) }] })
    })
    const third = follow()
    await until(() => third.said().includes(`GAP ${topic} ${partition}: ${place + 1} to `), 40_000)
    await third.end('SIGTERM')
  })
}

await onKafka('the sample consumer on Kafka', consumerSuite)
