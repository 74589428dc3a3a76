import { PUBLIC_TOPICS, type PublicTopic, TOPICS, type Topic } from '@guiche/contracts/bus/topics.js'
import kafkajs, { type Admin } from 'kafkajs'
import { retryForHalfAMinute } from './retry.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Maximum of bytes of one send. A topic accepts twice as many. */
export const MAX_SEND_BYTES = 1_000_000
const MAX_MESSAGE_BYTES = 2 * MAX_SEND_BYTES

export interface TopicSpec {
  /** never changes, because a company's partition is computed from it */
  readonly partitions: number
  /** milliseconds at least */
  readonly retention: number
}

/** The same settings as the topic of events, so that a public event has the same partition number. */
const LIKE_EVENTS: TopicSpec = { partitions: 48, retention: 7 * DAY }

const SPECS: Readonly<Record<Topic | PublicTopic, TopicSpec>> = {
  [TOPICS.events]: LIKE_EVENTS,
  [TOPICS.reports]: { partitions: 12, retention: 7 * DAY },
  [TOPICS.changes]: { partitions: 12, retention: HOUR },
  [TOPICS.ephemeral]: { partitions: 12, retention: MINUTE },
  [PUBLIC_TOPICS.tickets]: LIKE_EVENTS,
  [PUBLIC_TOPICS.messages]: LIKE_EVENTS,
  [PUBLIC_TOPICS.contacts]: LIKE_EVENTS,
  [PUBLIC_TOPICS.connections]: LIKE_EVENTS,
}

/** Topics between the services. */
const OWN_TOPICS: readonly Topic[] = Object.values(TOPICS)
/** All topics, also those for other systems; the relay makes them. */
export const ALL_TOPICS: readonly (Topic | PublicTopic)[] = [...OWN_TOPICS, ...Object.values(PUBLIC_TOPICS)]

/** Number of partitions of a topic, and the minimum time in milliseconds that it keeps a message. */
export const specOf = (topic: Topic | PublicTopic): TopicSpec => SPECS[topic]

/** The partition of a company: the platform (0) has the first one to itself. */
export const partitionOf = (topic: Topic | PublicTopic, companyId: number): number =>
  companyId === 0 ? 0 : 1 + (companyId % (SPECS[topic].partitions - 1))

/** Every partition of a topic. */
export const partitionsOf = (topic: Topic): number[] =>
  Array.from({ length: SPECS[topic].partitions }, (_, partition) => partition)

/** Partitions of the events, for consumers with a checkpoint in each. */
export const EVENT_PARTITIONS = {
  all: partitionsOf(TOPICS.events),
  of: (companyId: number): number => partitionOf(TOPICS.events, companyId),
}

const configOf = ({ retention }: TopicSpec) => ({
  'cleanup.policy': 'delete',
  'retention.ms': String(retention),
  // Kafka deletes whole segments, so a segment must not outlast the retention.
  'segment.ms': String(Math.min(retention, DAY)),
  'max.message.bytes': String(MAX_MESSAGE_BYTES),
})

const faultsOf = (name: string, spec: TopicSpec, partitions: number, config: ReadonlyMap<string, string>) => {
  const faults: string[] = []
  if (partitions !== spec.partitions) {
    faults.push(`${name} has ${partitions} partitions and needs ${spec.partitions}`)
  }
  const policy = config.get('cleanup.policy')
  if (policy !== 'delete') faults.push(`${name} has cleanup.policy ${policy} and needs delete`)
  const retention = Number(config.get('retention.ms'))
  if (retention !== -1 && !(retention >= spec.retention)) {
    faults.push(`${name} has retention.ms ${retention} and needs at least ${spec.retention}`)
  }
  const bytes = Number(config.get('max.message.bytes'))
  if (!(bytes >= MAX_MESSAGE_BYTES)) {
    faults.push(`${name} has max.message.bytes ${bytes} and needs at least ${MAX_MESSAGE_BYTES}`)
  }
  return faults
}

const specsOf = (prefix: string, topics: readonly (Topic | PublicTopic)[]) =>
  topics.map((topic) => ({ name: `${prefix}${topic}`, spec: SPECS[topic] }))

/** Creates missing topics and does not check existing ones. `prefix` is the prefix of every name. */
export const makeMissing = async (
  admin: Pick<Admin, 'listTopics' | 'createTopics'>,
  prefix: string,
  topics: readonly (Topic | PublicTopic)[],
): Promise<void> => {
  const there = new Set(await admin.listTopics())
  const missing = specsOf(prefix, topics).filter(({ name }) => !there.has(name))
  if (missing.length === 0) return
  await admin.createTopics({
    // Waiting for leaders fails while a broker does not know the topic yet: `settled` waits instead.
    waitForLeaders: false,
    topics: missing.map(({ name, spec }) => ({
      topic: name,
      numPartitions: spec.partitions,
      configEntries: Object.entries(configOf(spec)).map(([key, value]) => ({ name: key, value })),
    })),
  })
}

/** Partitions of each topic, once every one of them has a leader that answers. */
const untilSettled = async (admin: Admin, names: readonly string[]): Promise<Map<string, number>> => {
  for (const name of names) await admin.fetchTopicOffsets(name)
  const { topics } = await admin.fetchTopicMetadata({ topics: [...names] })
  return new Map(topics.map(({ name, partitions }) => [name, partitions.length]))
}

/**
 * Creates missing topics and checks existing ones: partitions, retention, message size. Rejects with a list of faults;
 * never changes an existing topic. `prefix` precedes every name.
 */
export const ensureTopics = async (
  admin: Admin,
  prefix: string,
  topics: readonly (Topic | PublicTopic)[] = OWN_TOPICS,
): Promise<void> => {
  const specs = specsOf(prefix, topics)
  const names = specs.map(({ name }) => name)
  await retryForHalfAMinute(() => makeMissing(admin, prefix, topics))
  const partitions = await retryForHalfAMinute(() => untilSettled(admin, names))
  const { resources } = await retryForHalfAMinute(() =>
    admin.describeConfigs({
      includeSynonyms: false,
      resources: names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
    }),
  )
  const faults = specs.flatMap(({ name, spec }) => {
    const entries = resources.find(({ resourceName }) => resourceName === name)?.configEntries ?? []
    const config = new Map(entries.map(({ configName, configValue }) => [configName, configValue]))
    return faultsOf(name, spec, partitions.get(name) ?? 0, config)
  })
  if (faults.length > 0) throw new Error(`topics of Kafka: ${faults.join('; ')}`)
}

/** Whether Kafka refused a call because a topic is missing, inside any wrapping error of the client. */
export const isTopicMissing = (failure: unknown): boolean =>
  failure instanceof Error &&
  (('type' in failure && failure.type === 'UNKNOWN_TOPIC_OR_PARTITION') || isTopicMissing(failure.cause))
