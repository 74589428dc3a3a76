import kafkajs, { type Kafka } from 'kafkajs'
import type { Logger } from 'pino'

/** host:port, comma-separated, as in KAFKA_BROKERS. Throws when it is nothing of that kind. */
export const parseBrokers = (text: string): string[] => {
  const brokers = text.split(',').map((broker) => broker.trim())
  const wrong = brokers.find((broker) => !/^[A-Za-z0-9._-]+:\d{1,5}$/.test(broker))
  if (wrong !== undefined) throw new Error(`KAFKA_BROKERS is host:port,host:port and not "${text}"`)
  return brokers
}

/** A client of the brokers; it connects to nothing yet. What it tries again by itself is told at `debug` only. */
export const createKafkaClient = (deps: { readonly brokers: string; readonly logger?: Logger }): Kafka => {
  const { logger } = deps
  return new kafkajs.Kafka({
    clientId: 'guiche',
    brokers: parseBrokers(deps.brokers),
    connectionTimeout: 3000,
    requestTimeout: 20_000,
    retry: { initialRetryTime: 100, maxRetryTime: 5000, retries: 5 },
    logLevel: kafkajs.logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, log }) =>
        void logger?.debug({ namespace, reason: log.error, group: log.groupId }, log.message),
  })
}

/** Resolves when a broker answers. Rejects with an error that says which address does not. */
export const reachKafka = async (kafka: Kafka, brokers: string): Promise<void> => {
  const admin = kafka.admin({ retry: { retries: 2 } })
  try {
    await admin.connect()
    await admin.describeCluster()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Kafka at ${brokers} cannot be reached: ${reason}`, { cause: error })
  } finally {
    await admin.disconnect().catch(() => {})
  }
}
