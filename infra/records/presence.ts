import type { Signal } from '@guiche/contracts/signals.js'
import { TOPICS } from '@guiche/contracts/topics.js'
import type { Clock } from '../clock.js'
import type { Consumer, EventBus } from '../event-bus/event-bus.js'
import type { Presence } from './records.js'

/** Clients say every 5 minutes that they are here; one that missed it twice is gone. */
const FRESH_MS = 11 * 60_000

export interface PresenceMemory extends Presence {
  /** Takes an `online` signal; true when it changed what `isOnline` says. */
  apply(signal: Extract<Signal, { kind: 'online' }>): boolean
  /** users that are remembered */
  size(): number
}

/** Who is online, as the signals tell it: forgotten with the process, and by itself when nobody renews it. */
export const createPresence = (clock: Clock): PresenceMemory => {
  const until = new Map<number, number>()
  const isOnline = (userId: number): boolean => (until.get(userId) ?? 0) > clock.now().getTime()
  return {
    isOnline,
    size: () => until.size,
    apply: ({ userId, online }) => {
      const before = isOnline(userId)
      const now = clock.now().getTime()
      until.delete(userId)
      if (online) until.set(userId, now + FRESH_MS)
      // they stand in the order in which they were renewed
      for (const [oldest, end] of until) {
        if (end > now) break
        until.delete(oldest)
      }
      return before !== online
    },
  }
}

/** Asks all who know it who is here, for a memory that begins empty. */
export const callRoll = (eventBus: Pick<EventBus, 'publish'>): Promise<void> => {
  const value: Signal = { kind: 'roll-call', companyId: 0 }
  return eventBus.publish(TOPICS.signals, [{ key: value.companyId, value }])
}

/** Keeps the memory of a process that has no sockets of its own. */
export const followPresence = async (eventBus: EventBus, presence: PresenceMemory): Promise<Consumer> => {
  const consumer = await eventBus.consume<Signal>({
    topic: TOPICS.signals,
    group: null,
    onBatch: async (batch) => {
      for (const { value } of batch) if (value.kind === 'online') presence.apply(value)
    },
  })
  await callRoll(eventBus)
  return consumer
}
