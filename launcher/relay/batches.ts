import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { toPublicEvent } from '@guiche/contracts/public/public-event.js'
import { isInternalStream } from '@guiche/contracts/streams.js'
import { toCloudEvent, toPublicCloudEvent } from '@guiche/infra/event-bus/cloud-events.js'
import { type OutgoingMessage, sizeOf } from '@guiche/infra/event-bus/kafka/producer.js'
import { MAX_SEND_BYTES, partitionOf } from '@guiche/infra/event-bus/kafka/topics.js'
import type { Logger } from 'pino'

/** Messages of one send, and the position that is reached with them. */
export interface Batch {
  readonly messages: readonly OutgoingMessage[]
  readonly end: string
}

/**
 * The messages of one event: itself and its public event, in the partition of the same number. A failed mapping to the
 * public event is logged, and the event is sent alone.
 */
export const createToMessages = (deps: {
  readonly prefix: string
  readonly storeId: string
  readonly logger?: Logger
}): ((event: StoredEvent) => OutgoingMessage[]) => {
  const { prefix, storeId, logger } = deps
  const publicEventOf = (event: StoredEvent) => {
    try {
      return toPublicEvent(event)
    } catch (error) {
      logger?.error({ err: error, type: event.type, position: event.position }, 'an event has no public form')
      return null
    }
  }
  return (event) => {
    const partition = partitionOf(TOPICS.events, event.companyId)
    const own = { topic: `${prefix}${TOPICS.events}`, partition, ...toCloudEvent(event, storeId) }
    const forOthers = publicEventOf(event)
    if (forOthers === null) return [own]
    const topic = `${prefix}${forOthers.topic}`
    return [own, { topic, partition, ...toPublicCloudEvent(forOthers, event, storeId) }]
  }
}

/** Splits a batch into parts that fit into one send; the messages of one event stay together. */
export const splitBatch = (
  events: readonly StoredEvent[],
  toMessages: (event: StoredEvent) => readonly OutgoingMessage[],
): Batch[] => {
  const batches: Batch[] = []
  let messages: OutgoingMessage[] = []
  let bytes = 0
  let end: string | null = null
  for (const event of events) {
    if (!isInternalStream(event.stream)) {
      const more = toMessages(event)
      const size = more.reduce((sum, message) => sum + sizeOf(message), 0)
      if (messages.length > 0 && bytes + size > MAX_SEND_BYTES && end !== null) {
        batches.push({ messages, end })
        messages = []
        bytes = 0
      }
      messages.push(...more)
      bytes += size
    }
    end = event.position
  }
  if (end !== null) batches.push({ messages, end })
  return batches
}
