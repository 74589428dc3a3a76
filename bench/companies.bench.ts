import { setTimeout as sleep } from 'node:timers/promises'
import { builtData } from './lib/built.js'
import type { Plan } from './lib/plan.js'
import { FEW_COMPANIES, MANY_COMPANIES } from './lib/plans.js'
import { residentBytes, startProduct, untilIdle } from './lib/product.js'
import { type Bench, runScenario } from './lib/scenario.js'
import { median, nowMs } from './lib/stats.js'

const STARTS = 3
/** Time until the garbage collector has freed the memory that the start needed. */
const REST_MS = 15_000

/** Median seconds of a warm start, and median resident bytes of the idle process after it. */
const measureCompanies = async (bench: Bench, plan: Plan) => {
  const { dataDir } = await builtData(bench, plan)
  const seconds: number[] = []
  const bytes: number[] = []
  for (let n = 0; n < STARTS; n++) {
    const began = nowMs()
    const product = await startProduct(dataDir)
    seconds.push((nowMs() - began) / 1000)
    await untilIdle(product.pid)
    await sleep(REST_MS)
    bytes.push(residentBytes(product.pid))
    await product.stop()
  }
  return { seconds: median(seconds), bytes: median(bytes) }
}

/** Cost of idle companies: the same number of tickets in few companies and in many. */
await runScenario(async (bench) => {
  const few = await measureCompanies(bench, FEW_COMPANIES)
  const many = await measureCompanies(bench, MANY_COMPANIES)
  const { companies, agents, tickets } = MANY_COMPANIES
  const size = `${companies} companies of ${agents} agents, ${tickets} tickets`
  bench.report({ scenario: `warm start, ${size}`, value: many.seconds, unit: 's', goal: { below: 4 } })
  bench.report({
    scenario: `memory of an idle company, ${size}`,
    value: (many.bytes - few.bytes) / (companies - FEW_COMPANIES.companies) / 1024,
    unit: 'KB',
    goal: { atMost: 20 },
  })
})
