import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agentsOf, headersOf } from './lib/agents.js'
import { builtData } from './lib/built.js'
import { WEB_COMPANY } from './lib/plans.js'
import { startProduct, untilIdle } from './lib/product.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { median, quantile } from './lib/stats.js'

const COMPANY = 1
const OPENINGS = scaleCount(200, 10)
const FEW = scaleCount(50, 5)
const SLOW = 4
const AGENT = { email: 'agent2@company1.test', password: 'measured-2' }

interface Inbox {
  slow(rate: number): Promise<unknown>
  open(): Promise<{ readonly header: number; readonly bubbles: number; readonly id: string }>
  again(): Promise<number>
  tab(name: string): Promise<number>
  send(text: string): Promise<number>
  raw(id: string, token: string): Promise<number>
  interactions(): Promise<number[]>
  stop(): Promise<unknown>
}
interface Pages {
  startInbox(url: string, who: typeof AGENT): Promise<Inbox>
}
type Limits = Readonly<Record<'header' | 'bubbles' | 'again' | 'tab' | 'own', number>>
/** Targets in milliseconds. In the slowed browser, only the paint after each interaction has a target. */
const GOALS: Limits = { header: 50, bubbles: 150, again: 60, tab: 80, own: 40 }

const repeatMeasurement = async (count: number, one: (n: number) => Promise<number>): Promise<number[]> => {
  const times: number[] = []
  for (let n = 0; n < count; n++) times.push(await one(n))
  return times
}

/**
 * Measures the usual work of an agent in the inbox of a large company. The browser runs at full speed, then
 * slowed down.
 */
await runScenario(async (bench) => {
  const plan = WEB_COMPANY
  const kept = await builtData(bench, plan)
  const dataDir = await mkdtemp(join(tmpdir(), 'guiche-run-'))
  bench.after(() => rm(dataDir, { recursive: true, force: true }))
  // The measurement adds events, so it uses a copy of the seed data.
  await cp(kept.dataDir, dataDir, { recursive: true })
  const product = await startProduct(dataDir)
  bench.after(() => product.stop())
  const [admin, agent] = await agentsOf(dataDir, plan, COMPANY, 2)
  if (admin === undefined || agent === undefined) throw new Error('there are too few agents')
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${product.url}/api${path}`, {
      method,
      headers: headersOf(admin),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  const { name, profile, allTicket, queues } = await call('GET', `/users/${agent.userId}`)
  const queueIds = (queues as { id: number }[]).map(({ id }) => id)
  await call('PUT', `/users/${agent.userId}`, { ...AGENT, name, profile, allTicket, queueIds })
  await untilIdle(product.pid)

  // Imported by its address: its types need the browser's types, which only the web app's type check has.
  const address = new URL('../web/e2e/measured-inbox.ts', import.meta.url).href
  const { startInbox } = (await import(address)) as Pages
  const inbox = await startInbox(product.url, AGENT)
  bench.after(inbox.stop)
  const size = `${plan.tickets} tickets, ${plan.tickets * (plan.received + plan.sent)} messages`

  const measure = async (rate: number, openings: number) => {
    await inbox.slow(rate)
    // The first conversation loads the shared code.
    const { id } = await inbox.open()
    await inbox.interactions()
    const opened = []
    for (let n = 0; n < openings; n++) opened.push(await inbox.open())
    const again = await repeatMeasurement(FEW, inbox.again)
    await inbox.tab('Aguardando')
    const tab = await repeatMeasurement(FEW, (n) => inbox.tab(n % 2 === 0 ? 'Meus' : 'Aguardando'))
    if (FEW % 2 === 0) await inbox.tab('Meus')
    const own = await repeatMeasurement(FEW, (n) => inbox.send(`medida ${rate}-${n}.`))
    const times = {
      header: opened.map(({ header }) => header),
      bubbles: opened.map(({ bubbles }) => bubbles),
      ...{ again, tab, own },
    }
    return { times, interactions: await inbox.interactions(), id }
  }
  const WORDS = {
    header: 'a ticket is opened: its header',
    bubbles: 'a ticket is opened: its messages',
    again: 'a ticket is opened again: its messages',
    tab: 'another list',
    own: 'the own bubble after Enter',
  } as const
  for (const [rate, openings] of [
    [1, OPENINGS],
    [SLOW, FEW],
  ] as const) {
    const { times, interactions, id } = await measure(rate, openings)
    const raw = await repeatMeasurement(FEW, () => inbox.raw(id, agent.token))
    const how = rate === 1 ? size : `browser slowed ${rate} times`
    for (const [name, words] of Object.entries(WORDS) as [keyof Limits, string][]) {
      const found = times[name]
      bench.log(
        `${words}, ${how}: p50 ${median(found).toFixed(0)}, p75 ${quantile(found, 0.75).toFixed(0)}, p99 ${quantile(found, 0.99).toFixed(0)} ms of ${found.length}`,
      )
      bench.report({
        scenario: `${words}, ${how}: p75`,
        value: quantile(found, 0.75),
        unit: 'ms',
        ...(name === 'bubbles' ? { raw: quantile(raw, 0.75) } : {}),
        ...(rate === 1 ? { goal: { below: GOALS[name] } } : {}),
      })
    }
    bench.report({
      scenario: `interaction to next paint, ${how}: p98 of ${interactions.length} above 16 ms`,
      // The browser does not report shorter interactions, so 16 ms stand for them.
      value: interactions.length === 0 ? 16 : quantile(interactions, 0.98),
      unit: 'ms',
      ...(rate === 1 ? {} : { goal: { below: 200 } }),
    })
  }
})
