import { toPosition } from '@guiche/contracts/envelope.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Mongo } from '../mongodb/connect.js'
import { heldBack, onMongo } from '../testing/mongodb.js'
import { readStoreContract } from './contract.suite.js'
import { createMongoReadStore } from './mongodb.js'
import { filterOf, type KeptDocument, sortOf } from './mongodb-filter.js'
import type { Doc, FindQuery, ReadStore, Scalar } from './read-store.js'

await onMongo('read store on MongoDB', ({ fresh }) => {
  readStoreContract('mongodb', async () => {
    const mongo = await fresh()
    const store = await createMongoReadStore({ mongo })
    return {
      store,
      close: async () => {
        await store.close()
        await mongo.close()
      },
    }
  })

  describe('mongodb read store', () => {
    let mongo: Mongo
    let store: ReadStore
    const collection = 'things@1'
    const spec = {
      name: collection,
      indexes: [
        ['companyId', 'status', 'at', 'id'],
        ['companyId', 'score', 'id'],
      ],
      search: { text: ['name'] },
    }
    beforeEach(async () => {
      mongo = await fresh()
      store = await createMongoReadStore({ mongo })
      await store.ensure([spec])
    })
    afterEach(async () => {
      await store.close()
      await mongo.close()
    })
    const put = (...docs: (Doc & Record<string, unknown>)[]) =>
      store.commit({ checkpoints: [], put: docs.map((doc) => ({ collection, doc })), remove: [] })
    const outbox = (...values: string[]) => ({
      checkpoints: [],
      put: [],
      remove: [],
      outbox: values.map((value) => ({ key: 1, value })),
    })
    const moveTo = (position: number, expected: string | null = null) => ({
      checkpoints: [
        { expected, next: { view: 'things@1', partition: 0, storeId: 's', position: toPosition(position) } },
      ],
      put: [],
      remove: [],
    })

    it('pages by a field with numbers, texts and absent values', async () => {
      const scores = [3, null, 'b', 1, 'a', undefined, 2, 'c', null]
      await put(...scores.map((score, n) => ({ id: `${n}`, companyId: 1, score })))
      for (const direction of [1, -1] as const) {
        const query: FindQuery = {
          collection,
          where: { companyId: 1 },
          sort: [
            ['score', direction],
            ['id', direction],
          ],
          limit: 20,
        }
        const all = (await store.find(query)).map(({ id }) => id)
        expect(all).toHaveLength(scores.length)
        const seen: string[] = []
        for (let after: Scalar[] | undefined; ; ) {
          const page = await store.find<Doc & { score?: Scalar }>({
            ...query,
            limit: 1,
            ...(after && { after }),
          })
          const [one] = page
          if (one === undefined) break
          seen.push(one.id)
          after = [one.score ?? null, one.id]
        }
        expect(seen).toEqual(all)
      }
    })

    it('walks an index in order, also for alternatives, lists of values and pages', async () => {
      const docs = Array.from({ length: 300 }, (_, n) => ({
        id: `${n}`,
        companyId: 1,
        status: ['open', 'pending', 'closed'][n % 3],
        at: `${n}`,
      }))
      await put(...docs)
      const sort: FindQuery['sort'] = [
        ['at', -1],
        ['id', -1],
      ]
      const kept = mongo.db.collection<KeptDocument>(`docs.${collection}`)
      const queries = [
        filterOf({ companyId: 1, status: { in: ['open', 'closed'] } }, { sort }),
        filterOf(
          [
            { companyId: 1, status: 'open' },
            { companyId: 1, status: 'closed' },
          ],
          { sort, after: ['200', '200'] },
        ),
      ]
      for (const query of queries) {
        const plan = await kept.find(query).sort(sortOf(sort)).limit(20).explain('executionStats')
        const stages = JSON.stringify(plan.queryPlanner.winningPlan).match(/(?<="stage":")\w+/g)
        expect(stages).toContain('IXSCAN')
        expect(stages).not.toContain('SORT')
        expect(plan.executionStats.totalDocsExamined).toBeLessThan(70)
      }
    })

    it('refuses an object as a value', async () => {
      const evil = { $gt: '' } as unknown as string
      for (const condition of [evil, { in: [evil] }, { gt: evil }, { has: evil }]) {
        const query = { collection, where: { companyId: 1, status: condition }, sort: [], limit: 1 }
        await expect(store.find(query)).rejects.toThrow(TypeError)
      }
    })

    it('fails for a dropped collection, instead of giving no documents', async () => {
      const other = await createMongoReadStore({ mongo })
      await put({ id: 'a', companyId: 1, name: 'Ana' })
      await other.drop(collection)
      const query = { collection, where: {}, sort: [], limit: 1 }
      await expect(store.find(query)).rejects.toThrow('no collection')
      await expect(store.getMany(collection, ['a'])).rejects.toThrow('no collection')
      await expect(store.count({ ...query, cap: 5 })).rejects.toThrow('no collection')
      await expect(put({ id: 'a', companyId: 1 })).rejects.toThrow('no collection')
      await other.close()
    })

    it('refuses other search fields for a collection of the same name', async () => {
      await expect(store.ensure([{ ...spec, search: { text: ['name', 'city'] } }])).rejects.toThrow('version')
    })

    it('applies the last of several writes of a commit to a document', async () => {
      const docs = ['first', 'second'].map((name) => ({ id: 'a', companyId: 1, name }))
      await put(...docs)
      expect((await store.getMany(collection, ['a'])).get('a')).toEqual(docs[1])
      const doc = { id: 'a', companyId: 1 }
      await store.commit({ checkpoints: [], put: [{ collection, doc }], remove: [{ collection, id: 'a' }] })
      expect((await store.getMany(collection, ['a'])).size).toBe(0)
    })

    it('notices a checkpoint that another process moved', async () => {
      const other = await createMongoReadStore({ mongo })
      const waiting = store.awaitCheckpoint(['things@1'], 0, toPosition(2), 20_000)
      await other.commit(moveTo(1))
      await other.commit(moveTo(2, toPosition(1)))
      expect(await waiting).toBe(true)
      await other.close()
    })

    it('answers waiting callers when it closes', async () => {
      const waiting = store.awaitCheckpoint(['things@1'], 0, toPosition(99), 60_000)
      await store.close()
      expect(await waiting).toBe(false)
    })

    it('loses no outbox entry that becomes visible after later ones', async () => {
      const held = heldBack(mongo)
      const slow = await createMongoReadStore({ mongo: held.mongo })
      const late = slow.commit(outbox('begun first'))
      await held.reached
      await store.commit(outbox('over first'))
      const taken = await store.takeOutbox(10)
      expect(taken.entries.map(({ value }) => value)).toEqual(['over first'])
      held.open()
      await late
      await taken.done()
      expect((await store.takeOutbox(10)).entries.map(({ value }) => value)).toEqual(['begun first'])
      await slow.close()
    })

    describe('gives own entries of the outbox from memory', () => {
      let other: ReadStore
      beforeEach(async () => {
        other = await createMongoReadStore({ mongo })
      })
      afterEach(() => other.close())
      const own = async () => (await store.takeOutbox(10, 'own')).entries.map(({ value }) => value)
      const forget = async () => (await store.takeOutbox(10)).done()

      it('once no older entries wait, and only those', async () => {
        await other.commit(outbox('from before'))
        expect(await own()).toEqual(['from before'])
        await forget()
        await other.commit(outbox('of another one'))
        expect(await own()).toEqual([])
        await store.commit(outbox('first', 'second'))
        expect([await own(), await own()]).toEqual([
          ['first', 'second'],
          ['first', 'second'],
        ])
        await (await store.takeOutbox(1, 'own')).done()
        expect(await own()).toEqual(['second'])
        expect((await store.takeOutbox(10)).entries.map(({ value }) => value)).toEqual([
          'of another one',
          'second',
        ])
      })

      it('and reads all again after another process has committed', async () => {
        await forget()
        await other.commit({ ...outbox('its last word'), ...moveTo(1) })
        expect(await own()).toEqual([])
        expect(await store.commit({ ...outbox('lost'), ...moveTo(2) })).toBe('conflict')
        await store.commit(outbox('ours'))
        expect(await own()).toEqual(['its last word', 'ours'])
      })

      it('and reads all again after a commit with unknown outcome', async () => {
        await forget()
        const cut = heldBack(mongo)
        const lost = await createMongoReadStore({ mongo: cut.mongo })
        await (await lost.takeOutbox(10)).done()
        cut.open(new Error('cut'))
        await expect(lost.commit(outbox('unknown'))).rejects.toThrow('cut')
        expect((await lost.takeOutbox(10, 'own')).entries.map(({ value }) => value)).toEqual(['unknown'])
        await lost.close()
      })
    })

    it('refuses writes of a process whose checkpoint another process has moved', async () => {
      const held = heldBack(mongo)
      const zombie = await createMongoReadStore({ mongo: held.mongo })
      await store.commit(moveTo(1))
      const doc = (name: string) => ({ collection, doc: { id: 'a', companyId: 1, name } as Doc })
      const both = [zombie, store].map((one, n) =>
        one.commit({ ...moveTo(n + 2, toPosition(1)), put: [doc(`${n}`)] }),
      )
      await held.reached
      held.open()
      const results = await Promise.all(both)
      expect([...results].sort()).toEqual(['committed', 'conflict'])
      const winner = results.indexOf('committed')
      expect(await store.checkpoint('things@1', 0)).toMatchObject({ position: toPosition(winner + 2) })
      expect((await store.getMany(collection, ['a'])).get('a')).toMatchObject({ name: `${winner}` })
      await zombie.close()
    })
  })
})
