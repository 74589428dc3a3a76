import { err, ok } from '@guiche/contracts/result.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { until } from '@guiche/infra/testing/until.js'
import { expect, it } from '@jest/globals'
import type { Failure, ProviderSession } from '../providers/provider.js'
import { createFetcher } from './fetcher.js'
import type { Outcome } from './lane.js'

const work = (ref: string): DueWorkDoc =>
  ({ id: `media:${ref}`, ref, since: '1', companyId: 1, connectionId: 1 }) as unknown as DueWorkDoc
const CODE = 'ERR_WAPP_DOWNLOAD_MEDIA'

/** Files that come when they are let, each as an answer of the phone. */
const setUp = (atOnce: number) => {
  const coming = new Map<string, (answer: Failure | null) => void>()
  const asked: string[] = []
  const reports: unknown[] = []
  const line = {
    fetchMedia: (waId: string) => {
      asked.push(waId)
      return new Promise((resolve) => {
        coming.set(waId, (failure) =>
          resolve(failure === null ? ok(Buffer.from('%PDF-1.4\n')) : err(failure)),
        )
      })
    },
  } as unknown as ProviderSession
  const fetcher = createFetcher({
    records: {
      messages: async (ids) =>
        new Map(ids.map((id) => [id, { id, waId: id, fromMe: false } as unknown as MessageDoc])),
    },
    blobs: { put: async () => ({}) } as unknown as Blobs,
    report: async (report) => void reports.push(report),
    atOnce,
  })
  const ask = (ref: string, on: ProviderSession | null = line) => fetcher.perform(work(ref), on)
  const over = async (outcome: Outcome): Promise<void> => {
    if (outcome.kind !== 'aside') throw new Error(`it is not aside but ${outcome.kind}`)
    await outcome.ready
  }
  return {
    ask,
    over,
    asked,
    reports,
    come: (ref: string, failure: Failure | null) => coming.get(ref)?.(failure),
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
