import { randomUUID } from 'node:crypto'
import { type NewEvent, SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import { createRandom, createSentence, createVocabulary } from './random.js'
import { nowMs } from './stats.js'

export interface AppendItem {
  readonly stream: string
  readonly event: NewEvent
}

/** Appends of `count` messages that agents send, each to its own stream. Each round has different texts. */
export const appendsOf = (round: number, count: number): AppendItem[] => {
  const random = createRandom(round)
  const words = createVocabulary(2000, random)
  return Array.from({ length: count }, (_, n) => {
    const waId = `3EB0${round}X${n}`
    const messageId = messageIdOf(1, true, waId)
    const ids = { messageId, ticketId: 1 + (n % 400), contactId: 1 + (n % 400), connectionId: 1 }
    const content = {
      waId,
      kind: 'conversation',
      body: createSentence(words, random),
      media: null,
      quotedId: null,
    }
    const id = randomUUID()
    return {
      stream: streams.message(messageId),
      event: {
        id,
        type: 'message.requested.v1',
        data: {
          ...ids,
          ...content,
          forwarded: false,
          to: '5511911110001@s.whatsapp.net',
          userId: 1,
          source: 'user',
        },
        companyId: 1,
        time: '2026-01-02T03:04:05.678Z',
        actor: SYSTEM,
        correlationId: id,
        causationId: id,
      },
    }
  })
}

export interface WriteTimes {
  readonly perSecond: number
  readonly times: number[]
}

/** Appends the items with `writers` concurrent writers. A writer appends its next item once the last one is durable. */
export const appendItems = async <T>(
  items: readonly T[],
  writers: number,
  append: (item: T) => Promise<void>,
): Promise<WriteTimes> => {
  const times: number[] = []
  let next = 0
  const writer = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      const began = nowMs()
      await append(item)
      times.push(nowMs() - began)
    }
  }
  const began = nowMs()
  await Promise.all(Array.from({ length: writers }, writer))
  return { perSecond: (items.length * 1000) / (nowMs() - began), times }
}
