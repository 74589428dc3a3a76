import { headersOf } from './lib/agents.js'
import { startDesk } from './lib/desk.js'
import { DESK } from './lib/plan.js'
import { processorMs, untilIdle } from './lib/product.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { median, nowMs } from './lib/stats.js'

const PLANNED = scaleCount(5_000, 50)
const AT_ONCE = 50
const READS = 20
const DAYS = 28
const DAY_MS = 24 * 3_600_000

/** The first day of the month after next, in UTC. */
const monthAhead = (): Date => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1))
}

/** A month of scheduled messages, read by the calendar. The raw figure parses and writes the same answer once. */
await runScenario(async (bench) => {
  const { product, agents, tickets } = await startDesk(bench, DESK)
  const [admin] = agents
  const contactId = tickets[0]?.contactId
  if (admin === undefined || contactId === undefined) throw new Error('there is no agent, or no ticket')
  const headers = headersOf(admin)
  const from = monthAhead()
  const plan = async (n: number): Promise<void> => {
    const sendAt = new Date(from.getTime() + (n * DAYS * DAY_MS) / PLANNED).toISOString()
    const body = JSON.stringify({ body: `Mensagem ${n}`, contactId, sendAt })
    const { status } = await fetch(`${product.url}/api/schedules`, { method: 'POST', headers, body })
    if (status !== 200) throw new Error(`a message is planned with ${status}`)
  }
  for (let n = 0; n < PLANNED; n += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, PLANNED - n) }, (_, at) => plan(n + at)))
  await untilIdle(product.pid)

  const to = new Date(from.getTime() + DAYS * DAY_MS)
  const range = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() })
  const read = async (): Promise<string> =>
    (await fetch(`${product.url}/api/schedules?${range}`, { headers })).text()
  const text = await read()
  const found = (JSON.parse(text) as { readonly count: number }).count
  if (found !== PLANNED) throw new Error(`${found} of ${PLANNED} messages are in the month`)

  const raw: number[] = []
  const times: number[] = []
  const busyBefore = processorMs(product.pid)
  for (let n = 0; n < READS; n++) {
    const began = nowMs()
    await read()
    times.push(nowMs() - began)
    const rawBegan = nowMs()
    JSON.stringify(JSON.parse(text))
    raw.push(nowMs() - rawBegan)
  }
  const busy = (processorMs(product.pid) - busyBefore) / READS
  const month = `a month of ${PLANNED} planned messages`
  bench.report({ scenario: `${month}: median`, value: median(times), raw: median(raw), unit: 'ms' })
  bench.report({
    scenario: `${month}: time of the processor`,
    ...{ value: busy, raw: median(raw), unit: 'ms', goal: { below: 200 } },
  })
})
