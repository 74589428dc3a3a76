import { setTimeout as sleep } from 'node:timers/promises'
import { type Agent, headersOf } from './lib/agents.js'
import { echoOf, nthCyclic, startDesk } from './lib/desk.js'
import { startEcho } from './lib/echo.js'
import { closedLoop, openLoop, type Request } from './lib/load.js'
import { DESK } from './lib/plan.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { nowMs, quantile } from './lib/stats.js'

const CONNECTIONS = 200
const WARM_UP = scaleCount(5, 1)
const SECONDS = scaleCount(20, 3)
/** Limit in milliseconds until the views show the messages. */
const TIMEOUT = 120_000

interface LastMessage {
  position: string
  messageId: string
  connection: number
}

/** Milliseconds until the conversation shows the message. Asks again and again, with the message's position. */
const untilShown = async (
  url: string,
  agent: Agent,
  ticketId: number,
  last: LastMessage,
): Promise<number> => {
  const began = nowMs()
  while (nowMs() - began < TIMEOUT) {
    const answer = await fetch(`${url}/api/messages/${ticketId}`, {
      headers: { ...headersOf(agent), 'x-min-position': last.position },
    })
    if ((await answer.text()).includes(last.messageId)) return nowMs() - began
    await sleep(20)
  }
  throw new Error('the views did not show the last message')
}

await runScenario(async (bench) => {
  const { report, log } = bench
  const { product, agents, tickets } = await startDesk(bench, DESK)
  const echo = await startEcho()
  bench.after(echo.close)

  const sendOf = (n: number): Request => ({
    method: 'POST',
    path: `/api/messages/${nthCyclic(tickets, n).ticketId}`,
    headers: headersOf(nthCyclic(agents, n)),
    body: JSON.stringify({ body: `Bom dia, o pedido número ${n} já saiu para entrega e chega ainda hoje.` }),
  })
  const echoRate = async (): Promise<number> => {
    const load = { connections: CONNECTIONS, requestsOf: (n: number) => [echoOf(sendOf(n))] }
    await closedLoop(echo.url, { ...load, seconds: WARM_UP })
    return (await closedLoop(echo.url, { ...load, seconds: SECONDS })).perSecond
  }

  const echoBefore = await echoRate()
  const last: LastMessage = { position: '', messageId: '', connection: 0 }
  const sending = { connections: CONNECTIONS, requestsOf: (n: number) => [sendOf(n)] }
  await closedLoop(product.url, { ...sending, seconds: WARM_UP })
  const load = await closedLoop(product.url, {
    ...sending,
    seconds: SECONDS,
    seen: (connection, headers) => {
      const position = headers.get('x-position') ?? ''
      if (position <= last.position) return
      Object.assign(last, { position, connection, messageId: headers.get('x-message-id') ?? '' })
    },
  })
  const lag = await untilShown(
    product.url,
    nthCyclic(agents, last.connection),
    nthCyclic(tickets, last.connection).ticketId,
    last,
  )
  log(`${load.count} messages, p50 ${load.p50} ms, p99 ${load.p99} ms at full rate`)
  const half = { rate: load.perSecond / 2, seconds: SECONDS, connections: CONNECTIONS }
  const request = (n: number) => echoOf(sendOf(n))
  const rawTimes = await openLoop(echo.url, { ...half, seconds: WARM_UP, request })
  log(`echo at this rate: p50 ${quantile(rawTimes, 0.5)} ms, p99 ${quantile(rawTimes, 0.99)} ms`)
  const times = await openLoop(product.url, { ...half, request: sendOf })
  log(`p50 ${quantile(times, 0.5)} ms at half the rate, at most ${Math.max(...times)} ms`)
  const raw = (echoBefore + (await echoRate())) / 2

  const name = 'POST /messages/{ticketId}'
  report({
    scenario: `${name}, ${CONNECTIONS} connections`,
    value: load.perSecond,
    unit: '/s',
    raw,
    ratioGoal: { atLeast: 0.25 },
  })
  report({
    scenario: `${name}: projection lag at the end`,
    value: lag / 1000,
    unit: 's',
    goal: { atMost: 1 },
  })
  report({
    scenario: `${name}: p99 at half the rate, open loop`,
    value: quantile(times, 0.99),
    unit: 'ms',
    goal: { below: 100 },
  })
})
