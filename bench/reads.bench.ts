import { join } from 'node:path'
import { openDatabase } from '../infra/sqlite/database.mjs'
import { agentsOf, headersOf } from './lib/agents.js'
import { builtData, generationOf } from './lib/built.js'
import { nthCyclic } from './lib/desk.js'
import { exactClosedLoop, type Request } from './lib/load.js'
import { ticketsOf } from './lib/plan.js'
import { LARGE_COMPANY } from './lib/plans.js'
import { startProduct, untilIdle } from './lib/product.js'
import { createRandom, createVocabulary } from './lib/random.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { nowMs, quantile } from './lib/stats.js'

const MANY = 20
const ALONE = scaleCount(600, 60)
const TOGETHER = scaleCount(3000, 200)
const WARM_UP = 100
const COMPANY = 1
/** Number of words in history.ts, where the first words are the most frequent. */
const WORDS = 5000

/** Milliseconds of each query, sent directly to the database file. */
const rawTimes = (dataDir: string, tickets: readonly number[], words: readonly string[]) => {
  const db = openDatabase(join(dataDir, 'read.db'), { readOnly: true })
  const field = (name: string): string => `"field:${name}"`
  const docs = (name: string, view: string): string => `"docs:${name}@${generationOf(dataDir, view)}"`
  const list = db.prepare(
    `SELECT body FROM ${docs('tickets', 'inbox')} WHERE company_id = ? AND ${field('status')} = ?
     ORDER BY ${field('updatedAt')} DESC, id DESC LIMIT 41`,
  )
  const page = db.prepare(
    `SELECT body FROM ${docs('messages', 'conversation')} WHERE company_id = ? AND ${field('ticketId')} = ?
     ORDER BY ${field('order')} DESC LIMIT 21`,
  )
  const index = `"words:messages@${generationOf(dataDir, 'conversation')}"`
  const search = db.prepare(
    `SELECT body FROM ${docs('messages', 'conversation')} WHERE rowid IN
       (SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT 21)`,
  )
  const timed = (count: number, ask: (n: number) => { length: number }): number[] =>
    Array.from({ length: count }, (_, n) => {
      const began = nowMs()
      ask(n)
      return nowMs() - began
    })
  const times = {
    list: timed(ALONE, (n) => list.all([COMPANY, n % 2 === 0 ? 'pending' : 'closed'])),
    page: timed(ALONE, (n) => page.all([COMPANY, nthCyclic(tickets, n * 7)])),
    search: timed(ALONE / 4, (n) => search.all([`"${COMPANY}_${nthCyclic(words, n)}"*`])),
  }
  db.close()
  return times
}

await runScenario(async (bench) => {
  const plan = LARGE_COMPANY
  const { dataDir } = await builtData(bench, plan)
  const agents = await agentsOf(dataDir, plan, COMPANY)
  const [admin] = agents
  if (admin === undefined) throw new Error('there is no agent')
  const tickets = ['open' as const, 'closed' as const].flatMap((fate) =>
    ticketsOf(plan, COMPANY, fate).map(({ ticketId }) => ticketId),
  )
  const vocabularyOf = createVocabulary(WORDS, createRandom(plan.seed))
  // frequent, usual and rare words
  const words = [2, 10, 40, 150, 500, 1000, 2500, 4500].map((rank) => nthCyclic(vocabularyOf, rank))
  const product = await startProduct(dataDir)
  bench.after(() => product.stop())
  await untilIdle(product.pid)

  const get = (path: string, agent = admin): Request => ({ method: 'GET', path, headers: headersOf(agent) })
  const kinds = {
    'ticket list with counts': (n: number): Request => {
      const agent = nthCyclic(agents, n)
      return nthCyclic(
        [
          get('/api/tickets?status=pending', agent),
          get('/api/tickets?status=open', agent),
          get('/api/tickets?showAll=true&status=closed'),
          get('/api/tickets/counts', agent),
        ],
        n,
      )
    },
    'page of messages': (n: number): Request => get(`/api/messages/${nthCyclic(tickets, n * 7)}`),
    search: (n: number): Request =>
      get(`/api/${n % 2 === 0 ? 'search/messages' : 'tickets'}?searchParam=${nthCyclic(words, n >> 1)}`),
  }
  const goals = {
    'ticket list with counts': [{ below: 15 }, { below: 40 }],
    'page of messages': [{ below: 15 }, { below: 40 }],
    search: [{ below: 100 }, undefined],
  } as const
  const raw = rawTimes(dataDir, tickets, words)
  const rawOf = { 'ticket list with counts': raw.list, 'page of messages': raw.page, search: raw.search }

  const many = (count: number, request: (n: number) => Request): Request[] =>
    Array.from({ length: count }, (_, n) => request(n))
  for (const kind of ['ticket list with counts', 'page of messages', 'search'] as const) {
    const request = kinds[kind]
    const share = kind === 'search' ? 4 : 1
    await exactClosedLoop(product.url, { connections: 1, requests: many(WARM_UP / share, request) })
    const alone = await exactClosedLoop(product.url, {
      connections: 1,
      requests: many(ALONE / share, request),
    })
    const together = await exactClosedLoop(product.url, {
      connections: MANY,
      requests: many(TOGETHER / share, request),
    })
    const [one, all] = goals[kind]
    const name = `${kind}, ${plan.tickets} tickets, ${plan.tickets * (plan.received + plan.sent)} messages`
    const p99 = (times: readonly number[]): number => quantile(times, 0.99)
    bench.log(
      `${kind}: p50 ${quantile(alone, 0.5).toFixed(1)} ms alone, ${quantile(together, 0.5).toFixed(1)} ms at ${MANY}`,
    )
    bench.report({
      scenario: `${name}: p99, one reader`,
      value: p99(alone),
      unit: 'ms',
      raw: p99(rawOf[kind]),
      goal: one,
    })
    bench.report({
      scenario: `${name}: p99, ${MANY} readers`,
      value: p99(together),
      unit: 'ms',
      ...(all === undefined ? {} : { goal: all }),
    })
  }
})
