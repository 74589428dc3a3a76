import { toPosition } from '@guiche/contracts/envelope.js'
import { afterAll, beforeAll, beforeEach } from '@jest/globals'
import type { CollectionSpec, Commit, Doc, FindQuery, ReadStore } from '../read-store.js'

export interface Thing extends Doc {
  readonly status?: string | null
  readonly user?: number | null
  readonly score?: number | string | null
  readonly name?: string | null
  readonly number?: string | null
  readonly tags?: readonly number[]
  readonly last?: { readonly at: string }
}
export type MakeStore = () => Promise<{ store: ReadStore; close(): Promise<void> }>

export const BY_ID: FindQuery['sort'] = [['id', 1]]
export const idsOf = (docs: readonly Doc[]) => docs.map(({ id }) => id)

/** For the contract: a store, and a collection of its own for each test. Called inside a `describe`. */
export const useThings = (make: MakeStore) => {
  let made: Awaited<ReturnType<MakeStore>>
  let count = 0
  const its = {
    get store(): ReadStore {
      return made.store
    },
    collection: '',
    spec: { name: '', indexes: [] } as CollectionSpec,
    view: () => `view-of-${its.collection}`,
    commit: (change: Partial<Commit>) =>
      its.store.commit({ checkpoints: [], put: [], remove: [], ...change }),
    put: (...docs: Thing[]) => its.commit({ put: docs.map((doc) => ({ collection: its.collection, doc })) }),
    checkpoint: (position: number, expected: number | null, storeId = 'store') => ({
      expected: expected === null ? null : toPosition(expected),
      next: { view: its.view(), partition: 0, storeId, position: toPosition(position) },
    }),
  }
  beforeAll(async () => {
    made = await make()
  })
  afterAll(() => made.close())
  beforeEach(async () => {
    its.collection = `things-${++count}@1`
    its.spec = {
      name: its.collection,
      indexes: [
        ['companyId', 'status', 'last.at', 'id'],
        ['companyId', 'score', 'id'],
      ],
      search: { text: ['name'], digits: ['number'] },
    }
    await its.store.ensure([its.spec])
  })
  return its
}
export type Things = ReturnType<typeof useThings>
