import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { Logger } from 'pino'
import { waitUntilPresent } from '../../wait-until-present.js'
import { createKafkaClient } from './client.js'

const POLL_MS = 1000

/** Waits for the topics that the relay makes, through faults of Kafka. Rejects when the signal aborts. */
export const awaitTopics = async (deps: {
  readonly brokers: string
  readonly prefix: string
  readonly logger: Logger
  readonly signal: AbortSignal
}): Promise<void> => {
  const { brokers, prefix, logger, signal } = deps
  const names = Object.values(TOPICS).map((topic) => `${prefix}${topic}`)
  const admin = createKafkaClient({ brokers, logger }).admin({ retry: { retries: 0 } })
  const missing = async (): Promise<string[]> => {
    const there = new Set(await admin.listTopics())
    const absent = names.filter((name) => !there.has(name))
    // A new topic has no leaders yet, and fails when asked for its offsets.
    if (absent.length === 0) for (const name of names) await admin.fetchTopicOffsets(name)
    return absent
  }
  const look = () =>
    missing().catch((failure: unknown) => {
      logger.debug({ err: failure }, 'the topics cannot be looked at')
      return names
    })
  const tell = (topics: readonly string[]) =>
    logger.warn({ topics }, 'waiting for the relay to make the topics')
  try {
    await waitUntilPresent(look, { everyMs: POLL_MS, signal, tell })
  } finally {
    await admin.disconnect().catch(() => {})
  }
}
