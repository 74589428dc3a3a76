import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { tempDir } from '../testing/temp-dir.js'
import { columnsOf } from './conditions.js'
import { createEmbeddedReadStore, type EmbeddedReadStore } from './embedded.js'
import { columnFields } from './fields.js'
import { createFinder } from './finder.js'
import type { FindQuery } from './read-store.js'
import { createReader, type Reader } from './reader.js'
import { MANY_PLANS, numbersBelow } from './testing/many.js'

const SORT: FindQuery['sort'] = [
  ['updatedAt', -1],
  ['id', -1],
]

describe('a query with conditions outside its index', () => {
  let folder: Awaited<ReturnType<typeof tempDir>>
  let store: EmbeddedReadStore
  let reader: Reader
  beforeAll(async () => {
    folder = await tempDir()
    store = await createEmbeddedReadStore({ dir: folder.dir })
    await store.ensure([MANY_PLANS])
    const put = numbersBelow(3000).map((n) => ({
      collection: MANY_PLANS.name,
      doc: {
        ...{ id: `d${String(n).padStart(4, '0')}`, companyId: 1 },
        // one contact has few, the other one nearly all
        ...{ contactId: n < 5 ? 1 : 2, updatedAt: `2026-${n % 7}`, line: n < 3 ? 'rare' : 'common' },
      },
    }))
    await store.commit({ checkpoints: [], put, remove: [] })
    reader = await createReader(join(folder.dir, 'read.db'), {
      ownWorker: true,
      failed: (failure) => {
        throw failure
      },
    })
  })
  afterAll(async () => {
    await reader?.close()
    await store?.close()
    await folder?.remove()
  })

  /** The found ids, and whether the search ran in the worker. */
  const look = async (where: FindQuery['where'], after?: FindQuery['after']) => {
    let worked = false
    const watched: Reader = {
      ...reader,
      inWorker: (companyId, queries) => {
        worked = true
        return reader.inWorker(companyId, queries)
      },
    }
    const columns = columnsOf(columnFields(MANY_PLANS.indexes))
    const found = await createFinder(watched, () => columns).find({
      ...{ collection: MANY_PLANS.name, where, sort: SORT, limit: 3 },
      ...(after && { after }),
    })
    return { ids: found.map((body) => (JSON.parse(body) as { id: string }).id), worked }
  }

  it('runs in the worker if it passes many documents', async () => {
    const rare = ['d0002', 'd0001', 'd0000']
    expect(await look({ companyId: 1, line: 'rare' })).toEqual({ ids: rare, worked: true })
    expect(await look({ companyId: 1, contactId: 2, line: 'none' })).toEqual({ ids: [], worked: true })
    expect(await look({ companyId: 1, line: 'rare' }, ['2026-1', 'd0001'])).toEqual({
      ids: ['d0000'],
      worked: true,
    })
    const either = [
      { companyId: 1, contactId: 1, line: 'rare' },
      { companyId: 1, contactId: 2, line: 'rare' },
    ]
    expect(await look(either)).toEqual({ ids: rare, worked: true })
  })

  it('runs on this thread if the index leaves few documents or covers all conditions', async () => {
    expect(await look({ companyId: 1, contactId: 1, line: 'rare' })).toEqual({
      ids: ['d0002', 'd0001', 'd0000'],
      worked: false,
    })
    expect((await look({ companyId: 1, contactId: 2 })).worked).toBe(false)
    expect((await look({ companyId: 1 })).worked).toBe(false)
    expect((await look({ companyId: 1, contactId: { in: [1, 2] } }, ['2026-3', 'd0500'])).worked).toBe(false)
    expect((await look({ companyId: 1, updatedAt: { from: '2026-1', to: '2026-2' } })).worked).toBe(false)
  })
})
