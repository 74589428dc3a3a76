import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { START } from '@guiche/contracts/envelope.js'
import type { Logger } from 'pino'
import { createKafkaClient } from './client.js'
import { groupsOf, readCommitted } from './offsets.js'

/**
 * The furthest position that any group has finished in the log under this prefix; START if there is none. Rejects if Kafka is
 * unavailable.
 */
export const furthestFinished = async (deps: {
  readonly brokers: string
  readonly prefix: string
  readonly logger: Logger
}): Promise<string> => {
  const { brokers, prefix, logger } = deps
  const name = `${prefix}${TOPICS.events}`
  const admin = createKafkaClient({ brokers, logger }).admin()
  await admin.connect()
  try {
    if (!(await admin.listTopics()).includes(name)) return START
    const groups = await groupsOf(admin, `${name}.`)
    const groupOffsets = await Promise.all(groups.map((group) => readCommitted(admin, group, name)))
    const positions = groupOffsets.flatMap((committed) =>
      [...committed.values()].map(({ lastPosition }) => lastPosition ?? START),
    )
    return positions.reduce((a, b) => (b > a ? b : a), START)
  } finally {
    await admin.disconnect()
  }
}
