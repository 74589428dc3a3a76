import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { streams } from '@guiche/contracts/streams.js'
import { loadSecretKey } from '@guiche/infra/config/secret-key.js'
import { createLogger } from '@guiche/infra/log/log.js'
import { openDatabase } from '../infra/sqlite/database.mjs'
import { openEngines } from '../launcher/engines.js'
import { agentsOf, headersOf } from './lib/agents.js'
import { nthCyclic } from './lib/desk.js'
import { openLoop, type Request } from './lib/load.js'
import { ticketsOf } from './lib/plan.js'
import { BACKUP } from './lib/plans.js'
import { startProduct, untilIdle } from './lib/product.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { freshData } from './lib/seed.js'
import { nowMs, quantile } from './lib/stats.js'

/** messages a second */
const RATE = 100
const CONNECTIONS = 50
const WARM_UP = scaleCount(10, 2)
const SECONDS = scaleCount(30, 5)
/** Limit for one back-up. */
const MOST_SECONDS = 600

const MAIN = fileURLToPath(new URL('../launcher/dist/backup/main.js', import.meta.url))
const run = promisify(execFile)

/** A message that the product has answered with success. */
interface AcknowledgedMessage {
  readonly messageId: string
  readonly position: number
}

/** Number of acknowledged messages whose stream is missing in the event store of `dir`. */
const missingIn = (dir: string, messages: readonly AcknowledgedMessage[]): number => {
  const db = openDatabase(join(dir, 'events.db'), { readOnly: true })
  try {
    const one = db.prepare('SELECT 1 FROM events WHERE stream = ? LIMIT 1')
    return messages.filter(({ messageId }) => one.get([streams.message(messageId)]) === undefined).length
  } finally {
    db.close()
  }
}

/**
 * Runs by `BACKUP_EVENTS=1000000 npm run bench -- backup`. Measures commands during a back-up, and checks that the copy has
 * every acknowledged message.
 */
await runScenario(async ({ report, log, after }) => {
  const { dataDir, events } = await freshData(BACKUP)
  after(() => rm(dataDir, { recursive: true, force: true }))
  const folder = await mkdtemp(join(tmpdir(), 'guiche-run-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const product = await startProduct(dataDir)
  after(() => product.stop())
  await untilIdle(product.pid)
  log(`${events} events, views built`)

  const agents = await agentsOf(dataDir, BACKUP, 1)
  const tickets = ticketsOf(BACKUP, 1, 'open').map(({ ticketId, userId }) => ({
    path: `/api/messages/${ticketId}`,
    headers: headersOf(agents.find((agent) => agent.userId === userId) ?? nthCyclic(agents, 0)),
  }))
  const acknowledged: AcknowledgedMessage[] = []
  const sending = {
    ...{ rate: RATE, connections: CONNECTIONS },
    request: (n: number): Request => ({
      method: 'POST',
      ...nthCyclic(tickets, n),
      body: JSON.stringify({
        body: `Bom dia, o pedido número ${n} já saiu para entrega e chega ainda hoje.`,
      }),
    }),
    answered: (headers: Readonly<Record<string, string | string[] | undefined>>) => {
      const position = Number(String(headers['x-position']).split(':').at(-1))
      acknowledged.push({ messageId: String(headers['x-message-id']), position })
    },
  }
  const backUp = async (to: string): Promise<number> => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
    const { stdout } = await run(process.execPath, [MAIN, 'backup', to], { env })
    log(stdout.split('\n')[0] ?? '')
    return (JSON.parse(readFileSync(join(to, 'backup.json'), 'utf8')) as { position: number }).position
  }

  await openLoop(product.url, { ...sending, seconds: WARM_UP })
  const alone = await openLoop(product.url, { ...sending, seconds: SECONDS })
  // A small installation is copied repeatedly, so that enough commands run during the copies.
  let [copy, position, count, took] = ['', 0, 0, 0]
  let going = true
  const began = nowMs()
  const copying = (async () => {
    while (count === 0 || nowMs() - began < SECONDS * 1000) {
      const before = copy
      copy = join(folder, `copy-${count}`)
      const from = nowMs()
      position = await backUp(copy)
      took = Math.max(took, nowMs() - from)
      count += 1
      if (before !== '') await rm(before, { recursive: true })
    }
  })().finally(() => {
    going = false
  })
  const beside = await openLoop(product.url, { ...sending, seconds: MOST_SECONDS, going: () => going })
  await copying
  log(`p50 ${quantile(alone, 0.5)} ms alone, ${quantile(beside, 0.5)} ms beside; ${count} back-ups`)

  const due = acknowledged.filter((one) => one.position <= position)
  if (due.length === 0) throw new Error('no message was acknowledged before the back-up')
  const again = join(folder, 'again')
  await run(process.execPath, [MAIN, 'restore', copy], { env: { PATH: process.env.PATH, DATA_DIR: again } })
  const engines = await openEngines(
    again,
    loadSecretKey(dataDir, {}),
    createLogger({ level: 'silent', pretty: false, name: 'backup' }),
  )
  const end = Number(await engines.eventStore.end())
  await engines.close()
  if (end !== position) throw new Error(`the copy ends at ${end}, not at ${position}`)
  log(`${due.length} acknowledged messages up to position ${position}`)

  const name = `back-up of ${events} events, ${RATE} messages a second`
  report({ scenario: `${name}: the longest`, value: took / 1000, unit: 's' })
  report({
    scenario: `${name}: p99 of commands`,
    value: quantile(beside, 0.99),
    unit: 'ms',
    raw: quantile(alone, 0.99),
    ratioGoal: { atMost: 2 },
  })
  report({
    scenario: `${name}: acknowledged messages missing in the copy`,
    value: missingIn(again, due),
    unit: '',
    goal: { atMost: 0 },
  })
})
