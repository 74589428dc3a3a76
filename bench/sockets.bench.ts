import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { agentsOf, headersOf } from './lib/agents.js'
import type { CrowdNews, CrowdOrder } from './lib/crowd.js'
import { nthCyclic, startDesk } from './lib/desk.js'
import { DESK, type Plan } from './lib/plan.js'
import { residentBytes } from './lib/product.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { median, nowMs } from './lib/stats.js'

const AGENTS = 200
const COMPANIES = scaleCount(25, 2)
const CHANGES = 20
/** Time until memory has settled, and interval between its readings, in ms. */
const SETTLE = scaleCount(15_000, 3000)
const LOOK = 250
/** Limit in milliseconds for the answer of the sockets' process. */
const SILENT_MS = 300_000

const plan: Plan = {
  ...DESK,
  companies: COMPANIES,
  agents: AGENTS,
  contacts: COMPANIES * 8,
  tickets: COMPANIES * 8,
}

/** The least memory of a process within the settling time. */
const settledMemory = async (pid: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (const end = nowMs() + SETTLE; nowMs() < end; await sleep(LOOK))
    least = Math.min(least, residentBytes(pid))
  return least
}

/** Checks the limit of open files, which the processes at both ends of the sockets inherit. */
const checkFileLimit = (needed: number): void => {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
  if (limit !== 'unlimited' && Number(limit) < needed) {
    throw new Error(`ulimit -n is ${limit}; ${needed} open files are needed`)
  }
}

await runScenario(async (bench) => {
  const { report, log } = bench
  const sockets = COMPANIES * AGENTS
  checkFileLimit(sockets + 500)
  const { product, tickets } = await startDesk(bench, plan)
  const companies = Array.from({ length: COMPANIES }, (_, index) => index + 1)
  const agents = (await Promise.all(companies.map((id) => agentsOf(product.dataDir, plan, id)))).flat()

  const crowd = fork(fileURLToPath(new URL('./lib/crowd.ts', import.meta.url)), [], {
    execArgv: ['--import', 'tsx'],
  })
  bench.after(() => crowd.disconnect())
  const order = (what: CrowdOrder): void => void crowd.send(what)
  const news = async (): Promise<CrowdNews> => {
    const signal = AbortSignal.timeout(SILENT_MS)
    const [said] = (await once(crowd, 'message', { signal }).catch((failure: unknown) => {
      throw signal.aborted ? new Error(`the sockets said nothing for ${SILENT_MS / 1000} s`) : failure
    })) as [CrowdNews]
    if (said.kind === 'failed') throw new Error(said.reason)
    return said
  }

  const change = async (n: number): Promise<number> => {
    const word = `change number ${n}.`
    order({ kind: 'watch', word, sockets: AGENTS })
    const seen = news()
    const { ticketId, userId } = nthCyclic(tickets, n)
    // Only the agent of a ticket may write into it.
    const attendant = agents.find((agent) => agent.userId === userId) ?? nthCyclic(agents, 0)
    const began = nowMs()
    const answer = await fetch(`${product.url}/api/messages/${ticketId}`, {
      method: 'POST',
      headers: headersOf(attendant),
      body: JSON.stringify({ body: word }),
    })
    if (!answer.ok) throw new Error(`a message was answered ${answer.status}`)
    const said = await seen
    return said.kind === 'all' ? said.at - began : Number.NaN
  }

  const before = await settledMemory(product.pid)
  const opened = news()
  const began = nowMs()
  order({ kind: 'open', url: product.url, agents })
  await opened
  log(`${sockets} sockets signed in within ${((nowMs() - began) / 1000).toFixed(1)} s`)
  const after = await settledMemory(product.pid)

  await change(0)
  const times: number[] = []
  for (let n = 1; n <= CHANGES; n++) {
    times.push(await change(n))
    await sleep(200)
  }
  report({
    scenario: `${sockets} idle sockets: memory a socket`,
    value: (after - before) / sockets / 1024,
    unit: 'KB',
    goal: { atMost: 18 },
  })
  const name = `${sockets} sockets: until ${AGENTS} agents have one change`
  report({
    scenario: `${name}, median of ${CHANGES}`,
    value: median(times),
    unit: 'ms',
    goal: { atMost: 50 },
  })
  report({
    scenario: `${name}, worst of ${CHANGES}`,
    value: Math.max(...times),
    unit: 'ms',
    goal: { atMost: 50 },
  })
})
