import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { agentsOf, headersOf } from './lib/agents.js'
import { builtData } from './lib/built.js'
import { LARGE_COMPANY } from './lib/plans.js'
import { startProduct, untilIdle } from './lib/product.js'
import { scenario } from './lib/scenario.js'
import { nowMs } from './lib/stats.js'

const COMPANY = 1
const LOOK_MS = 100
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

/** An administrator exports a company with a million messages. Measures the time and the additional memory. */
await scenario(async (bench) => {
  const { dataDir } = await builtData(bench, LARGE_COMPANY)
  const product = await startProduct(dataDir)
  bench.after(() => product.stop())
  const [admin] = await agentsOf(dataDir, LARGE_COMPANY, COMPANY, 1)
  if (admin === undefined) throw new Error('there is no administrator')
  await untilIdle(product.pid)
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
  while (state.status === 'running') {
    await sleep(LOOK_MS)
    const now = memoryOf(product.pid)
    most.own = Math.max(most.own, now.own)
    most.ofFiles = Math.max(most.ofFiles, now.ofFiles)
    if (nowMs() - asked < 1000) continue
    asked = nowMs()
    state = await call('GET')
  }
  if (state.status !== 'done') throw new Error(`the export ended as ${state.status}`)
  const name = `an export of ${state.rows} records`
  bench.report({ scenario: name, value: (nowMs() - began) / 1000, unit: 's', goal: { below: 60 } })
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
})
