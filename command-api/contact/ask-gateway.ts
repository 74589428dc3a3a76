import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { type DomainError, domainError, ERRORS, type ErrorCode } from '@guiche/contracts/errors.js'
import {
  ASKING_LIMIT,
  type EphemeralMessage,
  type GatewayReply,
  type GatewayRequest,
} from '@guiche/contracts/realtime/ephemeral.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { Consumer, EventBus } from '@guiche/infra/event-bus/event-bus.js'
import { tooMany } from '@guiche/infra/http/too-many.js'
import { newUuid } from '@guiche/infra/ids.js'

/** Longest wait for the gateway's answer, in ms. */
const TIMEOUT_MS = 8000
/** Longest wait for an answer from the gateway's memory, in ms. */
const FROM_MEMORY_MS = 2000

/** A number on WhatsApp: in WhatsApp's spelling, with its linked id if given. */
export interface KnownNumber {
  readonly number: string
  readonly lid: string | null
}

export interface Gateway {
  /**
   * Checks through a connection whether a number (digits) is on WhatsApp. Errors: ERR_WAPP_INVALID_CONTACT if not,
   * ERR_WAPP_CHECK_CONTACT without an answer within 8 s, or the gateway's code (ERR_TOO_MANY_REQUESTS after too many
   * checks on the connection).
   */
  checkNumber(
    companyId: number,
    connectionId: number,
    number: string,
  ): Promise<Result<KnownNumber, DomainError>>
  /** Blocks or unblocks an address on WhatsApp. Errors: ERR_WAPP_BLOCK, or the gateway's code. */
  block(
    companyId: number,
    connectionId: number,
    jid: string,
    blocked: boolean,
  ): Promise<Result<null, DomainError>>
  /**
   * Milliseconds since the connection's line is up without a break; null if down, or if no gateway answers within 2 s.
   */
  upFor(companyId: number, connectionId: number): Promise<number | null>
  start(): Promise<void>
  stop(): Promise<void>
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)

/** Sends requests over the bus: request and reply are ephemeral messages with one id. */
export const createGateway = (deps: {
  bus: EventBus
  /** milliseconds to wait for an answer; only tests shorten it */
  timeoutMs?: number
}): Gateway => {
  const { bus, timeoutMs = TIMEOUT_MS } = deps
  const waiting = new Map<string, (reply: GatewayReply | null) => void>()
  let consumer: Consumer | null = null

  const ask = async (companyId: number, request: GatewayRequest, withinMs = timeoutMs) => {
    const requestId = newUuid()
    const message: EphemeralMessage = { kind: 'request', companyId, requestId, request }
    const answered = new Promise<GatewayReply | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), withinMs)
      waiting.set(requestId, (reply) => {
        clearTimeout(timer)
        resolve(reply)
      })
    })
    try {
      await bus.publish(TOPICS.ephemeral, [{ key: companyId, value: message }])
      return await answered
    } finally {
      waiting.get(requestId)?.(null)
      waiting.delete(requestId)
    }
  }

  /**
   * The reply of the gateway. The error is its code, or `otherwise` if there is no reply or the code is unknown here.
   */
  const answer = async (
    companyId: number,
    request: GatewayRequest,
    otherwise: ErrorCode,
  ): Promise<Result<Exclude<GatewayReply, { what: 'failed' }>, DomainError>> => {
    const reply = await ask(companyId, request)
    if (reply === null) return err(domainError(otherwise))
    if (reply.what !== 'failed') return ok(reply)
    if (reply.code === 'ERR_TOO_MANY_REQUESTS') return err(tooMany(ASKING_LIMIT.ms))
    return err(domainError(isCode(reply.code) ? reply.code : otherwise))
  }

  return {
    block: async (companyId, connectionId, jid, blocked) => {
      const request = { what: 'block', connectionId, jid, blocked } as const
      const done = await answer(companyId, request, 'ERR_WAPP_BLOCK')
      return done.ok ? ok(null) : done
    },
    checkNumber: async (companyId, connectionId, number) => {
      const request = { what: 'check-number', connectionId, number } as const
      const found = await answer(companyId, request, 'ERR_WAPP_CHECK_CONTACT')
      if (!found.ok) return found
      const reply = found.value
      if (reply.what !== 'check-number') return err(domainError('ERR_WAPP_CHECK_CONTACT'))
      if (reply.number === null) return err(domainError('ERR_WAPP_INVALID_CONTACT'))
      return ok({ number: reply.number, lid: reply.lid })
    },
    upFor: async (companyId, connectionId) => {
      const request = { what: 'up-for', connectionId } as const
      const reply = await ask(companyId, request, Math.min(timeoutMs, FROM_MEMORY_MS))
      return reply?.what === 'up-for' ? reply.ms : null
    },
    start: async () => {
      consumer = await bus.consume<EphemeralMessage>({
        topic: TOPICS.ephemeral,
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
