import {
  ASKING_LIMIT,
  type EphemeralMessage,
  type GatewayReply,
  type GatewayRequest,
} from '@guiche/contracts/realtime/ephemeral.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import { createMemoryCounters } from '@guiche/infra/counters/memory.js'
import type { Uptime } from '@guiche/infra/uptime.js'
import { type Logger, wordsOf } from '../logger.js'
import type { HeldConnection } from '../sessions/session-types.js'

interface Deps {
  readonly held: (connectionId: number) => HeldConnection | undefined
  readonly reply: (companyId: number, requestId: string, reply: GatewayReply) => Promise<void>
  /** no other process can have the connection: say at once that it is down */
  readonly sole: boolean
  readonly uptime: Pick<Uptime, 'ms'>
  readonly logger: Logger
}

const LIMIT_MS = 7_500
/** Maximum of remembered numbers without WhatsApp, and how long each is remembered. */
const UNKNOWN_NUMBERS = { most: 10_000, ms: 5 * 60_000 }

const TOO_MUCH: GatewayReply = { what: 'failed', code: 'ERR_TOO_MANY_REQUESTS' }

const lateReply = (ms: number, code: string): Promise<GatewayReply> =>
  new Promise((resolve) => {
    setTimeout(() => resolve({ what: 'failed', code }), ms).unref()
  })

/**
 * Answers requests to a connection, and forwards typing and viewing of agents to WhatsApp. Messages for other gateways are
 * ignored.
 */
export const createRequests = ({ held, reply, sole, uptime, logger }: Deps) => {
  const counters = createMemoryCounters()
  const unknown = createBoundedCache<string, true>(UNKNOWN_NUMBERS.most, UNKNOWN_NUMBERS.ms)

  const isTooMuch = async (
    what: GatewayRequest['what'],
    { connectionId }: HeldConnection['doc'],
  ): Promise<boolean> =>
    (await counters.add(`${what}/${connectionId}`, 1, ASKING_LIMIT.ms)) > ASKING_LIMIT.most

  const check = async ({ doc, session }: HeldConnection, number: string): Promise<GatewayReply> => {
    const line = session.line()
    if (line === null) return { what: 'failed', code: 'ERR_WAPP_NOT_INITIALIZED' }
    const digits = number.replace(/\D/g, '')
    const key = `${doc.connectionId}:${digits}`
    if (unknown.has(key)) return { what: 'check-number', number: null, lid: null }
    if (await isTooMuch('check-number', doc)) return TOO_MUCH
    const found = await line.checkNumber(digits)
    if (found.ok) {
      if (found.value.number === null) unknown.set(key, true)
      return { what: 'check-number', ...found.value }
    }
    const code = found.error.kind === 'offline' ? 'ERR_WAPP_NOT_INITIALIZED' : 'ERR_WAPP_CHECK_CONTACT'
    return { what: 'failed', code }
  }

  const block = async (owned: HeldConnection, jid: string, blocked: boolean): Promise<GatewayReply> => {
    const line = owned.session.line()
    if (line !== null && (await isTooMuch('block', owned.doc))) return TOO_MUCH
    const done = line === null ? null : await line.block(jid, blocked)
    if (done?.ok) return { what: 'done' }
    const isDown = done === null || done.error.kind === 'offline'
    return { what: 'failed', code: isDown ? 'ERR_WAPP_NOT_INITIALIZED' : 'ERR_WAPP_BLOCK' }
  }

  /** A line that was up before a suspension may be dead by now; the library notices only after a while. */
  const upFor = ({ session, lease }: HeldConnection): GatewayReply => {
    const ms = lease.held() ? session.upFor() : null
    if (ms === null) return { what: 'failed', code: 'ERR_WAPP_NOT_INITIALIZED' }
    return { what: 'up-for', ms: Math.min(ms, uptime.ms()) }
  }

  const heldOf = (companyId: number, connectionId: number): HeldConnection | undefined => {
    const found = held(connectionId)
    return found?.doc.companyId === companyId ? found : undefined
  }

  return async (message: EphemeralMessage): Promise<void> => {
    const { companyId } = message
    try {
      if (message.kind === 'typing') {
        const { session } = heldOf(companyId, message.connectionId) ?? {}
        const state = message.recording ? 'recording' : 'composing'
        await session?.line()?.presence(message.to, message.on ? state : 'paused')
      }
      if (message.kind === 'viewing' && message.contact !== undefined) {
        const { connectionId, jid } = message.contact
        await heldOf(companyId, connectionId)?.session.lookedAt(jid)
      }
      if (message.kind !== 'request') return
      const { requestId, request } = message
      const owned = heldOf(companyId, request.connectionId)
      if (owned === undefined) {
        if (sole) await reply(companyId, requestId, { what: 'failed', code: 'ERR_WAPP_NOT_INITIALIZED' })
        return
      }
      if (request.what === 'up-for') return await reply(companyId, requestId, upFor(owned))
      const [work, code] =
        request.what === 'block'
          ? [block(owned, request.jid, request.blocked), 'ERR_WAPP_BLOCK']
          : [check(owned, request.number), 'ERR_WAPP_CHECK_CONTACT']
      await reply(companyId, requestId, await Promise.race([work, lateReply(LIMIT_MS, code)]))
    } catch (error) {
      logger.warn({ kind: message.kind, error: wordsOf(error) }, 'an ephemeral message could not be answered')
    }
  }
}
