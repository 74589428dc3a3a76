import { type DomainError, domainError, ERRORS, type ErrorCode } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { GatewayReply, Signal } from '@guiche/contracts/signals.js'
import { TOPICS } from '@guiche/contracts/topics.js'
import type { Consumer, EventBus } from '@guiche/infra/event-bus/event-bus.js'
import { newUuid } from '@guiche/infra/ids.js'

/** How long the gateway may take to answer, in milliseconds. */
const PATIENCE_MS = 8000

/** What WhatsApp knows of a number: how it writes it, and its linked id where it tells. */
export interface KnownNumber {
  readonly number: string
  readonly lid: string | null
}

export interface Gateway {
  /**
   * Whether a number (digits) is on WhatsApp, asked through a connection. Errors: ERR_WAPP_INVALID_CONTACT when it is
   * not, ERR_WAPP_CHECK_CONTACT when there is no answer within 8 s, or the code that the gateway gives.
   */
  checkNumber(
    companyId: number,
    connectionId: number,
    number: string,
  ): Promise<Result<KnownNumber, DomainError>>
  start(): Promise<void>
  stop(): Promise<void>
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)

/** Asks over the bus: a request and its reply are signals with one id. */
export const createGateway = (deps: {
  bus: EventBus
  /** milliseconds to wait for an answer; only tests shorten it */
  patienceMs?: number
}): Gateway => {
  const { bus, patienceMs = PATIENCE_MS } = deps
  const waiting = new Map<string, (reply: GatewayReply | null) => void>()
  let consumer: Consumer | null = null

  const ask = async (companyId: number, request: Extract<Signal, { kind: 'request' }>['request']) => {
    const requestId = newUuid()
    const signal: Signal = { kind: 'request', companyId, requestId, request }
    const answered = new Promise<GatewayReply | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), patienceMs)
      waiting.set(requestId, (reply) => {
        clearTimeout(timer)
        resolve(reply)
      })
    })
    try {
      await bus.publish(TOPICS.signals, [{ key: companyId, value: signal }])
      return await answered
    } finally {
      waiting.get(requestId)?.(null)
      waiting.delete(requestId)
    }
  }

  return {
    checkNumber: async (companyId, connectionId, number) => {
      const reply = await ask(companyId, { what: 'check-number', connectionId, number })
      if (reply === null) return err(domainError('ERR_WAPP_CHECK_CONTACT'))
      if (reply.what === 'failed') {
        return err(domainError(isCode(reply.code) ? reply.code : 'ERR_WAPP_CHECK_CONTACT'))
      }
      if (reply.number === null) return err(domainError('ERR_WAPP_INVALID_CONTACT'))
      return ok({ number: reply.number, lid: reply.lid })
    },
    start: async () => {
      consumer = await bus.consume<Signal>({
        topic: TOPICS.signals,
        group: null,
        onBatch: async (batch) => {
          for (const { value } of batch) {
            if (value.kind === 'reply') waiting.get(value.requestId)?.(value.reply)
          }
        },
      })
    },
    stop: async () => {
      await consumer?.stop()
      consumer = null
    },
  }
}
