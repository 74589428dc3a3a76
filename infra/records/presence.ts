import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import type { Clock } from '../clock.js'
import type { Consumer, EventBus } from '../event-bus/event-bus.js'
import type { Presence } from './records.js'

/** Interval in ms at which a process with a user's sockets renews the user's presence. */
export const RENEWED_MS = 2 * 60_000
/** Time in ms after which a user without two renewals is offline: the process died silently. */
const FRESH_MS = 5 * 60_000

export interface PresenceMemory extends Presence {
  /** Applies an `online` message; true if `isOnline` or `isAway` changed. */
  apply(message: Extract<EphemeralMessage, { kind: 'online' }>): boolean
  /** number of remembered users */
  size(): number
}

/** Online users, from ephemeral messages; in memory only. Users without renewal expire. */
export const createPresence = (clock: Clock): PresenceMemory => {
  const until = new Map<number, number>()
  const away = new Set<number>()
  const isOnline = (userId: number): boolean => (until.get(userId) ?? 0) > clock.now().getTime()
  return {
    isOnline,
    isAway: (userId) => isOnline(userId) && away.has(userId),
    size: () => until.size,
    apply: ({ userId, online, away: isAway = false }) => {
      const before = isOnline(userId)
      const wasAway = away.has(userId)
      const now = clock.now().getTime()
      until.delete(userId)
      if (online) until.set(userId, now + FRESH_MS)
      // the map is in the order of renewals
      for (const [oldest, end] of until) {
        if (end > now) break
        until.delete(oldest)
        away.delete(oldest)
      }
      if (online && isAway) away.add(userId)
      else away.delete(userId)
      return before !== online || (online && wasAway !== isAway)
    },
  }
}

/** Asks all processes to report their online users, for an empty memory. */
export const askForPresence = (eventBus: Pick<EventBus, 'publish'>): Promise<void> => {
  const value: EphemeralMessage = { kind: 'roll-call', companyId: 0 }
  return eventBus.publish(TOPICS.ephemeral, [{ key: value.companyId, value }])
}

/** Keeps presence up to date in a process without sockets of its own. */
export const followPresence = async (eventBus: EventBus, presence: PresenceMemory): Promise<Consumer> => {
  const consumer = await eventBus.consume<EphemeralMessage>({
    topic: TOPICS.ephemeral,
    group: null,
    onBatch: async (batch) => {
      for (const { value } of batch) if (value.kind === 'online') presence.apply(value)
    },
  })
  await askForPresence(eventBus)
  return consumer
}
