import { readFileSync } from 'node:fs'
import { PUBLIC_TOPICS } from '@guiche/contracts/bus/topics.js'
import type { Schema } from '@guiche/contracts/events/additive.js'
import { publicEventsByTopic } from '@guiche/contracts/public/index.js'
import type { TSchema } from '@sinclair/typebox'
import { parse, stringify } from 'yaml'
import { specOf } from '../event-bus/kafka/topics.js'

/** The committed document: consumers read it, so schemas may only add to it. */
export const ASYNCAPI_FILE = new URL('../../docs/asyncapi.yaml', import.meta.url)

type Json = { readonly [key: string]: unknown }

const DAY = 24 * 60 * 60 * 1000

const TOPIC_DESCRIPTIONS: Readonly<Record<keyof typeof PUBLIC_TOPICS, string>> = {
  tickets: 'The life of tickets, in ids.',
  messages: 'What is written and what becomes of it. Personal data.',
  contacts: 'People and groups. Personal data.',
  connections: 'The WhatsApp numbers of a company and how their sessions stand.',
}

const descriptionText = (days: number, partitions: number): string => `\
What happens in Guichê, for other systems. Events are CloudEvents 1.0 in binary mode: attributes are \`ce_*\` headers, the
value is the JSON of \`data\`. docs/consumer.md tells how to follow them, docs/sample-consumer is a consumer that runs. If
your operator has set \`KAFKA_PREFIX\`, it stands before the names of all topics.

**At least once.** After a crash on our side events come again. Positions (\`ce_position\`: 20 digits, so that text order is
number order) grow within a partition. Keep, for each topic and partition, the highest position that you have taken in, in
the same transaction as what you made of it, and drop what is at or below it: then every event counts once. One
internal event gives one public event at most, so a position is not used twice; \`ce_id\` names the event for good.

**Order.** The key is the company's id, and all of a company lies in one partition (${partitions} in each topic, the same
number in every topic): within a topic its events come in the order in which they happened. Between topics there is no order
of arrival; \`ce_position\` tells which was first.

**Retention and catch-up.** A topic keeps ${days} days, unless your operator keeps more. A consumer that was away for less
goes on from its place. If the oldest message lies behind your place, what was between is gone from the log: load the records
anew through the API, then go on. A new consumer begins at the oldest message and loads what is older through the API.
docs/consumer.md says what a program needs for that.

**Another source.** \`ce_source\` names the store that positions are of. After a restore from a back-up there is another one:
its positions count from where the back-up was made, so forget the positions of the old one; some events come with an id that you
know, and what the old store had written after the back-up is not true any more. If the operator has changed \`KAFKA_PREFIX\`
for the restore, the topics have other names from then on.

**Erasure.** \`guiche.contact.erased.v1\` and \`guiche.message.erased.v1\` ask you to forget. They may arrive before older
events of the same contact in other topics: remember them. The topics themselves forget by their retention.

**Change.** Within a version fields, types and words of a list are only added: ignore what you do not know. Anything else is a
new type (\`.v2\`) beside the old one.`

/** Plain JSON Schema; objects stay open for fields added later. */
const plainSchema = (schema: TSchema): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  )

const textSchema = (words: string, example: string, more: Json = {}): Json => ({
  type: 'string',
  description: words,
  examples: [example],
  ...more,
})

