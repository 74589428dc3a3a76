import { toPosition } from '@guiche/contracts/envelope.js'
import { describe, expect, it } from '@jest/globals'
import type { ReadStore } from '../read-store/read-store.js'
import { createViewNames } from '../read-store/views.js'
import { createRecords } from './create-records.js'

describe('waiting for views', () => {
  const asked: unknown[] = []
  const readStore = {
    aliases: async () => new Map([['inbox', 2]]),
    awaitCheckpoint: async (...question: unknown[]) => {
      asked.push(question)
      return false
    },
  } as unknown as ReadStore
  const records = createRecords({
    readStore,
    views: createViewNames(readStore),
    presence: { isOnline: () => false, isAway: () => false },
  })

  it.each([
    ['nothing', [], ['inbox@2', 'contacts@1']],
    ['one of them', ['contacts@1', 'users@1'], ['inbox@2']],
    ['another version of it', ['inbox@1', 'contacts@1'], ['inbox@2']],
  ])('queries only views that are not known to be fresh; known: %s', async (_, known, views) => {
    asked.length = 0
    expect(await records.waitFor(['inbox', 'contacts'], '3:7', 50, known)).toBe(false)
    expect(asked).toEqual([[views, 3, toPosition(7), 50]])
  })

  it('makes no query if all are known to be fresh', async () => {
    asked.length = 0
    expect(await records.waitFor(['inbox', 'contacts'], '3:7', 50, ['contacts@1', 'inbox@2'])).toBe(true)
    expect(asked).toEqual([])
  })
})
