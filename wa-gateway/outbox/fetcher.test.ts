import { addAbortSignal, Readable } from 'node:stream'
import { err, ok } from '@guiche/contracts/result.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import { until } from '@guiche/infra/testing/until.js'
import { expect, it } from '@jest/globals'
import { createFileTurns } from '../media/file-turns.js'
import { MAX_INBOUND, type Pace } from '../media/inbound.js'
import type { Failure, ProviderSession } from '../providers/provider.js'
import { createMemoryBlobs } from '../testing/memory-blobs.js'
import { createFetcher } from './fetcher.js'
import type { Outcome } from './lane.js'

const workFor = (ref: string): DueWorkDoc =>
  ({
    id: `media:${ref}`,
    ref,
    since: '1',
    companyId: 1,
    connectionId: 1,
    later: false,
  }) as unknown as DueWorkDoc
const CODE = 'ERR_WAPP_DOWNLOAD_MEDIA'
const PDF = Buffer.from('%PDF-1.4\n')

/** Files whose download the test ends. `said`: the size in bytes claimed by the sender. */
const setUp = (atOnce: number, said = 0, pace?: Pace) => {
  const coming = new Map<string, (answer: Failure | Readable | null) => void>()
  const asked: string[] = []
  const reports: unknown[] = []
  const rooms: number[] = []
  const turns = createFileTurns()
  const { blobs, files } = createMemoryBlobs()
  const line = {
    fetchMedia: (waId: string) => {
      asked.push(waId)
      return new Promise((resolve) => {
        coming.set(waId, (answer) =>
          resolve(
            answer !== null && 'kind' in answer
              ? err(answer)
              : ok({ content: answer ?? Readable.from([PDF]), key: waId }),
          ),
        )
      })
    },
  } as unknown as ProviderSession
  const fetcher = createFetcher({
    records: {
      messages: async (ids) =>
        new Map(
          ids.map((id) => [
            id,
            { id, waId: id, fromMe: false, companyId: 1, media: { size: said } } as unknown as MessageDoc,
          ]),
        ),
    },
    blobs,
    turns: (asker, bytes, of) => {
      rooms.push(bytes)
      return turns(asker, bytes, of)
    },
    report: async (_work, report) => void reports.push(report),
    atOnce,
    ...(pace && { pace }),
  })
  const ask = (ref: string, on: ProviderSession | null = line) => fetcher.perform(workFor(ref), on)
  const over = async (outcome: Outcome): Promise<void> => {
    if (outcome.kind !== 'aside') throw new Error(`it is not aside but ${outcome.kind}`)
    await outcome.ready
  }
  return {
    ask,
    over,
    asked,
    reports,
    rooms,
    files,
    come: (ref: string, answer: Failure | Readable | null) => coming.get(ref)?.(answer),
  }
}

it('files are fetched a few at once, each for itself', async () => {
  const { ask, over, asked, come } = setUp(2)
  const [first, second] = [await ask('a'), await ask('b')]
  expect(await ask('c')).toEqual({ kind: 'halt' })
  await until(() => asked.length === 2)
  come('b', { kind: 'refused', code: CODE, detail: 'gone' })
  await over(second)
  expect(await ask('b')).toEqual({ kind: 'failed', code: CODE, detail: 'gone' })
  const third = await ask('c')
  await until(() => asked.length === 3)
  come('a', { kind: 'fault', code: CODE, detail: 'cut' })
  come('c', { kind: 'offline' })
  await Promise.all([over(first), over(third)])
  expect(await ask('a')).toEqual({ kind: 'fault', code: CODE, detail: 'cut' })
  expect(await ask('c')).toEqual({ kind: 'halt' })
  expect(asked).toEqual(['a', 'b', 'c'])
})

it('nothing is fetched without a line', async () => {
  const { ask, asked } = setUp(1)
  expect(await ask('a', null)).toEqual({ kind: 'halt' })
  expect(asked).toEqual([])
})

it('a file larger than its sender declared is fetched again, in the turn of large files', async () => {
  const { ask, over, asked, rooms, files, reports, come } = setUp(1, PDF.length - 1)
  const first = await ask('a')
  await until(() => asked.length === 1)
  come('a', null)
  await until(() => asked.length === 2)
  come('a', null)
  await over(first)
  expect(await ask('a')).toEqual({ kind: 'done' })
  expect(rooms).toEqual([PDF.length - 1, MAX_INBOUND])
  expect([...files.values()].map(({ content }) => content)).toEqual([PDF])
  expect(reports).toHaveLength(1)
})

/** A download that never ends and sends a byte now and then. */
const drippingDownload = (): Readable => {
  const drips = new Readable({ read: () => undefined })
  const tap = setInterval(() => drips.push(Buffer.alloc(1)), 5)
  return drips.once('close', () => clearInterval(tap))
}
const LONG = 600_000

it.each([
  ['in each short time', { windowMs: 50, leastBytes: 1_000, wholeMs: LONG }],
  ['as a whole', { windowMs: LONG, leastBytes: 1_000, wholeMs: 50 }],
])('a file that comes too slowly %s is given up; the next file takes its slot', async (_, pace) => {
  const { ask, over, asked, come } = setUp(1, 0, pace)
  const slow = await ask('a')
  await until(() => asked.length === 1)
  const drips = drippingDownload()
  come('a', drips)
  expect(await ask('b')).toEqual({ kind: 'halt' })
  await over(slow)
  expect(drips.destroyed).toBe(true)
  expect(await ask('a')).toEqual({ kind: 'fault', code: CODE, detail: 'Error: the file comes too slowly' })
  const next = await ask('b')
  await until(() => asked.length === 2)
  come('b', null)
  await over(next)
  expect(await ask('b')).toEqual({ kind: 'done' })
})

it('a file whose line ends meanwhile waits for the next line', async () => {
  const { ask, over, asked, come } = setUp(1)
  const first = await ask('a')
  await until(() => asked.length === 1)
  const line = new AbortController()
  come('a', addAbortSignal(line.signal, drippingDownload()))
  line.abort()
  await over(first)
  expect(await ask('a')).toEqual({ kind: 'halt' })
})
