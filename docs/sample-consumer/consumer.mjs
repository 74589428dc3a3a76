/**
 * A system that follows Guichê: `node consumer.mjs <brokers> <file> [prefix]`. It keeps each public event once, in
 * order, through crashes of its own, of Guichê's relay and of Kafka. ../consumer.md gives the reasons. If Kafka requires
 * a login, set KAFKA_USER and KAFKA_PASSWORD.
 */
import kafkajs from 'kafkajs'
import { openRecords } from './records.mjs'

const [brokers, file, prefix = ''] = process.argv.slice(2)
if (file === undefined) {
  console.error('node consumer.mjs <host:port,host:port> <file> [prefix of the topics]')
  process.exit(2)
}
const TOPICS = ['tickets', 'messages', 'contacts', 'connections'].map((name) => `${prefix}guiche.${name}.v1`)

const { KAFKA_USER: username, KAFKA_PASSWORD: password = '' } = process.env

const records = openRecords(file)
const kafka = new kafkajs.Kafka({
  clientId: 'sample',
  brokers: brokers.split(','),
  logLevel: kafkajs.logLevel.ERROR,
  ...(username && { sasl: { mechanism: 'plain', username, password } }),
})
const consumer = kafka.consumer({
  groupId: `${prefix}sample-consumer`,
  sessionTimeout: 6000,
  heartbeatInterval: 1500,
})

const toRecord = (topic, partition, { offset, headers, value }) => ({
  topic,
  partition,
  offset,
  source: String(headers.ce_source),
  position: String(headers.ce_position),
  id: String(headers.ce_id),
  type: String(headers.ce_type),
  subject: String(headers.ce_subject),
  time: String(headers.ce_time),
  companyId: Number(headers.ce_companyid),
  data: JSON.parse(String(value)),
})

/**
 * The dedupe. Positions of a partition grow: an event at or below our highest position is stored already. Another
 * `source` is a restored store, whose positions start again.
 */
const isFresh = (mark, { source, position }) =>
  mark === undefined || source !== mark.source || position > mark.position

/** by topic and partition: offset of the next message to read */
const reached = new Map()

const eachBatch = async ({ batch }) => {
  const { topic, partition } = batch
  const key = `${topic} ${partition}`
  const place = records.place(topic, partition)
  const next = reached.get(key) ?? (place === undefined ? 0n : BigInt(place.offset) + 1n)
  if (BigInt(batch.firstOffset() ?? next) > next) {
    // Retention has removed messages that this consumer had not read. Only the API still has their data.
    console.error(`GAP ${key}: ${next} to ${batch.firstOffset()} are gone, load anew from the API`)
  }
  reached.set(key, BigInt(batch.lastOffset()) + 1n)
  const fresh = []
  let mark = place
  for (const message of batch.messages) {
    const record = toRecord(topic, partition, message)
    if (!isFresh(mark, record)) continue
    fresh.push(record)
    mark = record
  }
  if (fresh.length === 0) return
  records.keep(fresh)
  console.log(`${key} ${fresh.length} up to ${mark.position}`)
}

// A failure from which the client does not recover ends the process. The supervisor of the process restarts it.
consumer.on(consumer.events.CRASH, ({ payload }) => {
  if (payload.restart) return
  console.error(payload.error.message)
  process.exit(1)
})
process.once('SIGTERM', async () => {
  await consumer.disconnect()
  process.exit(0)
})

await consumer.connect()
await consumer.subscribe({ topics: TOPICS, fromBeginning: true })
// Every start begins at the oldest message and drops messages that are already stored. Offsets would be faster, but are not
// safe: they could be ahead of the stored messages, or of topics that were created anew after a loss.
await consumer.run({ autoCommit: false, eachBatch })
