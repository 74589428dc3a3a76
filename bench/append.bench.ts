import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCodec } from '@guiche/infra/event-store/codec.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { startWorker } from '@guiche/infra/sqlite/worker.js'
import { appendItems, appendsOf, type WriteTimes } from './lib/appends.js'
import { scaleCount } from './lib/scale.js'
import { runScenario } from './lib/scenario.js'
import { median, quantile } from './lib/stats.js'

const WRITERS = 200
const ROUNDS = 5
/** More streams than the writer caches. */
const APPENDS = scaleCount(80_000, 2000)

await runScenario(async ({ report, log, after }) => {
  const dir = await mkdtemp(join(tmpdir(), 'guiche-append-'))
  after(() => rm(dir, { recursive: true, force: true }))
  const codec = createCodec()
  const through: WriteTimes[] = []
  const raw: WriteTimes[] = []
  // Each round writes new files. The two sides take turns, so that neither always has the faster disk.
  for (let round = 0; round <= ROUNDS; round++) {
    const appends = appendsOf(round, APPENDS)
    const store = await createEmbeddedEventStore({ dir: join(dir, `store-${round}`) })
    const viaPort = await appendItems(appends, WRITERS, async ({ stream, event }) => {
      const done = await store.append(stream, 'none', [event])
      if (!done.ok) throw new Error(done.error.kind)
    })
    await store.close()

    const encoded = appends.map(({ stream, event }) => {
      const one = codec.encode(event)
      if (!one.ok) throw new Error(one.error.kind)
      return { stream, expected: 'none', events: [one.value] }
    })
    const worker = await startWorker(new URL('./lib/raw-writer.mjs', import.meta.url), {
      file: join(dir, `raw-${round}.db`),
    })
    const bare = await appendItems(encoded, WRITERS, async (request) => void (await worker.call(request)))
    await worker.close()
    // The first round is a warm-up.
    if (round === 0) continue
    through.push(viaPort)
    raw.push(bare)
    log(
      `round ${round}: ${viaPort.perSecond.toFixed(0)} a second through the port, ${bare.perSecond.toFixed(0)} raw`,
    )
  }
  report({
    scenario: `append, durable, ${WRITERS} writers`,
    value: median(through.map(({ perSecond }) => perSecond)),
    unit: '/s',
    raw: median(raw.map(({ perSecond }) => perSecond)),
    ratioGoal: { atLeast: 0.7 },
  })
  const p99 = (runs: readonly WriteTimes[]): number =>
    quantile(
      runs.flatMap(({ times }) => times),
      0.99,
    )
  report({
    scenario: `append, durable, ${WRITERS} writers: p99`,
    value: p99(through),
    unit: 'ms',
    raw: p99(raw),
  })
})
