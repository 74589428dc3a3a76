import { type StoredEvent, SYSTEM, toPosition } from '@guiche/contracts/envelope.js'
import type { EventNamed, EventType } from '@guiche/contracts/events/index.js'
import { streams } from '@guiche/contracts/streams.js'

const START_TIME = Date.UTC(2026, 0, 5, 12)

type EventExtras = Partial<Pick<StoredEvent, 'companyId' | 'time' | 'actor' | 'stream' | 'correlationId'>>

/** Creates stored events in order: one for each minute, positions 1, 2, 3 … */
export const createLog = (companyId = 1) => {
  let count = 0
  const events: StoredEvent[] = []
  const streamOf = (data: Record<string, unknown>): string =>
    'messageId' in data
      ? streams.message(String(data.messageId))
      : 'ticketId' in data
        ? streams.ticket(Number(data.ticketId))
        : streams.company(companyId)
  const add = <T extends EventType>(
    type: T,
    data: EventNamed<T>['data'],
    extra: EventExtras = {},
  ): StoredEvent<EventNamed<T>> => {
    count += 1
    const event = {
      id: `00000000-0000-5000-8000-${String(count).padStart(12, '0')}`,
      type,
      data,
      companyId,
      time: new Date(START_TIME + count * 60_000).toISOString(),
      actor: SYSTEM,
      correlationId: `correlation-${count}`,
      causationId: `command-${count}`,
      stream: streamOf(data as Record<string, unknown>),
      revision: count,
      position: toPosition(count),
      ...extra,
    } as StoredEvent<EventNamed<T>>
    events.push(event)
    return event
  }
  return { add, events: events as readonly StoredEvent[] }
}
