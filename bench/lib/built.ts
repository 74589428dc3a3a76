import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../infra/sqlite/database.mjs'
import type { Plan } from './plan.js'
import { startProduct, untilIdle } from './product.js'
import type { Bench } from './scenario.js'
import { keptData, type SeededData } from './seed.js'
import { nowMs } from './stats.js'

/** The kept folder of the plan with its views built. If the views are missing, a first start of the product builds them. */
export const builtData = async (bench: Bench, plan: Plan): Promise<SeededData> => {
  const began = nowMs()
  const data = await keptData(plan)
  bench.log(
    `${data.events} events, ${data.published} of them for the views; there in ${formatSeconds(nowMs() - began)}`,
  )
  const marker = join(data.dataDir, 'built')
  if (existsSync(marker)) return data
  const from = nowMs()
  const product = await startProduct(data.dataDir)
  bench.log(`views built by a first start in ${formatSeconds(nowMs() - from)}`)
  await untilIdle(product.pid)
  await product.stop()
  writeFileSync(marker, '')
  return data
}

const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** The generation of a view that readers use now. */
export const generationOf = (dataDir: string, view: string): number => {
  const db = openDatabase(join(dataDir, 'read.db'), { readOnly: true })
  const [version] = db.prepare('SELECT version FROM aliases WHERE view = ?').get([view]) ?? []
  db.close()
  return Number(version ?? 1)
}
