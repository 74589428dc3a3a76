import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type NewEvent, SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { createCodec } from '@guiche/infra/event-store/codec.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { startWorker } from '@guiche/infra/sqlite/worker.js'
import { appendItems, appendsOf } from './lib/appends.js'
import { type LoggedEvent, openEventLog } from './lib/event-log.js'
import { DESK, type Plan, type PlannedTicket, ticketsOf } from './lib/plan.js'
import { processorMs, startProduct, untilIdle } from './lib/product.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { freshData } from './lib/seed.js'
import { nowMs } from './lib/stats.js'

const COMPANIES = 50
const SMALL = scaleCount(40)
const LARGE = scaleCount(8_000, 100)
const WRITERS = 50
/**
 * BEFORE_DUE: milliseconds from scheduling the items until they are due; the product starts meanwhile. PATIENCE: limit in
 * milliseconds for doing all items.
 */
const [BEFORE_DUE, PATIENCE] = [scaleCount(60_000, 15_000), 300_000]
/** Items of one kind that the engine does concurrently. */
const AT_ONCE = 20

const plan: Plan = {
  ...DESK,
  companies: COMPANIES,
  agents: 2,
  contacts: COMPANIES * SMALL + LARGE,
  tickets: COMPANIES * SMALL + LARGE,
  ofFirst: LARGE,
  received: 1,
}

