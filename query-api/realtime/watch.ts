import { CLOSE_CODES, SOCKET_LIMITS } from '@guiche/contracts/realtime/realtime.js'
import { singleFlight } from '@guiche/infra/single-flight.js'
import type { SocketClient } from './clients.js'
import { closeClient, endSession } from './closing.js'
import type { Realtime } from './deps.js'

const AUTHENTICATE_MS = SOCKET_LIMITS.secondsToAuthenticate * 1000
const PING_MS = 18_000
/** Time of a closing socket for its last frames, in ms. */
const CLOSING_MS = 1000
/** Interval in which every session and its user are read again, in case a change was lost. */
const SESSIONS_MS = 15_000
const TICK_MS = 1000
/** Interval of checks for companies that have become blocked: their sockets close within a second. */
const BLOCKED_MS = 250

interface WatchParts {
  readonly unknown: ReadonlyMap<SocketClient, unknown>
  readonly tick: (now: number) => void
  /** closes the sockets of companies that are blocked now */
  readonly refuseBlocked: () => void
}
const stateOf = (realtime: Realtime, parts: WatchParts) => ({
  ...realtime,
  ...parts,
  pingedAt: realtime.clock.now().getTime(),
  /** sessions that the running round has still to check */
  sweep: [] as string[],
  wasStale: false,
})
type Watch = ReturnType<typeof stateOf>

const signedInClients = ({ clients }: Watch) => [...clients.all].filter(({ caller }) => caller !== null)

/** The protocol's ping shows us that a client is gone. The frame shows the client that the server is alive. */
const pingClients = (watch: Watch): void => {
  for (const client of watch.clients.all) {
    if (client.alive) {
      client.alive = false
      client.ws.ping()
    } else client.ws.terminate()
  }
  watch.sending.send(signedInClients(watch), 'ping', 0, {})
}

/** Tells all clients when the views stop following the log, and when they follow again. */
const tellStale = (watch: Watch): void => {
  const seconds = Math.ceil(watch.stale?.() ?? 0)
  if (seconds > 0 === watch.wasStale) return
  watch.wasStale = seconds > 0
  watch.sending.send(signedInClients(watch), 'stale', 0, { seconds })
}

/** A slice of the sessions each second; one at a time, however slow the read store is. */
const checkSessions = async (watch: Watch): Promise<void> => {
  const { clients, documents } = watch
  if (watch.sweep.length === 0) watch.sweep = [...clients.sessions()]
  const share = Math.ceil(clients.all.size / (SESSIONS_MS / TICK_MS))
  const slice = watch.sweep.splice(0, Math.max(1, share))
  if (slice.length === 0) return
  const callerOf = (sessionId: string) => [...clients.ofSession(sessionId)][0]?.caller ?? null
  const userIds = slice.flatMap((sessionId) => callerOf(sessionId)?.userId ?? [])
  const [alive, users] = await Promise.all([
    documents.getMany('sessions', slice),
    documents.getMany('users', userIds),
  ])
  for (const sessionId of slice) {
    const caller = callerOf(sessionId)
    if (caller === null) continue
    const { userId, companyId } = caller
    const user = users.get(String(userId))
    if (alive.has(sessionId) && user?.deleted === false) clients.renewRights(user)
    else {
      const sockets = clients.ofSession(sessionId)
      endSession(watch, sockets, user ?? { userId, companyId, email: '' }, 'unknown')
    }
  }
}

/** Visits end by their time, and with the session of the visitor: there are few, so each is checked every second. */
const checkVisits = async (watch: Watch): Promise<void> => {
  for (const client of watch.clients.all) {
    const { caller } = client
    if (caller?.visit === undefined || client.closingSince !== null) continue
    const found = await watch.authenticator.bySession(caller, true)
    if (!found.ok) endSession(watch, [client], { ...caller, email: '' }, 'unknown')
  }
}

const runTick = async (watch: Watch, checks: () => Promise<unknown>): Promise<void> => {
  const now = watch.clock.now().getTime()
  for (const client of watch.unknown.keys()) {
    if (now - client.since > AUTHENTICATE_MS) closeClient(watch, client, CLOSE_CODES.late)
  }
  for (const client of watch.clients.all) {
    if (client.closingSince !== null && now - client.closingSince >= CLOSING_MS) client.ws.terminate()
  }
  if (now - watch.pingedAt >= PING_MS) {
    watch.pingedAt = now
    pingClients(watch)
  }
  tellStale(watch)
  watch.tick(now)
  watch.refuseBlocked()
  await checks()
}

/**
 * One timer for all sockets, so that an idle socket costs no timer of its own. The timer looks for late, silent and
 * unclosed sockets, expired companies, and changes of sessions or rights that were lost.
 */
export const createSocketWatch = (realtime: Realtime, parts: WatchParts) => {
  const watch = stateOf(realtime, parts)
  const sessions = singleFlight(() => checkSessions(watch))
  const visits = singleFlight(() => checkVisits(watch))
  const round = () => runTick(watch, () => Promise.all([visits(), sessions()]))
  let timers: NodeJS.Timeout[] = []
  return {
    /** One round of the watch; the timer calls it every second. */
    tick: round,
    start: (): void => {
      timers = [
        setInterval(() => {
          round().catch((failure: unknown) =>
            watch.logger.error({ err: failure }, 'watching the sockets failed'),
          )
        }, TICK_MS),
        setInterval(parts.refuseBlocked, BLOCKED_MS),
      ]
    },
    stop: (): void => {
      for (const timer of timers) clearInterval(timer)
      timers = []
    },
  }
}
