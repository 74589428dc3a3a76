import { err } from '@guiche/contracts/result.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { until } from '@guiche/infra/testing/until.js'
import { expect, it } from '@jest/globals'
import type { ProviderSession } from '../providers/provider.js'
import { createFetcher } from './fetcher.js'

it('files that are fetched are forgotten once they are due no longer', async () => {
  const state = { due: [] as DueWorkDoc[], asked: 0, failed: [] as string[] }
  const work = (ref: string) =>
    ({
      id: `media:${ref}`,
      ref,
      since: '1',
      companyId: 1,
      connectionId: 1,
      correlationId: 'c',
    }) as unknown as DueWorkDoc
  const fetcher = createFetcher({
    load: async () => state.due,
    records: {
      messages: async (ids) => {
        state.asked++
        return new Map(ids.map((id) => [id, { id, waId: id, fromMe: false } as unknown as MessageDoc]))
      },
    },
    blobs: { put: async () => ({}) } as unknown as Blobs,
    line: () =>
      ({
        fetchMedia: async () => err({ kind: 'refused', code: 'ERR_WAPP_DOWNLOAD_MEDIA', detail: 'gone' }),
      }) as unknown as ProviderSession,
    report: async () => undefined,
    done: () => undefined,
    fail: async ({ ref }) => void state.failed.push(ref),
    onError: () => undefined,
    delayScale: 0,
  })
  state.due = [work('a')]
  fetcher.wake()
  await until(() => state.failed.length === 1)
  // what is still shown as due is not asked for twice
  fetcher.wake()
  state.due = [work('a'), work('b')]
  fetcher.wake()
  await until(() => state.failed.length === 2)
  expect(state.failed).toEqual(['a', 'b'])
  state.due = [work('c')]
  fetcher.wake()
  await until(() => state.failed.length === 3)
  state.due = [work('a')]
  fetcher.wake()
  await until(() => state.failed.length === 4)
  expect(state.failed).toEqual(['a', 'b', 'c', 'a'])
  await fetcher.stop()
})
