import { excludeSystemEvents, START as LOG_START, NO_STREAM } from '@eventstore/db-client'
import { START } from '@guiche/contracts/envelope.js'
import { closeClient, connectStore, createEventStoreDb } from '@guiche/infra/event-store/eventstoredb.js'
import { toProposed } from '@guiche/infra/event-store/eventstoredb-events.js'
import { startDouble } from '../launcher/testing/service-process.js'
import { appendItems, appendsOf, type WriteTimes } from './lib/appends.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { median, nowMs } from './lib/stats.js'

const WRITERS = 64
/** ROUNDS writes and READS reads of all events. */
const [ROUNDS, READS] = [20, 3]
const APPENDS = scaleCount(4_000, 300)

/** Cost of our EventStoreDB adapter, compared with the client library alone. The server is a test double in another process. */
await runScenario(async ({ report, log, after }) => {
  const double = await startDouble()
  after(() => double.kill())
  const store = await createEventStoreDb({ url: double.url })
  after(() => store.close())
  const client = connectStore(double.url)
  after(() => closeClient(client))

  let made = 0
  const through = (): Promise<WriteTimes> =>
    appendItems(appendsOf(made++, APPENDS), WRITERS, async ({ stream, event }) => {
      const done = await store.append(stream, 'none', [event])
      if (!done.ok) throw new Error(done.error.kind)
    })
  /** The client library alone does the same work: our event in its own form, the leader, a deadline. */
  const bare = (): Promise<WriteTimes> =>
    appendItems(appendsOf(made++, APPENDS), WRITERS, async ({ stream, event }) => {
      await client.appendToStream(stream, toProposed(event), {
        expectedRevision: NO_STREAM,
        requiresLeader: true,
        deadline: 10_000,
      })
    })
  const appended = { through: [] as WriteTimes[], raw: [] as WriteTimes[] }
  for (let round = 0; round <= ROUNDS; round++) {
    // The two sides take turns at going first, because the earlier work of both processes slows the second one.
    const [one, other] = round % 2 === 0 ? [through, bare] : [bare, through]
    const [first, second] = [await one(), await other()]
    // The first round is a warm-up.
    if (round === 0) continue
    appended.through.push(one === through ? first : second)
    appended.raw.push(one === through ? second : first)
  }
  const rate = (runs: readonly WriteTimes[]): number => median(runs.map(({ perSecond }) => perSecond))
  report({
    scenario: `EventStoreDB double: appends, ${WRITERS} at once`,
    value: rate(appended.through),
    unit: '/s',
    raw: rate(appended.raw),
    ratioGoal: { atLeast: 0.9 },
  })

  const count = made * APPENDS
  const read = { through: [] as number[], raw: [] as number[] }
  for (let round = 0; round <= READS; round++) {
    let left = count
    let began = nowMs()
    const all = new AbortController()
    for await (const batch of store.subscribeAll({ after: START, signal: all.signal })) {
      left -= batch.filter(({ type }) => type === 'message.requested.v1').length
      if (left <= 0) break
    }
    const own = (count * 1000) / (nowMs() - began)
    left = count
    began = nowMs()
    const subscription = client.subscribeToAll({ fromPosition: LOG_START, filter: excludeSystemEvents() })
    for await (const { event } of subscription) {
      if (event?.type === 'message.requested.v1') left -= 1
      if (left <= 0) break
    }
    const alone = (count * 1000) / (nowMs() - began)
    await subscription.unsubscribe()
    if (round === 0) continue
    read.through.push(own)
    read.raw.push(alone)
  }
  log(
    `catch-up ${read.through.map(Math.round).join(' ')} /s, the client alone ${read.raw.map(Math.round).join(' ')} /s`,
  )
  report({
    scenario: `EventStoreDB double: catch-up of ${count} events`,
    value: median(read.through),
    unit: '/s',
    raw: median(read.raw),
    ratioGoal: { atLeast: 0.58 },
  })
})
