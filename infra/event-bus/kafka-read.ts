import { toPosition } from '@guiche/contracts/envelope.js'
import { TOPICS, type Topic } from '@guiche/contracts/topics.js'
import type { KafkaMessage } from 'kafkajs'
import { fromCloudEvent } from './cloud-events.js'
import type { Delivery } from './event-bus.js'

/** A delivery and its place in the log. */
export interface Read<T> {
  readonly offset: number
  readonly delivery: Delivery<T>
}

/** What a message of a topic says. Throws when an event's message is none of ours. */
export const read = <T>(topic: Topic, partition: number, message: KafkaMessage): Read<T> => {
  const offset = Number(message.offset)
  if (topic === TOPICS.events) {
    const event = fromCloudEvent(message)
    return {
      offset,
      delivery: { partition, position: event.position, key: event.companyId, value: event as T },
    }
  }
  const value = JSON.parse(String(message.value)) as T
  const position = toPosition(offset + 1)
  return { offset, delivery: { partition, position, key: Number(message.key), value } }
}
