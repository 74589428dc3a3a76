import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Agent, agentsOf, headersOf } from './lib/agents.js'
import { builtData } from './lib/built.js'
import { nthCyclic } from './lib/desk.js'
import { openLoop, type Request } from './lib/load.js'
import { ticketsOf } from './lib/plan.js'
import { MILLION_EVENTS } from './lib/plans.js'
import { upsertAll } from './lib/raw-upserts.js'
import type { HostNews } from './lib/rebuild-host.js'
import { runScenario } from './lib/scenario.js'
import { quantile } from './lib/stats.js'

const READS_A_SECOND = 40
const LONGEST_S = 30 * 60
const COMPANY = 1
/** Tokens are renewed in time, because they expire after 15 minutes. */
const RENEW_MS = 5 * 60_000

await runScenario(async (bench) => {
  const { report, log } = bench
  const plan = MILLION_EVENTS
  const { dataDir, published } = await builtData(bench, plan)

  let agents: Agent[] = await agentsOf(dataDir, plan, COMPANY)
  const renew = setInterval(async () => {
    agents = await agentsOf(dataDir, plan, COMPANY)
  }, RENEW_MS)
  bench.after(() => clearInterval(renew))
  const tickets = ticketsOf(plan, COMPANY, 'open')
  const read = (n: number): Request => {
    const agent = nthCyclic(agents, n)
    const paths = [
      '/api/tickets?status=open',
      '/api/tickets?status=pending',
      '/api/tickets/counts',
      `/api/messages/${nthCyclic(tickets, n).ticketId}`,
    ]
    // The administrator may open every ticket.
    const caller = n % paths.length === 3 ? nthCyclic(agents, 0) : agent
    return { method: 'GET', path: nthCyclic(paths, n), headers: headersOf(caller) }
  }

  const host = fork(fileURLToPath(new URL('./lib/rebuild-host.ts', import.meta.url)), [dataDir], {
    execArgv: ['--import', 'tsx', ...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [])],
  })
  const ended = once(host, 'exit')
  const news = async (): Promise<HostNews> => {
    const [said] = await Promise.race([
      once(host, 'message') as Promise<[HostNews]>,
      ended.then(([code]) => Promise.reject(new Error(`the host ended with ${code}`))),
    ])
    return said
  }
  const listening = await news()
  const url = listening.kind === 'listening' ? listening.url : ''
  let done = false
  host.send('rebuild')
  const reading = openLoop(url, {
    rate: READS_A_SECOND,
    seconds: LONGEST_S,
    connections: 20,
    request: read,
    going: () => !done,
  })
  reading.catch(() => undefined)
  const rebuilt = await news().finally(() => {
    done = true
  })
  const took = rebuilt.kind === 'rebuilt' ? rebuilt.ms / 1000 : Number.NaN
  const times = await reading
  host.disconnect()
  await ended

  const scratch = await mkdtemp(join(tmpdir(), 'guiche-raw-'))
  bench.after(() => rm(scratch, { recursive: true, force: true }))
  const raw = upsertAll(dataDir, join(scratch, 'raw.db'))
  log(
    `${Math.round(published / took)} events/s; raw: ${raw.documents} documents in ${(raw.ms / 1000).toFixed(1)} s`,
  )

  const name = `rebuild of all views, ${published} events`
  report({ scenario: name, value: took, unit: 's', raw: raw.ms / 1000, goal: { below: 360 } })
  report({
    scenario: `${name}: p50 of ${times.length} reads meanwhile`,
    value: quantile(times, 0.5),
    unit: 'ms',
  })
  report({
    scenario: `${name}: p99 of ${times.length} reads meanwhile`,
    value: quantile(times, 0.99),
    unit: 'ms',
    goal: { below: 50 },
  })
})
