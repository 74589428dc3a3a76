import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { agentsOf, headersOf } from './lib/agents.js'
import { builtData } from './lib/built.js'
import { nthCyclic } from './lib/desk.js'
import { openLoop, type Request } from './lib/load.js'
import { ticketsOf } from './lib/plan.js'
import { LARGE_COMPANY } from './lib/plans.js'
import { startProduct, untilIdle } from './lib/product.js'
import { runScenario } from './lib/scenario.js'
import { nowMs, quantile } from './lib/stats.js'

const [COMPANY, NEIGHBOUR] = [1, 2]
const LOOK_MS = 100
/** Requests of the neighbour in a second, and for how many seconds at most. */
const [PER_SECOND, ALONE, BESIDE] = [20, 20, 600]
const MEGABYTE = 1024

/**
 * Megabytes of a process, on Linux only. `own`: its own memory. `ofFiles`: the page cache of its files, which the system can
 * reclaim.
 */
const memoryOf = (pid: number): { readonly own: number; readonly ofFiles: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1])
  return { own: kilobytes('RssAnon') / MEGABYTE, ofFiles: kilobytes('RssFile') / MEGABYTE }
}

/** An administrator exports a million messages. Measures the time, the additional memory and the delay of another company. */
await runScenario(async (bench) => {
  const { dataDir } = await builtData(bench, LARGE_COMPANY)
  const product = await startProduct(dataDir)
  bench.after(() => product.stop())
  const [admin] = await agentsOf(dataDir, LARGE_COMPANY, COMPANY, 1)
  if (admin === undefined) throw new Error('there is no administrator')
  await untilIdle(product.pid)
  const neighbours = await agentsOf(dataDir, LARGE_COMPANY, NEIGHBOUR, 10)
  const tickets = ticketsOf(LARGE_COMPANY, NEIGHBOUR, 'closed')
  const request = (n: number): Request => {
    const path = nthCyclic(
      [
        'tickets?status=open&showAll=true',
        'tickets/counts',
        `messages/${nthCyclic(tickets, n >> 2).ticketId}`,
        'contacts',
      ],
      n,
    )
    return { method: 'GET', path: `/api/${path}`, headers: headersOf(nthCyclic(neighbours, n)) }
  }
  const load = { rate: PER_SECOND, connections: 10, request }
  /** 99th percentile of the neighbour's requests, milliseconds. */
  const p99Of = async (seconds: number, going?: () => boolean): Promise<number> =>
    quantile(await openLoop(product.url, { ...load, seconds, ...(going && { going }) }), 0.99)
  await p99Of(ALONE / 4)
  const alone = await p99Of(ALONE)
  const call = async (method: 'GET' | 'POST') => {
    const answer = await fetch(`${product.url}/api/company-export`, { method, headers: headersOf(admin) })
    if (!answer.ok) throw new Error(`the export was answered ${answer.status}`)
    return (await answer.json()) as { readonly status: string; readonly rows: number }
  }
  const before = memoryOf(product.pid)
  const most = { ...before }
  const began = nowMs()
  await call('POST')
  let asked = began
  let state = { status: 'running', rows: 0 }
  const beside = p99Of(BESIDE, () => state.status === 'running')
  while (state.status === 'running') {
    await sleep(LOOK_MS)
    const now = memoryOf(product.pid)
    most.own = Math.max(most.own, now.own)
    most.ofFiles = Math.max(most.ofFiles, now.ofFiles)
    if (nowMs() - asked < 1000) continue
    asked = nowMs()
    state = await call('GET')
  }
  const took = (nowMs() - began) / 1000
  const p99 = await beside
  if (state.status !== 'done') throw new Error(`the export ended as ${state.status}`)
  const name = `an export of ${state.rows} records`
  bench.report({ scenario: name, value: took, unit: 's', goal: { below: 60 } })
  bench.report({
    scenario: `${name}: memory of its own that it takes`,
    value: most.own - before.own,
    unit: 'MB',
    goal: { below: 100 },
  })
  bench.report({
    scenario: `${name}: pages of the databases that the system lends`,
    value: most.ofFiles - before.ofFiles,
    unit: 'MB',
  })
  bench.log(`another company: p99 ${alone.toFixed(1)} ms without the export`)
  bench.report({
    scenario: `${name}: p99 of another company to its p99 before`,
    value: p99 / alone,
    unit: '×',
    goal: { atMost: 2 },
  })
})
