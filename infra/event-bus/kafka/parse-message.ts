import { TOPICS, type Topic } from '@guiche/contracts/bus/topics.js'
import { toPosition } from '@guiche/contracts/envelope.js'
import type { IHeaders, KafkaMessage } from 'kafkajs'
import { fromCloudEvent } from '../cloud-events.js'
import type { Delivery, Origin } from '../event-bus.js'

/** Header of a message that was moved from another log: its place in that log. */
export const ORIGIN_HEADER = 'guiche_origin'

export const originOf = ({ partition, position }: Origin): string => `${partition}:${position}`

/** Undefined when the header is not ours. */
const readOrigin = (header: IHeaders[string]): Origin | undefined => {
  const match = /^(\d{1,5}):(\d{20})$/.exec(String(header ?? ''))
  return match?.[2] === undefined ? undefined : { partition: Number(match[1]), position: match[2] }
}

/** A delivery and its place in the log. */
export interface ParsedMessage<T> {
  readonly offset: number
  readonly delivery: Delivery<T>
}

/** The store of an event's message, by its header. */
export const sourceOf = ({ headers }: KafkaMessage): string => String(headers?.ce_source ?? '')

/** The value of a topic's message. Throws when an event's message is not ours. */
export const parseMessage = <T>(topic: Topic, partition: number, message: KafkaMessage): ParsedMessage<T> => {
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
  const origin = readOrigin(message.headers?.[ORIGIN_HEADER])
  const delivery = { partition, position, key: Number(message.key), value }
  return { offset, delivery: origin === undefined ? delivery : { ...delivery, origin } }
}
