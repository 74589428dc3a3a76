import kafkajs, { type Kafka, type SASLOptions } from 'kafkajs'
import type { Logger } from 'pino'
import { parseKafkaAddress } from './address.js'
import { checkOnlyWhenQueued } from './kafkajs-workarounds/request-queue.js'

/** Retries inside kafkajs: few and fast, since its callers retry, too, and can be stopped. */
export const KAFKA_RETRY = { initialRetryTime: 100, maxRetryTime: 1000, retries: 5 }
const UNAUTHORIZED = 'KafkaJSSASLAuthenticationError'

/**
 * A client of the brokers of KAFKA_BROKERS, not yet connected. Retries of the client itself are logged at `debug`
 * only. Throws in plain words when the address cannot be understood.
 */
export const createKafkaClient = (deps: { readonly brokers: string; readonly logger?: Logger }): Kafka => {
  const { logger } = deps
  checkOnlyWhenQueued()
  const { brokers, tls, login } = parseKafkaAddress(deps.brokers)
  return new kafkajs.Kafka({
    clientId: 'guiche',
    brokers: [...brokers],
    ...(tls !== null && { ssl: tls.ca === undefined ? true : { ca: tls.ca } }),
    ...(login !== null && { sasl: login as SASLOptions }),
    connectionTimeout: 3000,
    requestTimeout: 20_000,
    retry: KAFKA_RETRY,
    logLevel: kafkajs.logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, log }) =>
        void logger?.debug({ namespace, reason: log.error, group: log.groupId }, log.message),
  })
}

/** Whether Kafka refused the credentials, inside any wrapping error of the client. */
const isRefusal = (failure: unknown): boolean =>
  failure instanceof Error && (failure.name === UNAUTHORIZED || isRefusal(failure.cause))

/**
 * Resolves when a broker of KAFKA_BROKERS answers. Rejects with an error that says which address does not, or that the
 * credentials are refused.
 */
export const reachKafka = async (kafka: Kafka, brokers: string): Promise<void> => {
  const admin = kafka.admin({ retry: { retries: 2 } })
  try {
    await admin.connect()
    await admin.describeCluster()
  } catch (error) {
    const where = parseKafkaAddress(brokers).brokers.join(',')
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      isRefusal(error)
        ? `Kafka at ${where} refuses the credentials of KAFKA_BROKERS`
        : `Kafka at ${where} cannot be reached: ${reason}`,
      { cause: error },
    )
  } finally {
    await admin.disconnect().catch(() => {})
  }
}
