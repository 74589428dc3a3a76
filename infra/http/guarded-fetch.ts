import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { partsOf } from '@guiche/contracts/addresses.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { isPublic, lookupAmong, NotAllowed } from './public-address.js'

export interface Call {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** maximum of bytes of the answer */
  readonly most?: number
}
export interface Answer {
  readonly status: number
  readonly body: Buffer
}
/**
 * `forbidden`: an address that may not be called. `unreachable`: no connection, or no trusted certificate.
 */
export type CallFault = 'forbidden' | 'unreachable' | 'timeout' | 'too-large'

/** Calls an address that users have set. Never rejects, and its errors contain no address. */
export type GuardedFetch = (address: string, call?: Call) => Promise<Result<Answer, CallFault>>

const TIMEOUT_MS = 15_000
const MOST_BYTES = 1_000_000

/** Addresses that no setting allows: unspecified, link-local (metadata services of clouds), multicast. */
const NEVER = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  NEVER.addSubnet(net, prefix, 'ipv4')
NEVER.addSubnet('fe80::', 10, 'ipv6')
NEVER.addSubnet('ff00::', 8, 'ipv6')
NEVER.addSubnet('::', 128, 'ipv6')

const familyOf = (ip: string) => (isIP(ip) === 4 ? 'ipv4' : 'ipv6')

/**
 * Whether an IP may be called: a public IP, or one in the list (addresses and networks, separated by commas).
 */
const allowedAddresses = (list: string): ((ip: string) => boolean) => {
  const listed = new BlockList()
  for (const part of partsOf(list)) {
    const [ip = '', prefix] = part.split('/')
    if (isIP(ip) === 0) continue
    if (prefix === undefined) listed.addAddress(ip, familyOf(ip))
    else listed.addSubnet(ip, Number(prefix), familyOf(ip))
  }
  return (ip) =>
    isPublic(ip) || (isIP(ip) !== 0 && !NEVER.check(ip, familyOf(ip)) && listed.check(ip, familyOf(ip)))
}

/** The whole answer, or null if it exceeds `most` bytes. */
const bytesOf = async (answer: IncomingMessage, most: number): Promise<Buffer | null> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Calls https addresses that users have set, without reaching internal addresses. A name is looked up once,
 * and the found IP is called. Redirects are not followed. Time and size are limited. `allowed`: private
 * addresses that super users allow, from the present setting `privateAddresses`. Tests pass a `ca`.
 */
export const createGuardedFetch =
  (deps: {
    readonly allowed: () => Promise<string>
    readonly ca?: string
    readonly timeoutMs?: number
  }): GuardedFetch =>
  async (address, { method = 'GET', headers = {}, body, most = MOST_BYTES } = {}) => {
    if (!URL.canParse(address)) return err('forbidden')
    const { protocol, username, password, hostname } = new URL(address)
    if (protocol !== 'https:' || username !== '' || password !== '') return err('forbidden')
    const isAllowed = allowedAddresses(await deps.allowed())
    const host = hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isAllowed(host)) return err('forbidden')
    const { ca, timeoutMs = TIMEOUT_MS } = deps
    const agent = new Agent({
      lookup: lookupAmong(isAllowed),
      keepAlive: false,
      ...(ca !== undefined && { ca }),
    })
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
        request(address, { method, agent, signal, headers: { ...headers, ...length } }, resolve)
          .on('error', reject)
          .end(body)
      })
      const bytes = await bytesOf(answer, most)
      return bytes === null ? err('too-large') : ok({ status: answer.statusCode ?? 0, body: bytes })
    } catch (failure) {
      if (failure instanceof NotAllowed) return err('forbidden')
      return err(signal.aborted ? 'timeout' : 'unreachable')
    } finally {
      agent.destroy()
    }
  }
