import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Headers added by proxies. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]
const LOOPBACK_ADDRESS = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/
const LOOPBACK_NAME = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i

/** Compares in constant time. */
const isEqualSecret = (one: string, other: string): boolean => {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

/**
 * Whether a request comes directly from this machine: by its socket's address, without headers of a proxy.
 * The host name must be local, which refuses web pages that use DNS rebinding.
 */
const isLocal = ({ socket, headers }: IncomingMessage): boolean =>
  LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
  LOOPBACK_NAME.test(headers.host ?? '') &&
  FORWARDED.every((name) => headers[name] === undefined)

/** Whether a request may read the metrics: from this machine, or with the bearer `token`, if one is set. */
export const mayReadMetrics = (request: IncomingMessage, token: string | null): boolean => {
  const given = /^Bearer ([^\s]{1,500})$/.exec(request.headers.authorization ?? '')?.[1]
  if (given !== undefined) return token !== null && isEqualSecret(given, token)
  return isLocal(request)
}
