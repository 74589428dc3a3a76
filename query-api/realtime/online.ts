import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import { RENEWED_MS } from '@guiche/infra/records/presence.js'
import type { Realtime } from './deps.js'

/** A page that reloads is back within this time; only who stays away longer has left. */
const LEAVE_MS = 3000

/** Publishes who is online: with a user's first socket, every two minutes, and when the last socket is gone. */
export const createOnline = (realtime: Realtime) => {
  const { bus, clock, clients, logger } = realtime
  const leaving = new Map<number, { companyId: number; at: number }>()
  let renewedAt = clock.now().getTime()

  const publish = (message: EphemeralMessage): void => {
    bus
      .publish(TOPICS.ephemeral, [{ key: message.companyId, value: message }])
      .catch((failure: unknown) => logger.warn({ err: failure, kind: message.kind }, 'message not sent'))
  }
  /** Away is who is so in every window. */
  const say = (companyId: number, userId: number, online: boolean): void => {
    const away = online && clients.own(userId).every((client) => client.away)
    publish({ kind: 'online', companyId, userId, online, ...(away && { away }) })
  }

  /** Everybody who has a socket here; a visitor is not the person whose desk it is. */
  const renew = (): void => {
    const here = new Map<number, number>()
    for (const { caller } of clients.all)
      if (caller !== null && caller.visit === undefined) here.set(caller.userId, caller.companyId)
    for (const [userId, companyId] of here) say(companyId, userId, true)
  }

  return {
    publish,
    /** Users with a socket of this process, and the tickets on their screens. */
    sayAll: (): void => {
      renew()
      for (const { caller, viewing } of clients.all) {
        if (caller === null) continue
        const { companyId, userId } = caller
        for (const [ticketId, state] of viewing ?? []) {
          publish({ kind: 'viewing', companyId, userId, ticketId, state })
        }
      }
    },
    say: (companyId: number, userId: number): void => say(companyId, userId, true),
    came: (companyId: number, userId: number): void => {
      const returned = leaving.delete(userId)
      if (!returned && clients.own(userId).length === 1) say(companyId, userId, true)
    },
    went: (companyId: number, userId: number): void => {
      if (clients.own(userId).length === 0) leaving.set(userId, { companyId, at: clock.now().getTime() })
    },
    /** Called once a second. */
    tick: (now: number): void => {
      if (now - renewedAt >= RENEWED_MS) {
        renewedAt = now
        renew()
      }
      for (const [userId, { companyId, at }] of leaving) {
        if (now - at < LEAVE_MS) continue
        leaving.delete(userId)
        say(companyId, userId, false)
      }
    },
  }
}
export type Online = ReturnType<typeof createOnline>
