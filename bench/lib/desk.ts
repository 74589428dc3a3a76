import { rm } from 'node:fs/promises'
import type { ProductProcess } from '../../launcher/testing/product-process.js'
import { type Agent, agentsOf } from './agents.js'
import type { Request } from './load.js'
import { type Plan, type PlannedTicket, ticketsOf } from './plan.js'
import { startProduct } from './product.js'
import type { Bench } from './scenario.js'
import { freshData } from './seed.js'

/** A started product with a small seeded company whose data the scenario may change. */
export interface Desk {
  readonly product: ProductProcess
  /** agents of company 1; the first agent is its administrator */
  readonly agents: readonly Agent[]
  /** open tickets of company 1 */
  readonly tickets: readonly PlannedTicket[]
}

/** Seeds a folder and starts the product on it. Both are removed after the scenario. */
export const startDesk = async (bench: Bench, plan: Plan): Promise<Desk> => {
  const { dataDir } = await freshData(plan)
  bench.after(() => rm(dataDir, { recursive: true, force: true }))
  const product = await startProduct(dataDir)
  bench.after(() => product.stop())
  return { product, agents: await agentsOf(dataDir, plan, 1), tickets: ticketsOf(plan, 1, 'open') }
}

/** The nth element of a list, counted round and round. */
export const nthCyclic = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length]
  if (found === undefined) throw new Error('the list is empty')
  return found
}

/** A request with the same body for the echo server. */
export const echoOf = ({ body = '{}' }: Pick<Request, 'body'>): Request => ({
  method: 'POST',
  path: '/echo',
  headers: { 'content-type': 'application/json' },
  body,
})
