import { COLLECTIONS } from '@guiche/contracts/collections.js'
import { CLOSE, SOCKET_LIMITS } from '@guiche/contracts/realtime.js'
import type { SessionDoc, UserDoc } from '@guiche/contracts/views/directory.js'
import { companyRefusal } from '@guiche/infra/http/authenticate.js'
import { closePeer, endSession } from './closing.js'
import type { Realtime } from './deps.js'
import type { Peer } from './peers.js'

const AUTHENTICATE_MS = SOCKET_LIMITS.secondsToAuthenticate * 1000
const PING_MS = 18_000
/** How long a closing socket has for its last words. */
const CLOSING_MS = 1000
/** Every session is looked up again in this time, in case the change that ended it was lost. */
const SESSIONS_MS = 15_000
const TICK_MS = 1000

/**
 * One timer for all sockets: late ones, silent ones, those that do not close, expired companies and lost endings.
 * So an idle socket costs no timer of its own.
 */
export const createWatch = (
  realtime: Realtime,
  parts: { unknown: ReadonlySet<Peer>; tick: (now: number) => void },
) => {
  const { peers, companies, clock, documents, logger } = realtime
  let timer: NodeJS.Timeout | null = null
  let pinged = clock.now().getTime()
  let sweep: string[] = []
  let wasStale = false
  let checking: Promise<void> | null = null

  const ping = (): void => {
    for (const peer of peers.all) {
      if (peer.alive) {
        peer.alive = false
        peer.ws.ping()
      } else peer.ws.terminate()
    }
  }

  const refuseCompanies = (now: number): void => {
    for (const companyId of [...peers.companies()]) {
      const company = companies.get(companyId)
      const refusal = company === undefined ? null : companyRefusal(company, new Date(now))
      if (refusal === null) continue
      for (const peer of [...peers.ofCompany(companyId)]) {
        if (peer.caller === null || peer.caller.super) continue
        realtime.sending.send([peer], 'error', companyId, { code: refusal.code })
        closePeer(realtime, peer, CLOSE.sessionEnded)
      }
    }
  }

  /** Tells everybody when the views stop following, and when they do again. */
  const tellStale = (): void => {
    const seconds = Math.ceil(realtime.stale?.() ?? 0)
    if (seconds > 0 === wasStale) return
    wasStale = seconds > 0
    const known = [...peers.all].filter(({ caller }) => caller !== null)
    realtime.sending.send(known, 'stale', 0, { seconds })
  }

  /** A slice of the sessions each second; one at a time, however slow the read store is. */
  const checkSessions = async (): Promise<void> => {
    checking ??= checkSlice().finally(() => {
      checking = null
    })
    await checking
  }
  const checkSlice = async (): Promise<void> => {
    if (sweep.length === 0) sweep = [...peers.sessions()]
    const share = Math.ceil(peers.all.size / (SESSIONS_MS / TICK_MS))
    const slice = sweep.splice(0, Math.max(1, share))
    if (slice.length === 0) return
    const alive = await documents.getMany<SessionDoc>(COLLECTIONS.sessions, slice)
    for (const sessionId of slice) {
      if (alive.has(sessionId)) continue
      const sockets = [...peers.ofSession(sessionId)]
      const caller = sockets[0]?.caller
      if (caller === undefined || caller === null) continue
      const { userId, companyId } = caller
      const user = (await documents.getMany<UserDoc>(COLLECTIONS.users, [userId])).get(String(userId))
      endSession(realtime, sockets, user ?? { userId, companyId, email: '' }, 'logout')
    }
  }

  const tick = async (): Promise<void> => {
    const now = clock.now().getTime()
    for (const peer of parts.unknown) {
      if (now - peer.since > AUTHENTICATE_MS) closePeer(realtime, peer, CLOSE.late)
    }
    for (const peer of peers.all) {
      if (peer.closingSince !== null && now - peer.closingSince >= CLOSING_MS) peer.ws.terminate()
    }
    if (now - pinged >= PING_MS) {
      pinged = now
      ping()
    }
    tellStale()
    parts.tick(now)
    refuseCompanies(now)
    await checkSessions()
  }

  return {
    /** One round of the watch; the timer calls it every second. */
    tick,
    start: (): void => {
      timer = setInterval(() => {
        tick().catch((failure: unknown) => logger.error({ err: failure }, 'watching the sockets failed'))
      }, TICK_MS)
    },
    stop: (): void => {
      if (timer !== null) clearInterval(timer)
      timer = null
    },
  }
}
