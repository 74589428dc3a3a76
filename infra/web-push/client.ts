import { Agent, request } from 'node:https'
import { createPublicLookup } from '../http/public-address.js'
import { encryptPush, type PushKeys } from './encrypt.js'
import { type VapidKeys, vapidAuthorization } from './vapid.js'

/** A browser's push subscription: an address of its push service, and its keys. */
export interface PushTarget extends PushKeys {
  /** was checked by `isCallable` when stored */
  readonly endpoint: string
}

export interface Push {
  readonly text: string
  /** seconds for which the push service keeps the push for an offline browser */
  readonly ttl: number
  /**
   * a push replaces an earlier push of the topic that the browser has not fetched; at most 32 of A–Z, a–z,
   * 0–9, _ and -
   */
  readonly topic: string
}

/** `gone`: the subscription has ended and will not work again. */
export type PushOutcome = 'sent' | 'gone' | { readonly failed: string }

export interface PushClient {
  /** Sends a push to the browser's push service. Never rejects. */
  send(target: PushTarget, push: Push, keys: VapidKeys): Promise<PushOutcome>
}

const TIMEOUT_MS = 10_000
const CONNECTIONS = 20
const GONE_STATUSES = new Set([404, 410])

/**
 * A client of push services (RFC 8030). Users choose the addresses, so only public addresses are called,
 * redirects are not followed and answers are not read. Tests pass their own `agent`.
 */
export const createPushClient = (deps: {
  readonly subject: string
  readonly now: () => Date
  readonly agent?: Agent
}): PushClient => {
  const agent =
    deps.agent ?? new Agent({ lookup: createPublicLookup(), keepAlive: true, maxSockets: CONNECTIONS })
  return {
    send: (target, { text, ttl, topic }, keys) =>
      new Promise((resolve) => {
        const failed = (failure: unknown) => resolve({ failed: String(failure) })
        try {
          const body = encryptPush(text, target)
          const headers = {
            Authorization: vapidAuthorization(keys, target.endpoint, deps.subject, deps.now()),
            'Content-Encoding': 'aes128gcm',
            'Content-Type': 'application/octet-stream',
            'Content-Length': body.length,
            TTL: ttl,
            Topic: topic,
            Urgency: 'high',
          }
          const signal = AbortSignal.timeout(TIMEOUT_MS)
          request(target.endpoint, { method: 'POST', agent, headers, signal }, (response) => {
            const status = response.statusCode ?? 0
            response.destroy()
            if (GONE_STATUSES.has(status)) resolve('gone')
            else resolve(status < 300 ? 'sent' : { failed: `answered ${status}` })
          })
            .on('error', failed)
            .end(body)
        } catch (failure) {
          failed(failure)
        }
      }),
  }
}