const HEADERS: Json = {
  type: 'object',
  required: [
    'content-type',
    'ce_specversion',
    'ce_id',
    'ce_source',
    'ce_type',
    'ce_subject',
    'ce_time',
    'ce_position',
    'ce_companyid',
  ],
  properties: {
    'content-type': { type: 'string', const: 'application/json' },
    ce_specversion: { type: 'string', const: '1.0' },
    ce_id: textSchema('Names the event, for good.', '6f1c2a9e-5b7d-5e0f-9a57-0c1d2e3f4a5b'),
    ce_source: textSchema(
      'The store that the position is of.',
      '/guiche/0b9d7c1e-3f52-4a86-9d0e-7c5b1a2f3e4d/public',
    ),
    ce_type: textSchema('One of the message names below.', 'guiche.ticket.opened.v1'),
    ce_subject: textSchema('What it is about.', 'ticket/41'),
    ce_time: textSchema('When it happened, UTC.', '2026-01-05T12:00:00.000Z', { format: 'date-time' }),
    ce_position: textSchema(
      'Grows within a partition; what is at or below the highest one that you have is a repetition.',
      '00000000000000000123',
      { pattern: '^[0-9]{20}$' },
    ),
    ce_companyid: textSchema('The company, also the key.', '1', { pattern: '^[0-9]+$' }),
  },
}

const messageEntry = (type: string, schema: TSchema, sample: unknown): Json => ({
  name: type,
  title: type,
  summary: schema.description,
  contentType: 'application/json',
  headers: { $ref: '#/components/schemas/headers' },
  payload: plainSchema(schema),
  bindings: {
    kafka: { key: { type: 'string', description: 'The company’s id.' }, bindingVersion: '0.5.0' },
  },
  examples: [{ name: type, payload: sample }],
})

/** The AsyncAPI 3.0 description of the public topics, from contracts/public and the relay's topics. */
const asyncApiDocument = (samples: Json): Json => {
  const channels: Record<string, Json> = {}
  const operations: Record<string, Json> = {}
  const messages: Record<string, Json> = {}
  for (const [name, topic] of Object.entries(PUBLIC_TOPICS)) {
    const events: Readonly<Record<string, TSchema>> = publicEventsByTopic[topic]
    const types = Object.keys(events)
    const { partitions, retention } = specOf(topic)
    for (const [type, schema] of Object.entries(events))
      messages[type] = messageEntry(type, schema, samples[type])
    channels[name] = {
      address: topic,
      title: topic,
      description: TOPIC_DESCRIPTIONS[name as keyof typeof PUBLIC_TOPICS],
      messages: Object.fromEntries(types.map((type) => [type, { $ref: `#/components/messages/${type}` }])),
      bindings: {
        kafka: {
          topic,
          partitions,
          topicConfiguration: { 'cleanup.policy': ['delete'], 'retention.ms': retention },
          bindingVersion: '0.5.0',
        },
      },
    }
    operations[`publish-${name}`] = {
      action: 'send',
      channel: { $ref: `#/channels/${name}` },
      summary: `Guichê publishes; you subscribe to ${topic}.`,
      messages: types.map((type) => ({ $ref: `#/channels/${name}/messages/${type}` })),
    }
  }
  const { partitions, retention } = specOf(PUBLIC_TOPICS.tickets)
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Guichê public events',
      version: '1.0.0',
      description: descriptionText(retention / DAY, partitions),
    },
    defaultContentType: 'application/json',
    servers: {
      kafka: {
        host: '{broker}',
        protocol: 'kafka',
        description: 'The brokers of KAFKA_BROKERS.',
        variables: { broker: { default: '127.0.0.1:9092', description: 'host:port' } },
      },
    },
    channels,
    operations,
    components: { schemas: { headers: HEADERS }, messages },
  }
}

/** The agreed schema of each public event. */
export const agreedPublicSchemas = (): Readonly<Record<string, Schema>> => {
  const { components } = parse(readFileSync(ASYNCAPI_FILE, 'utf8')) as {
    components: { messages: Record<string, { payload: Schema }> }
  }
  return Object.fromEntries(Object.entries(components.messages).map(([type, { payload }]) => [type, payload]))
}

/** The text of docs/asyncapi.yaml, with a sample of each public event. */
export const asyncapiText = (samples: Json): string =>
  `# Generated by \`npm run agree\` from contracts/public; do not edit.\n${stringify(
    asyncApiDocument(samples),
    {
      lineWidth: 0,
      aliasDuplicateObjects: false,
    },
  )}`
