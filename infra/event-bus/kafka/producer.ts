import type { Kafka, Message, Producer } from 'kafkajs'
import { inTimeAfter } from '../../within.js'
import { MAX_SEND_BYTES } from './topics.js'

/** Longest wait of a stopping process for a running request, in ms. */
const LAST_WORD_MS = 2_500

export interface OutgoingMessage extends Message {
  readonly topic: string
  readonly partition: number
  readonly value: Buffer
}

/** Sends in the order of the calls, one request under way at a time. */
export interface OrderedProducer {
  /** Resolves when all in-sync replicas have the messages; rejects if that is unknown. */
  send(messages: readonly OutgoingMessage[]): Promise<void>
  close(): Promise<void>
}

/** Bytes that a message takes up in a request, roughly. */
export const sizeOf = ({ value, headers }: OutgoingMessage): number => {
  let size = 100 + value.length
  for (const [name, header] of Object.entries(headers ?? {})) size += name.length + String(header).length + 2
  return size
}

interface WaitingMessage {
  readonly message: OutgoingMessage
  readonly size: number
  /** set on the last message of a call */
  readonly settle?: (failure?: unknown) => void
}

/**
 * An idempotent producer with acks from all replicas. Messages that arrive during a request leave together in the next
 * request. After a failure the next request has a new producer, as the old one's numbering is unsure. `stopping` aborts
 * when the process stops. From then on a request has 2.5 s left, and is rejected after that.
 */
export const createOrderedProducer = (
  kafka: Kafka,
  stopping: AbortSignal = new AbortController().signal,
): OrderedProducer => {
  let producer: Promise<Producer> | null = null
  let queue: WaitingMessage[] = []
  let draining: Promise<void> | null = null

  const connected = (): Promise<Producer> => {
    producer ??= (async () => {
      const fresh = kafka.producer({
        idempotent: true,
        maxInFlightRequests: 1,
        allowAutoTopicCreation: false,
        createPartitioner:
          () =>
          ({ message }) =>
            message.partition ?? 0,
      })
      await fresh.connect()
      return fresh
    })()
    return producer
  }
  const discard = async () => {
    const old = producer
    producer = null
    const gone = Promise.resolve(old?.then((one) => one.disconnect()))
    await inTimeAfter(stopping, gone, LAST_WORD_MS).catch(() => {})
  }

  /** The messages that fit into one request; a call is settled by the request with its last message. */
  const take = (): WaitingMessage[] => {
    let bytes = 0
    let count = 0
    for (const { size } of queue) {
      if (count > 0 && bytes + size > MAX_SEND_BYTES) break
      bytes += size
      count++
    }
    const taken = queue.slice(0, count)
    queue = queue.slice(count)
    return taken
  }
  const transmit = async (taken: readonly WaitingMessage[]) => {
    const topics = new Map<string, OutgoingMessage[]>()
    for (const { message } of taken) {
      const found = topics.get(message.topic)
      if (found === undefined) topics.set(message.topic, [message])
      else found.push(message)
    }
    const topicMessages = [...topics].map(([topic, messages]) => ({ topic, messages }))
    const sending = connected().then((one) => one.sendBatch({ acks: -1, topicMessages }))
    await inTimeAfter(stopping, sending, LAST_WORD_MS)
  }
  const drain = async () => {
    while (queue.length > 0) {
      const taken = take()
      try {
        await transmit(taken)
        for (const { settle } of taken) settle?.()
      } catch (failure) {
        // A call whose first part failed must not have its rest sent: everything that waits fails with it.
        const all = [...taken, ...queue]
        queue = []
        await discard()
        for (const { settle } of all) settle?.(failure)
      }
    }
    draining = null
  }

  return {
    send: (messages) => {
      if (messages.length === 0) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const settle = (failure?: unknown) => (failure === undefined ? resolve() : reject(failure))
        const last = messages.length - 1
        messages.forEach((message, index) => {
          queue.push({ message, size: sizeOf(message), ...(index === last ? { settle } : {}) })
        })
        draining ??= drain()
      })
    },
    close: async () => {
      await draining
      await discard()
    },
  }
}
