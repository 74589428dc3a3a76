import { ensureTopics } from '../event-bus/kafka/topics.js'
import type { KafkaForTests } from './kafka.js'

/**
 * New topics for each test of a suite. While a test runs, the topics of the next test are created, and those of the last test
 * are deleted.
 */
export const createStages = ({ prefix: freshPrefix, admin, forget }: KafkaForTests) => {
  const make = async (): Promise<string> => {
    const prefix = freshPrefix()
    await admin((client) => ensureTopics(client, prefix))
    return prefix
  }
  let next: Promise<string> | null = null
  const leaving: Promise<void>[] = []
  return {
    /** The prefix of unused topics. */
    take: (): Promise<string> => {
      const taken = next ?? make()
      next = make()
      next.catch(() => {})
      return taken
    },
    leave: (prefix: string): void => void leaving.push(forget(prefix)),
    close: async (): Promise<void> => {
      if (next !== null) leaving.push(next.then(forget))
      await Promise.all(leaving)
    },
  }
}
