import { excludeSystemEvents, START as LOG_START, NO_STREAM } from '@eventstore/db-client'
import { START } from '@guiche/contracts/envelope.js'
import { createCodec } from '@guiche/infra/event-store/codec.js'
import { closeClient, connect, createEventStoreDb } from '@guiche/infra/event-store/eventstoredb.js'
import { toProposed } from '@guiche/infra/event-store/eventstoredb-events.js'
import { startDouble } from '../launcher/testing/service-process.js'
import { appendsOf, type Timed, write } from './lib/appends.js'
import { scaled } from './lib/scale.js'
import { scenario } from './lib/scenario.js'
import { median, nowMs } from './lib/stats.js'

const WRITERS = 64
const ROUNDS = 3
const APPENDS = scaled(6_000, 300)

/** What the adapter of EventStoreDB costs beside the client alone, both on the double of the server in its own process. */
await scenario(async ({ tell, say, after }) => {
  const double = await startDouble()
  after(() => double.kill())
  const store = await createEventStoreDb({ url: double.url })
  after(() => store.close())
  const client = connect(double.url)
  after(() => closeClient(client))
  const codec = createCodec()

  const appended = { through: [] as Timed[], raw: [] as Timed[] }
  for (let round = 0; round <= ROUNDS; round++) {
    const through = await write(appendsOf(2 * round, APPENDS), WRITERS, async ({ stream, event }) => {
      const done = await store.append(stream, 'none', [event])
      if (!done.ok) throw new Error(done.error.kind)
    })
    const encoded = appendsOf(2 * round + 1, APPENDS).map(({ stream, event }) => {
      const one = codec.encode(event)
      if (!one.ok) throw new Error(one.error.kind)
      return { stream, event: toProposed(one.value) }
    })
    const raw = await write(encoded, WRITERS, async ({ stream, event }) => {
      await client.appendToStream(stream, event, { expectedRevision: NO_STREAM })
    })
    // the first round only warms up
    if (round === 0) continue
    appended.through.push(through)
    appended.raw.push(raw)
  }
  const rate = (runs: readonly Timed[]): number => median(runs.map(({ perSecond }) => perSecond))
  tell({
    scenario: `EventStoreDB double: appends, ${WRITERS} at once`,
    value: rate(appended.through),
    unit: '/s',
    raw: rate(appended.raw),
    ratioGoal: { atLeast: 0.9 },
  })

  const count = 2 * (ROUNDS + 1) * APPENDS
  const through: number[] = []
  const raw: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
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
    const bare = (count * 1000) / (nowMs() - began)
    await subscription.unsubscribe()
    if (round === 0) continue
    through.push(own)
    raw.push(bare)
  }
  say(
    `catch-up ${through.map(Math.round).join(' ')} /s, the client alone ${raw.map(Math.round).join(' ')} /s`,
  )
  tell({
    scenario: `EventStoreDB double: catch-up of ${count} events`,
    value: median(through),
    unit: '/s',
    raw: median(raw),
    ratioGoal: { atLeast: 0.58 },
  })
})
