import type { GatewayReply, Signal } from '@guiche/contracts/signals.js'
import { type Logger, wordsOf } from '../logger.js'
import type { Held } from '../sessions/manager.js'

interface Deps {
  readonly held: (connectionId: number) => Held | undefined
  readonly reply: (companyId: number, requestId: string, reply: GatewayReply) => Promise<void>
  /** no other process can have the connection: say at once that it is down */
  readonly sole: boolean
  readonly logger: Logger
}

const LIMIT_MS = 7_500

const late = (ms: number): Promise<GatewayReply> =>
  new Promise((resolve) => {
    setTimeout(() => resolve({ what: 'failed', code: 'ERR_WAPP_CHECK_CONTACT' }), ms).unref()
  })

/** Answers what others ask of a connection, and shows contacts that we type. Signals for others are left alone. */
export const createRequests = ({ held, reply, sole, logger }: Deps) => {
  const check = async (owned: Held, number: string): Promise<GatewayReply> => {
    const line = owned.session.line()
    if (line === null) return { what: 'failed', code: 'ERR_WAPP_NOT_INITIALIZED' }
    const found = await line.checkNumber(number.replace(/\D/g, ''))
    if (found.ok) return { what: 'check-number', ...found.value }
    const code = found.error.kind === 'offline' ? 'ERR_WAPP_NOT_INITIALIZED' : 'ERR_WAPP_CHECK_CONTACT'
    return { what: 'failed', code }
  }

  return async (signal: Signal): Promise<void> => {
    try {
      if (signal.kind === 'typing') {
        const owned = held(signal.connectionId)
        if (owned?.doc.companyId !== signal.companyId) return
        await owned.session.line()?.presence(signal.to, signal.on ? 'composing' : 'paused')
      }
      if (signal.kind !== 'request') return
      const { companyId, requestId, request } = signal
      const owned = held(request.connectionId)
      if (owned === undefined || owned.doc.companyId !== companyId) {
        if (sole) await reply(companyId, requestId, { what: 'failed', code: 'ERR_WAPP_NOT_INITIALIZED' })
        return
      }
      await reply(companyId, requestId, await Promise.race([check(owned, request.number), late(LIMIT_MS)]))
    } catch (error) {
      logger.warn({ kind: signal.kind, error: wordsOf(error) }, 'a signal could not be answered')
    }
  }
}
