import type { Clock } from '@guiche/infra/clock.js'

interface Viewer {
  readonly userId: number
  readonly name: string
  readonly state: 'viewing' | 'typing' | 'left'
}

/** Longest interval in which clients repeat their activity. */
const FRESH_MS = 6 * 60_000

/** Colleagues with a ticket open, for agents who open it later. */
export const createViewers = (clock: Clock) => {
  const byTicket = new Map<string, Map<number, Viewer & { at: number }>>()
  const keyOf = (companyId: number, ticketId: number): string => `${companyId}:${ticketId}`
  return {
    set: (companyId: number, ticketId: number, viewer: Viewer): void => {
      const key = keyOf(companyId, ticketId)
      const viewers = byTicket.get(key) ?? new Map<number, Viewer & { at: number }>()
      const now = clock.now().getTime()
      // the ticket with the newest signal stands last, so tickets without signals move to the front
      byTicket.delete(key)
      if (viewer.state === 'left') viewers.delete(viewer.userId)
      else viewers.set(viewer.userId, { ...viewer, at: now })
      for (const [userId, { at }] of viewers) if (now - at > FRESH_MS) viewers.delete(userId)
      if (viewers.size > 0) byTicket.set(key, viewers)
      for (const [oldest, seen] of byTicket) {
        if ([...seen.values()].some(({ at }) => now - at <= FRESH_MS)) break
        byTicket.delete(oldest)
      }
    },
    /** number of tickets with known viewers */
    size: (): number => byTicket.size,
    of: (companyId: number, ticketId: number): Viewer[] => {
      const oldest = clock.now().getTime() - FRESH_MS
      return [...(byTicket.get(keyOf(companyId, ticketId))?.values() ?? [])].filter(({ at }) => at >= oldest)
    },
  }
}
export type Viewers = ReturnType<typeof createViewers>
