import kafkajs from 'kafkajs'
import { retry } from '../../retry.js'

const RETRY_FOR_MS = 30_000
const PAUSE_MS = 50

/** Temporary refusals of a broker: it is loading a group's log, or another broker has just taken over. */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof kafkajs.KafkaJSProtocolError && failure.retriable

/**
 * Retries for half a minute. A broker does not answer at once after its start, or for a new topic or group, and kafkajs repeats
 * only some of its calls. `waits`: whether to retry after this failure; default: always.
 */
export const retryForHalfAMinute = async <T>(
  attempt: () => Promise<T>,
  waits: (failure: unknown) => boolean = () => true,
): Promise<T> => {
  const end = Date.now() + RETRY_FOR_MS
  const onFailure = (failure: unknown) => {
    if (!waits(failure) || Date.now() > end) throw failure
  }
  return (await retry(attempt, { first: PAUSE_MS, onFailure })) as T
}
