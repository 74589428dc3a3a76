import { setTimeout as sleep } from 'node:timers/promises'
import { agentsOf, headersOf } from './lib/agents.js'
import { nthCyclic, startDesk } from './lib/desk.js'
import { DESK, type Plan } from './lib/plan.js'
import { untilIdle } from './lib/product.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { INBOX_ROOMS, openSockets } from './lib/sockets.js'
import { nowMs } from './lib/stats.js'

const AGENTS = 200
const SOCKETS = scaleCount(2000, 200)
const BLOCKED = 2
/** Limit in milliseconds for each step. */
const PATIENCE_MS = 60_000

const plan: Plan = { ...DESK, companies: 2, agents: AGENTS, contacts: 16, tickets: 16 }

/** The platform blocks a company whose agents have many open sockets. */
await runScenario(async (bench) => {
  const { product } = await startDesk(bench, plan)
  const [boss] = await agentsOf(product.dataDir, plan, 1, 1)
  if (boss === undefined) throw new Error('there is no super user')
  const agents = await agentsOf(product.dataDir, plan, BLOCKED)
  const many = Array.from({ length: SOCKETS }, (_, n) => nthCyclic(agents, n))
  const sockets = await openSockets(product.url, many, INBOX_ROOMS, () => {})
  bench.after(() => sockets.close())
  // Each agent that comes online is announced to all other sockets.
  await untilIdle(product.pid)
  const began = nowMs()
  const answer = await fetch(`${product.url}/api/companies/${BLOCKED}`, {
    method: 'PUT',
    headers: headersOf(boss),
    body: JSON.stringify({ status: false }),
  })
  if (!answer.ok) throw new Error(`the block was answered ${answer.status}`)
  while (sockets.lost() < sockets.count) {
    if (nowMs() - began > PATIENCE_MS) throw new Error(`${sockets.count - sockets.lost()} sockets stay open`)
    await sleep(5)
  }
  bench.report({
    scenario: `a company is blocked: until its ${SOCKETS} sockets are closed`,
    value: nowMs() - began,
    unit: 'ms',
    goal: { below: 1000 },
  })
})
