import type { Signal } from '@guiche/contracts/signals.js'
import type { Clock } from '../clock.js'
import type { Presence } from './records.js'

/** Clients say every 5 minutes that they are here; one that missed it twice is gone. */
const FRESH_MS = 11 * 60_000

export interface PresenceMemory extends Presence {
  /** Takes an `online` signal; true when it changed what `isOnline` says. */
  apply(signal: Extract<Signal, { kind: 'online' }>): boolean
}

/** Who is online, as the signals tell it: forgotten with the process, and by itself when nobody renews it. */
export const createPresence = (clock: Clock): PresenceMemory => {
  const until = new Map<number, number>()
  const isOnline = (userId: number): boolean => (until.get(userId) ?? 0) > clock.now().getTime()
  return {
    isOnline,
    apply: ({ userId, online }) => {
      const before = isOnline(userId)
      if (online) until.set(userId, clock.now().getTime() + FRESH_MS)
      else until.delete(userId)
      return before !== online
    },
  }
}
