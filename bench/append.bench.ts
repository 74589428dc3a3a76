import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NewEvent, SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { createCodec } from '@guiche/infra/event-store/codec.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import { startWorker } from '@guiche/infra/sqlite/worker.js'
import { createRandom, sentence, vocabulary } from './lib/random.js'
import { scaled } from './lib/scale.js'
import { scenario } from './lib/scenario.js'
import { median, nowMs, quantile } from './lib/stats.js'

const WRITERS = 200
const ROUNDS = 5
/** More than the streams that the writer remembers. */
const APPENDS = scaled(80_000, 2000)

interface Append {
  readonly stream: string
  readonly event: NewEvent
}

/** Messages that agents send, each in a stream of its own, as the desk appends them most. */
const appendsOf = (round: number): Append[] => {
  const random = createRandom(round)
  const words = vocabulary(2000, random)
  return Array.from({ length: APPENDS }, (_, n) => {
    const waId = `3EB0${round}X${n}`
    const messageId = messageIdOf(1, true, waId)
    const ids = { messageId, ticketId: 1 + (n % 400), contactId: 1 + (n % 400), connectionId: 1 }
    const content = { waId, kind: 'conversation', body: sentence(words, random), media: null, quotedId: null }
    const id = randomUUID()
    return {
      stream: streams.message(messageId),
      event: {
        id,
        type: 'message.requested.v1',
        data: {
          ...ids,
          ...content,
          forwarded: false,
          to: '5511911110001@s.whatsapp.net',
          userId: 1,
          source: 'user',
        },
        companyId: 1,
        time: '2026-01-02T03:04:05.678Z',
        actor: SYSTEM,
        correlationId: id,
        causationId: id,
      },
    }
  })
}

interface Timed {
  readonly perSecond: number
  readonly times: number[]
}

/** So many writers, each with its next append as soon as the last one is durable. */
const write = async <T>(items: readonly T[], append: (item: T) => Promise<void>): Promise<Timed> => {
  const times: number[] = []
  let next = 0
  const writer = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      const began = nowMs()
      await append(item)
      times.push(nowMs() - began)
    }
  }
  const began = nowMs()
  await Promise.all(Array.from({ length: WRITERS }, writer))
  return { perSecond: (items.length * 1000) / (nowMs() - began), times }
}

await scenario(async ({ tell, say, after }) => {
  const dir = await mkdtemp(join(tmpdir(), 'guiche-append-'))
  after(() => rm(dir, { recursive: true, force: true }))
  const codec = createCodec()
  const through: Timed[] = []
  const raw: Timed[] = []
  // new files each round, taken in turn, so that neither side has the better disk
  for (let round = 0; round <= ROUNDS; round++) {
    const appends = appendsOf(round)
    const store = await createEmbeddedEventStore({ dir: join(dir, `store-${round}`) })
    const viaPort = await write(appends, async ({ stream, event }) => {
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
    const bare = await write(encoded, async (request) => void (await worker.call(request)))
    await worker.close()
    // the first round only warms up
    if (round === 0) continue
    through.push(viaPort)
    raw.push(bare)
    say(
      `round ${round}: ${viaPort.perSecond.toFixed(0)} a second through the port, ${bare.perSecond.toFixed(0)} raw`,
    )
  }
  tell({
    scenario: `append, durable, ${WRITERS} writers`,
    value: median(through.map(({ perSecond }) => perSecond)),
    unit: '/s',
    raw: median(raw.map(({ perSecond }) => perSecond)),
    ratioGoal: { atLeast: 0.7 },
  })
  const p99 = (runs: readonly Timed[]): number =>
    quantile(
      runs.flatMap(({ times }) => times),
      0.99,
    )
  tell({
    scenario: `append, durable, ${WRITERS} writers: p99`,
    value: p99(through),
    unit: 'ms',
    raw: p99(raw),
  })
})
