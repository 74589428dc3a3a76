import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toPosition } from '@guiche/contracts/envelope.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { openDatabase } from '../sqlite/database.mjs'
import { tempDir } from '../testing/temp-dir.js'
import { readStoreContract } from './contract.suite.js'
import { createEmbeddedReadStore, type EmbeddedReadStore } from './embedded.js'

readStoreContract('embedded', async () => {
  const { dir, remove } = await tempDir()
  const store = await createEmbeddedReadStore({ dir })
  return {
    store,
    close: async () => {
      await store.close()
      await remove()
    },
  }
})

describe('embedded read store', () => {
  let folder: Awaited<ReturnType<typeof tempDir>>
  let store: EmbeddedReadStore
  const open = async () => {
    store = await createEmbeddedReadStore({ dir: folder.dir })
  }
  const spec = {
    name: 'things@1',
    indexes: [['companyId', 'status', 'at', 'id']],
    search: { text: ['name'] },
  }
  const fill = () =>
    store.commit({
      checkpoints: [
        {
          expected: null,
          next: { view: 'things@1', partition: 0, storeId: 'mine', position: toPosition(7) },
        },
      ],
      put: [
        {
          collection: 'things@1',
          doc: { id: 'a', companyId: 1, name: 'Ana' } as { id: string; companyId: number },
        },
      ],
      remove: [],
      outbox: [{ key: 1, value: 'x' }],
    })
  beforeEach(async () => {
    folder = await tempDir()
    await open()
    await store.ensure([spec])
  })
  afterEach(async () => {
    await store.close()
    await folder.remove()
  })

  it('many searches of one company do not delay other companies', async () => {
    const answered: number[] = []
    const search = async (companyId: number): Promise<void> => {
      const query = { collection: 'things@1', companyId, text: 'ana', limit: 1 }
      await store.search({ ...query, sort: [['id', 1]] })
      answered.push(companyId)
    }
    await Promise.all([...Array.from({ length: 100 }, () => search(1)), search(2)])
    expect(answered).toHaveLength(101)
    expect(answered.indexOf(2)).toBeLessThan(5)
  })

  it('keeps documents, words, checkpoints, outbox and aliases over a restart', async () => {
    await fill()
    await store.setAlias('things', 4)
    await store.close()
    await open()
    expect(
      (
        await store.search({ collection: 'things@1', companyId: 1, text: 'an', sort: [['id', 1]], limit: 1 })
      )[0]?.id,
    ).toBe('a')
    expect(await store.checkpoint('things@1', 0)).toMatchObject({ storeId: 'mine', position: toPosition(7) })
    expect((await store.takeOutbox(5)).entries).toEqual([{ key: 1, value: 'x' }])
    expect((await store.aliases(['things'])).get('things')).toBe(4)
    // The store reads the searched fields from the file, before any `ensure` call.
    await store.commit({
      checkpoints: [],
      put: [
        {
          collection: 'things@1',
          doc: { id: 'b', companyId: 1, name: 'Ana' } as { id: string; companyId: number },
        },
      ],
      remove: [],
    })
    expect(
      await store.search({ collection: 'things@1', companyId: 1, text: 'an', sort: [['id', 1]], limit: 5 }),
    ).toHaveLength(2)
  })

  it.each([
    ['of this store and not beyond its end', { storeId: 'mine', end: toPosition(7) }, 'kept'],
    ['beyond the end of the store', { storeId: 'mine', end: toPosition(6) }, 'dropped'],
    ['of another store', { storeId: 'other', end: toPosition(9) }, 'dropped'],
  ] as const)('a checkpoint %s', async (_, against, outcome) => {
    await fill()
    expect(await store.awaitCheckpoint(['things@1'], 0, toPosition(7), 0)).toBe(true)
    expect(await store.verifyAgainst(against)).toBe(outcome)
    const kept = outcome === 'kept'
    expect(await store.awaitCheckpoint(['things@1'], 0, toPosition(7), 0)).toBe(kept)
    expect((await store.takeOutbox(5)).entries).toHaveLength(kept ? 1 : 0)
    await store.ensure([spec])
    expect(await store.count({ collection: 'things@1', where: {}, cap: 5 })).toBe(kept ? 1 : 0)
    if (!kept) expect(await fill()).toBe('committed')
  })

  it('an empty checkpoint fits every store', async () => {
    expect(await store.verifyAgainst({ storeId: 'any', end: toPosition(0) })).toBe('empty')
  })

  it('refuses other search fields for a collection of the same name', async () => {
    await expect(store.ensure([{ ...spec, search: { text: ['name', 'city'] } }])).rejects.toThrow('version')
  })

  it('fills the columns of a later index from stored documents', async () => {
    type Thing = { id: string; companyId: number; city?: string; at?: { day: number } }
    const docs: Thing[] = [
      { id: 'a', companyId: 1, city: 'Recife', at: { day: 4 } },
      { id: 'b', companyId: 1 },
    ]
    const put = (...things: Thing[]) =>
      store.commit({
        checkpoints: [],
        put: things.map((doc) => ({ collection: 'things@1', doc })),
        remove: [],
      })
    await put(...docs)
    await store.ensure([{ ...spec, indexes: [...spec.indexes, ['city', 'at.day']] }])
    await put({ id: 'c', companyId: 1, city: 'Recife', at: { day: 2 } })
    const found = await store.find({
      collection: 'things@1',
      where: { city: 'Recife' },
      sort: [['at.day', 1]],
      limit: 5,
    })
    expect(found.map(({ id }) => id)).toEqual(['c', 'a'])
  })

  it('drops a large collection in pieces, between which other writes run', async () => {
    const put = Array.from({ length: 4500 }, (_, n) => ({
      collection: 'things@1',
      doc: { id: `n${n}`, companyId: 1, name: `name${n}` },
    }))
    await store.commit({ checkpoints: [], put, remove: [] })
    await store.close()
    await open()
    const order: string[] = []
    const dropped = store.drop('things@1').then(() => order.push('dropped'))
    await store.setAlias('things', 2).then(() => order.push('written'))
    await dropped
    expect(order).toEqual(['written', 'dropped'])
    await store.ensure([spec])
    expect(await store.count({ collection: 'things@1', where: {}, cap: 5 })).toBe(0)
    expect(
      await store.search({
        collection: 'things@1',
        companyId: 1,
        text: 'name1',
        sort: [['id', 1]],
        limit: 1,
      }),
    ).toEqual([])
    expect(await fill()).toBe('committed')
  })

  it('checkpoints its growing WAL, but rarely without readers', async () => {
    const sizes = async () => {
      const [db, log] = await Promise.all(['', '-wal'].map((end) => stat(join(folder.dir, `read.db${end}`))))
      return { db: (db?.size ?? 0) / 2 ** 20, log: (log?.size ?? 0) / 2 ** 20 }
    }
    const grow = async (prefix: string) => {
      const put = Array.from({ length: 24 }, (_, n) => ({
        collection: 'things@1',
        doc: { id: `${prefix}${n}`, companyId: 1, text: 'x'.repeat(2 ** 20) },
      }))
      for (const one of put) await store.commit({ checkpoints: [], put: [one], remove: [] })
    }
    await store.ensure([spec], { toBeFilled: true, unread: true })
    await grow('a')
    const unread = await sizes()
    expect(unread.db).toBeLessThan(1)
    expect(unread.log).toBeGreaterThan(20)
    await store.ensure([spec])
    await grow('b')
    expect((await sizes()).db).toBeGreaterThan(40)
  })

  it('drops a file with the layout of another release', async () => {
    await fill()
    await store.close()
    const db = openDatabase(join(folder.dir, 'read.db'))
    db.exec('PRAGMA user_version = 1')
    db.close()
    await open()
    expect(await store.checkpoint('things@1', 0)).toBeNull()
    await store.ensure([spec])
    expect(await fill()).toBe('committed')
  })

  it('answers waiting callers when it closes', async () => {
    const waiting = store.awaitCheckpoint(['things@1'], 0, toPosition(99), 60_000)
    await store.close()
    expect(await waiting).toBe(false)
    await open()
  })

  it('drops a file that is no database at once, and a damaged one at the next start', async () => {
    await store.close()
    const file = join(folder.dir, 'read.db')
    const without = async (work: () => Promise<void>) => {
      for (const end of ['-wal', '-shm']) await rm(`${file}${end}`, { force: true })
      await work()
    }
    await without(() => writeFile(file, 'no database'.repeat(1000)))
    await open()
    await store.ensure([spec])
    expect(await store.checkpoint('things@1', 0)).toBeNull()
    await fill()
    const docs = Array.from({ length: 400 }, (_, n) => ({ id: `n${n}`, companyId: 1, text: 'x'.repeat(900) }))
    const put = docs.map((doc) => ({ collection: 'things@1', doc }))
    await store.commit({ checkpoints: [], put, remove: [] })
    await store.close()

    const db = openDatabase(file)
    db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([])
    db.close()
    const bytes = await readFile(file)
    const middle = Math.floor(bytes.length / 8192) * 4096
    await without(() => writeFile(file, bytes.fill(0x5a, middle, middle + 20 * 4096)))
    const told: string[] = []
    const broken = await createEmbeddedReadStore({
      dir: folder.dir,
      onDeath: (failure) => told.push(failure.message),
    })
    const all = docs.map(({ id }) => id)
    await expect(broken.getMany('things@1', all)).rejects.toThrow('malformed')
    await broken.close()
    await open()
    await store.ensure([spec])
    expect(await store.checkpoint('things@1', 0)).toBeNull()
    expect(told).toEqual(['read.db is damaged; it is built anew at the next start'])
  })
})