/** Items of many companies fall due in the same second. */
await runScenario(async (bench) => {
  const { report, log, after } = bench
  const { dataDir } = await freshData(plan)
  after(() => rm(dataDir, { recursive: true, force: true }))
  const eventLog = openEventLog(dataDir)
  after(eventLog.close)
  const places: PlannedTicket[] = []
  for (let companyId = 1; companyId <= COMPANIES; companyId++)
    places.push(...ticketsOf(plan, companyId, 'open'))
  let product = await startProduct(dataDir)
  after(() => product.stop())
  await untilIdle(product.pid)

  /** Writes one event for each ticket, which schedules an item. Gives the time at which all items are due. */
  const ask = async (
    of: readonly PlannedTicket[],
    asking: (place: PlannedTicket, at: string) => Pick<NewEvent, 'type' | 'data'> & { stream: string },
  ): Promise<number> => {
    await product.stop()
    const due = Math.ceil((Date.now() + BEFORE_DUE) / 1000) * 1000
    const store = await createEmbeddedEventStore({ dir: dataDir })
    await appendItems(of, WRITERS, async (place) => {
      const { companyId } = place
      const { stream, ...what } = asking(place, new Date(due).toISOString())
      const id = randomUUID()
      const ids = { id, correlationId: id, causationId: id }
      const event = { ...ids, ...what, companyId, time: new Date().toISOString(), actor: SYSTEM }
      const done = await store.append(stream, 'any', [event])
      if (!done.ok) throw new Error(`${what.type}: ${done.error.kind}`)
    })
    await store.close()
    product = await startProduct(dataDir)
    await untilIdle(product.pid)
    const left = due - Date.now()
    log(`${of.length} items asked for, due in ${(left / 1000).toFixed(1)} s`)
    if (left < 0) throw new Error('the product was not ready when all was due')
    await sleep(left)
    return due
  }
  const snooze = (of: readonly PlannedTicket[]) =>
    ask(of, ({ ticketId, contactId }, until) => ({
      stream: streams.ticket(ticketId),
      type: 'ticket.snoozed.v1',
      data: { ticketId, contactId, until },
    }))
  let scheduleId = 0
  const plannedFor = (of: readonly PlannedTicket[]) =>
    ask(of, ({ contactId, ticketId, userId }, sendAt) => {
      scheduleId += 1
      const outcome = { status: 'PENDENTE', sentAt: null, error: null }
      const about = { scheduleId, body: 'Olá, tudo bem?', sendAt, contactId, ticketId, userId, media: null }
      return {
        stream: streams.record('schedule', scheduleId),
        type: 'schedule.created.v1',
        data: { ...about, ...outcome },
      }
    })
  const lastOf = (told: readonly LoggedEvent[], due: number): number =>
    Math.max(...told.map(({ at }) => at - due)) / 1000
  /** Number of items that were done twice or never. */
  const faults = (
    told: readonly LoggedEvent[],
    idOf: (told: LoggedEvent) => unknown,
    wanted: number,
  ): number => {
    const known = new Set(told.map(idOf)).size
    return told.length - known + Math.abs(wanted - known)
  }
  /** Seconds until the last item of the small companies, times the large company's share of all items done by then. */
  const delayOfOthers = (told: readonly LoggedEvent[], due: number): number => {
    const last = lastOf(
      told.filter(({ companyId }) => companyId !== 1),
      due,
    )
    const byThen = told.filter(({ at }) => at - due <= last * 1000)
    return (last * byThen.filter(({ companyId }) => companyId === 1).length) / byThen.length
  }

  const measured = async (
    what: string,
    begin: typeof snooze,
    [type, id]: readonly [string, string],
  ): Promise<number> => {
    const from = eventLog.end()
    const due = await begin(places)
    const used = processorMs(product.pid)
    const told = await eventLog.until(from, type, {
      ...{ count: places.length, withinMs: PATIENCE },
      is: ({ data }) => data[id] !== undefined,
    })
    const processor = (processorMs(product.pid) - used) / places.length
    const seconds = lastOf(told, due)
    const name = `${places.length} ${what} of ${COMPANIES} companies, due at one second`
    report({ scenario: `${name}: all done`, value: seconds, unit: 's', goal: { atMost: 10 } })
    report({ scenario: `${name}: processor time of one`, value: processor, unit: 'ms' })
    report({
      scenario: `${name}: delay of the others by the ${LARGE} of one company`,
      value: delayOfOthers(told, due),
      unit: 's',
      goal: { atMost: 1 },
    })
    report({
      scenario: `${name}: done twice, or not`,
      value: faults(told, ({ data }) => data[id], places.length),
      unit: '',
      goal: { atMost: 0 },
    })
    return places.length / seconds
  }

  const rate = await measured('snoozed tickets', snooze, ['ticket.woken.v1', 'ticketId'])
  await measured('planned messages', plannedFor, ['message.requested.v1', 'scheduleId'])

  const some = places.filter((_, n) => n % 5 === 0)
  const from = eventLog.end()
  await plannedFor(some)
  await eventLog.until(from, 'message.requested.v1', { count: some.length / 4, withinMs: PATIENCE })
  await product.kill()
  const began = nowMs()
  product = await startProduct(dataDir)
  await eventLog.until(from, 'message.requested.v1', { count: some.length, withinMs: PATIENCE })
  log(`started again and done in ${((nowMs() - began) / 1000).toFixed(1)} s`)
  await untilIdle(product.pid)
  const told = eventLog.since(from, 'message.requested.v1')
  report({
    scenario: `${some.length} planned messages, kill -9 after a quarter of them: asked for twice, or not`,
    value: faults(told, ({ data }) => data.scheduleId, some.length),
    unit: '',
    goal: { atMost: 0 },
  })

  const codec = createCodec()
  const dir = await mkdtemp(join(tmpdir(), 'guiche-due-'))
  after(() => rm(dir, { recursive: true, force: true }))
  const worker = await startWorker(new URL('./lib/raw-writer.mjs', import.meta.url), {
    file: join(dir, 'raw.db'),
  })
  const encoded = appendsOf(1, places.length).map(({ stream, event }) => {
    const one = codec.encode(event)
    if (!one.ok) throw new Error(one.error.kind)
    return { stream, expected: 'none', events: [one.value] }
  })
  const raw = await appendItems(encoded, AT_ONCE, async (request) => void (await worker.call(request)))
  await worker.close()
  report({
    scenario: `snoozed tickets that come back, ${AT_ONCE} at once`,
    value: rate,
    unit: '/s',
    raw: raw.perSecond,
  })
})
