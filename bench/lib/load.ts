import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { Pool } from 'undici'
import { nowMs } from './stats.js'

/** One HTTP request of the load. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface LoadFigures {
  readonly perSecond: number
  /** latencies of the requests, in milliseconds */
  readonly p50: number
  readonly p99: number
  readonly count: number
}

/** Called with the headers of each response. Their names are in lower case. */
export type OnHeaders = (connection: number, headers: ReadonlyMap<string, string>) => void

interface RawHead {
  readonly statusCode: number
  readonly headers: readonly string[]
}

const headersOf = (raw: readonly string[]): Map<string, string> => {
  const found = new Map<string, string>()
  for (let index = 0; index + 1 < raw.length; index += 2) {
    found.set(String(raw[index]).toLowerCase(), String(raw[index + 1]))
  }
  return found
}

/**
 * Closed loop: each connection sends its next request as soon as the last one was answered. `requestsOf` gives the requests
 * that a connection repeats. Rejects on any response other than 2xx.
 */
export const closedLoop = async (
  url: string,
  options: {
    connections: number
    seconds: number
    requestsOf: (connection: number) => readonly Request[]
    seen?: OnHeaders
  },
): Promise<LoadFigures> => {
  const { connections, seconds, requestsOf, seen } = options
  let made = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 30,
    setupClient: (client) => {
      const connection = made++
      client.setRequests(requestsOf(connection).map((request) => ({ ...request })))
      if (seen === undefined) return
      client.on('headers', (head: unknown) => {
        const { statusCode, headers } = head as RawHead
        if (statusCode < 300) seen(connection, headersOf(headers))
      })
    },
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${result.non2xx} answers were not 2xx, ${result.errors} requests failed, of ${result['2xx']}`,
    )
  }
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    count: result['2xx'],
  }
}

/**
 * Open loop: sends `rate` requests a second at fixed moments, whether or not earlier requests were answered.
 * The time of a request begins when it is due, and includes opening a connection.
 * The loop runs for `seconds`, or until `going` gives false. Gives the milliseconds of each request.
 * The HTTP client itself is slow at first, so send requests to an echo before.
 * Rejects on any response other than 2xx.
 */
export const openLoop = async (
  url: string,
  options: {
    rate: number
    seconds: number
    connections: number
    request: (n: number) => Request
    going?: () => boolean
    /** the headers of each 2xx response */
    answered?: (headers: Readonly<Record<string, string | string[] | undefined>>) => void
  },
): Promise<number[]> => {
  const { rate, seconds, connections, request, going = () => true, answered } = options
  const pool = new Pool(url, { connections, pipelining: 1, headersTimeout: 60_000 })
  const times: number[] = []
  const failures: string[] = []
  const running = new Set<Promise<void>>()
  const count = Math.round(rate * seconds)
  const send = async (n: number, due: number): Promise<void> => {
    const { method, path, headers, body } = request(n)
    try {
      const answer = await pool.request({ method, path, headers: { ...headers }, body: body ?? null })
      await answer.body.dump()
      if (answer.statusCode >= 300) {
        failures.push(`${path}: ${answer.statusCode}`)
        return
      }
      times.push(nowMs() - due)
      answered?.(answer.headers)
    } catch (failure) {
      failures.push(String(failure))
    }
  }
  const started = nowMs()
  for (let n = 0; n < count && going(); ) {
    const due = started + (n * 1000) / rate
    if (due > nowMs()) {
      await sleep(1)
      continue
    }
    const sent: Promise<void> = send(n++, due).finally(() => running.delete(sent))
    running.add(sent)
  }
  await Promise.all(running)
  await pool.close()
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${count} failed, the first with ${failures[0]}`)
  return times
}

/** A closed loop of few connections that measures each request exactly. */
export const exactClosedLoop = async (
  url: string,
  options: { connections: number; requests: readonly Request[] },
): Promise<number[]> => {
  const pool = new Pool(url, { connections: options.connections, pipelining: 1, headersTimeout: 60_000 })
  const times: number[] = []
  const left = [...options.requests]
  const read = async (): Promise<void> => {
    for (let request = left.pop(); request !== undefined; request = left.pop()) {
      const { method, path, headers, body } = request
      const began = nowMs()
      const answer = await pool.request({ method, path, headers: { ...headers }, body: body ?? null })
      const text = await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`)
      times.push(nowMs() - began)
    }
  }
  try {
    await Promise.all(Array.from({ length: options.connections }, read))
  } finally {
    await pool.destroy()
  }
  return times
}
