import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { type Agent, headersOf } from './lib/agents.js'
import { nthCyclic, startDesk } from './lib/desk.js'
import { startEcho } from './lib/echo.js'
import { DESK } from './lib/plan.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { INBOX_ROOMS, openSockets } from './lib/sockets.js'
import { nowMs, quantile } from './lib/stats.js'

const SOCKETS = scaleCount(200, 20)
const RATE = 50
const SECONDS = scaleCount(20, 4)
const TIMEOUT = 30_000

/** The value of the first text field with this name after an offset in a frame's JSON. */
const fieldOf = (text: string, name: string): string => {
  const begin = text.indexOf(`"${name}":"`) + name.length + 4
  return begin < name.length + 4 ? '' : text.slice(begin, text.indexOf('"', begin))
}

/** Calls `send` at the fixed moments of an open loop. Resolves when all calls have resolved. */
const atRate = async (count: number, send: (n: number) => Promise<void>): Promise<void> => {
  const started = nowMs()
  const running: Promise<void>[] = []
  for (let n = 0; n < count; n++) {
    await sleep(Math.max(0, started + (n * 1000) / RATE - nowMs()))
    running.push(send(n))
  }
  await Promise.all(running)
}

/** Counts the deliveries of each message to each socket, and measures the delay since the message was sent. */
const createSightings = () => {
  const sentAt = new Map<string, number>()
  const seen = new Map<string, Map<number, number>>()
  const times: number[] = []
  let sample = ''
  return {
    times,
    sample: () => sample,
    sent: (key: string) => void sentAt.set(key, nowMs()),
    saw: (key: string, thing: string, socket: number, at: number, text: string) => {
      sample = text
      const sockets = seen.get(thing) ?? new Map<number, number>()
      sockets.set(socket, (sockets.get(socket) ?? 0) + 1)
      seen.set(thing, sockets)
      times.push(at - (sentAt.get(key) ?? Number.NaN))
    },
    /** Number of pairs of a message and a socket that were not delivered exactly once. */
    faults: (things: readonly string[]): number =>
      things.reduce((sum, thing) => {
        const once = [...(seen.get(thing)?.values() ?? [])].filter((times) => times === 1).length
        return sum + SOCKETS - once
      }, 0),
  }
}

const until = async (holds: () => boolean): Promise<void> => {
  for (const end = nowMs() + TIMEOUT; !holds() && nowMs() < end; ) await sleep(100)
}

await runScenario(async (bench) => {
  const { report, log } = bench
  const { product, agents, tickets } = await startDesk(bench, DESK)
  const count = RATE * SECONDS

  const ours = createSightings()
  const listening = await openSockets(
    product.url,
    agents.slice(0, SOCKETS),
    INBOX_ROOMS,
    (socket, text, at) => {
      // A new message is sent to every agent who sees its ticket. The ticket has a frame of its own, which is not counted.
      if (!text.startsWith('{"event":"company-1-appMessage","data":{"action":"create"')) return
      ours.saw(fieldOf(text, 'body'), fieldOf(text, 'position'), socket, at, text)
    },
  )
  bench.after(listening.close)
  const pool = new Pool(product.url, { connections: 20 })
  bench.after(() => pool.close())
  const acknowledged: string[] = []
  const send = async (body: string, ticketId: number, agent: Agent): Promise<void> => {
    ours.sent(body)
    const answer = await pool.request({
      method: 'POST',
      path: `/api/messages/${ticketId}`,
      headers: headersOf(agent),
      body: JSON.stringify({ body }),
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`a message was answered ${answer.statusCode}`)
    acknowledged.push(String(answer.headers['x-position']).replace(/^\d+:/, ''))
  }
  await atRate(RATE, (n) => send(`warm ${n}`, nthCyclic(tickets, n).ticketId, nthCyclic(agents, n)))
  await until(() => ours.faults(acknowledged) === 0)
  ours.times.length = 0
  await atRate(count, (n) => send(`frame ${n}`, nthCyclic(tickets, n).ticketId, nthCyclic(agents, n)))
  await until(() => ours.faults(acknowledged) === 0)
  const faults = ours.faults(acknowledged)
  log(`${ours.times.length} frames at ${SOCKETS} sockets, ${listening.lost()} sockets lost`)

  const echo = await startEcho()
  bench.after(echo.close)
  const bare = createSightings()
  const plain = await openSockets(
    echo.url,
    Array.from({ length: SOCKETS }, () => null),
    [],
    (socket, text, at) => {
      const key = text.slice(0, 12)
      bare.saw(key, key, socket, at, text)
    },
  )
  bench.after(plain.close)
  const echoPool = new Pool(echo.url, { connections: 20 })
  bench.after(() => echoPool.close())
  const filling = ours.sample()
  const things: string[] = []
  await atRate(count, async (n) => {
    const key = String(n).padStart(12, '0')
    things.push(key)
    bare.sent(key)
    const answer = await echoPool.request({
      method: 'POST',
      path: '/broadcast',
      headers: { 'content-type': 'text/plain' },
      body: key + filling,
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`the echo answered ${answer.statusCode}`)
  })
  await until(() => bare.faults(things) === 0)

  const name = `command → frame, ${SOCKETS} sockets, ${RATE} messages/s`
  const of = (share: number) => ({
    value: quantile(ours.times, share),
    raw: quantile(bare.times, share),
    unit: 'ms',
  })
  report({ scenario: `${name}: p50`, ...of(0.5), goal: { below: 15 } })
  report({ scenario: `${name}: p99`, ...of(0.99), goal: { below: 120 } })
  report({
    scenario: `${name}: of ${acknowledged.length} positions, not seen once at a socket`,
    value: faults,
    unit: '',
    goal: { atMost: 0 },
  })
})
