import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtData } from './lib/built.js'
import { MILLION_EVENTS } from './lib/plans.js'
import { startProduct } from './lib/product.js'
import { runScenario } from './lib/scenario.js'
import { median, nowMs } from './lib/stats.js'

const STARTS = 5

/** Seconds from the start of the process until it is ready. */
const startTime = async (dataDir: string): Promise<number> => {
  const began = nowMs()
  const product = await startProduct(dataDir)
  const took = (nowMs() - began) / 1000
  await product.stop()
  return took
}

const startTimes = async (dataDir: string): Promise<number[]> => {
  // The first start creates missing files, and brings the files into the system's cache.
  await startTime(dataDir)
  const times: number[] = []
  for (let n = 0; n < STARTS; n++) times.push(await startTime(dataDir))
  return times
}

await runScenario(async (bench) => {
  const empty = await mkdtemp(join(tmpdir(), 'guiche-start-'))
  bench.after(() => rm(empty, { recursive: true, force: true }))
  const times = await startTimes(empty)
  bench.report({ scenario: 'warm start, empty', value: median(times), unit: 's', goal: { below: 2 } })
  const { dataDir, published } = await builtData(bench, MILLION_EVENTS)
  const full = await startTimes(dataDir)
  bench.report({
    scenario: `warm start, ${published} events`,
    value: median(full),
    unit: 's',
    goal: { below: 4 },
  })
})
