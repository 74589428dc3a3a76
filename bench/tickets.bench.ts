import { type Agent, headersOf } from './lib/agents.js'
import { echoOf, nthCyclic, startDesk } from './lib/desk.js'
import { startEcho } from './lib/echo.js'
import { closedLoop, exactClosedLoop, type Request } from './lib/load.js'
import { DESK, type PlannedTicket } from './lib/plan.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { median, quantile } from './lib/stats.js'

const CONNECTIONS = 50
const WARM_UP = scaleCount(5, 1)
const SECONDS = scaleCount(20, 3)
const ALONE = scaleCount(1000, 40)

/** Returns the ticket to the waiting ones and accepts it again. */
const turnsOf = (agent: Agent, { ticketId, queueId }: PlannedTicket): Request[] => {
  const put = (body: object): Request => ({
    method: 'PUT',
    path: `/api/tickets/${ticketId}`,
    headers: headersOf(agent),
    body: JSON.stringify(body),
  })
  return [
    put({ status: 'pending', userId: null, queueId }),
    put({ status: 'open', userId: agent.userId, queueId }),
  ]
}

await runScenario(async (bench) => {
  const { report, log } = bench
  const { product, agents, tickets } = await startDesk(bench, DESK)
  const echo = await startEcho()
  bench.after(echo.close)

  // Each connection has its own agent and a ticket of that agent.
  const own = (n: number): Request[] => {
    const ticket = nthCyclic(tickets, n)
    const agent = agents.find(({ userId }) => userId === ticket.userId)
    return turnsOf(agent ?? nthCyclic(agents, 0), ticket)
  }
  const echoRate = async (): Promise<number> => {
    const load = { connections: CONNECTIONS, requestsOf: (n: number) => own(n).map(echoOf) }
    await closedLoop(echo.url, { ...load, seconds: WARM_UP })
    return (await closedLoop(echo.url, { ...load, seconds: SECONDS })).perSecond
  }

  const echoBefore = await echoRate()
  const load = { connections: CONNECTIONS, requestsOf: own }
  await closedLoop(product.url, { ...load, seconds: WARM_UP })
  const busy = await closedLoop(product.url, { ...load, seconds: SECONDS })
  log(`p50 ${busy.p50} ms, p99 ${busy.p99} ms with ${CONNECTIONS} connections`)
  const raw = (echoBefore + (await echoRate())) / 2

  const turns = Array.from({ length: ALONE }, () => own(CONNECTIONS)).flat()
  // Reversed, so that the ticket is open when it is returned.
  const alone = await exactClosedLoop(product.url, { connections: 1, requests: turns.reverse().slice(1) })
  const echoAlone = await exactClosedLoop(echo.url, { connections: 1, requests: turns.map(echoOf) })

  report({
    scenario: `accept + return, ${CONNECTIONS} connections`,
    value: busy.perSecond,
    unit: '/s',
    raw,
    ratioGoal: { atLeast: 0.12 },
  })
  report({
    scenario: 'accept + return, one connection: p50',
    value: median(alone),
    unit: 'ms',
    raw: median(echoAlone),
    goal: { below: 10 },
  })
  report({
    scenario: 'accept + return, one connection: p99',
    value: quantile(alone, 0.99),
    unit: 'ms',
    raw: quantile(echoAlone, 0.99),
  })
})
