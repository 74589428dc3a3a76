import { setTimeout as delay } from 'node:timers/promises'
import { TOPICS } from '@guiche/contracts/topics.js'
import type { Logger } from 'pino'
import { createKafkaClient } from './kafka-client.js'

const LOOK_MS = 1000
const TELL_MS = 10_000

/**
 * Waits until the relay has made the topics, and tells every ten seconds for which of them. Faults of Kafka are waited
 * out. Rejects when the signal aborts.
 */
export const awaitTopics = async (deps: {
  readonly brokers: string
  readonly prefix: string
  readonly logger: Logger
  readonly signal: AbortSignal
}): Promise<void> => {
  const { brokers, prefix, logger, signal } = deps
  const names = Object.values(TOPICS).map((topic) => `${prefix}${topic}`)
  const admin = createKafkaClient({ brokers, logger }).admin({ retry: { retries: 0 } })
  let told = 0
  const missing = async (): Promise<string[]> => {
    const there = new Set(await admin.listTopics())
    const absent = names.filter((name) => !there.has(name))
    // One that has just been made has no leaders yet, and says so when it is asked for its offsets.
    if (absent.length === 0) for (const name of names) await admin.fetchTopicOffsets(name)
    return absent
  }
  try {
    for (;;) {
      signal.throwIfAborted()
      const absent = await missing().catch((failure: unknown) => {
        logger.debug({ err: failure }, 'the topics cannot be looked at')
        return names
      })
      if (absent.length === 0) return
      if (Date.now() - told >= TELL_MS) {
        told = Date.now()
        logger.warn({ topics: absent }, 'waiting for the relay to make the topics')
      }
      await delay(LOOK_MS, undefined, { signal })
    }
  } finally {
    await admin.disconnect().catch(() => {})
  }
}
