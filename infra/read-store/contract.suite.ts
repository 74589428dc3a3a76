import { toPosition } from '@guiche/contracts/envelope.js'
import { describe, expect, it } from '@jest/globals'
import { findContract } from './find.suite.js'
import { purgeCompany } from './purge.js'
import { searchContract } from './search.suite.js'
import { BY_ID, idsOf, type MakeStore, useThings } from './testing/things.js'

/** The contract of every read store. `make` gives one; the suite uses collections of its own. */
export const readStoreContract = (name: string, make: MakeStore): void => {
  describe(`read store: ${name}`, () => {
    const its = useThings(make)
    findContract(its)
    searchContract(its)

    describe('documents', () => {
      it('come back as they were put', async () => {
        const doc = {
          id: 'a',
          companyId: 1,
          name: 'ação 😀 \u0000',
          tags: [1, 2],
          last: { at: 'x' },
          user: null,
          flag: true,
        }
        await its.put(doc)
        expect(await its.store.getMany(its.collection, ['a'])).toEqual(new Map([['a', doc]]))
      })

      it('are replaced whole', async () => {
        await its.put({ id: 'a', companyId: 1, status: 'open', user: 3 })
        await its.put({ id: 'a', companyId: 1, status: 'closed' })
        expect([...(await its.store.getMany(its.collection, ['a'])).values()]).toEqual([
          { id: 'a', companyId: 1, status: 'closed' },
        ])
      })

      it('that are not there are left out, any number of ids at once', async () => {
        await its.put(...Array.from({ length: 30 }, (_, n) => ({ id: `${n}`, companyId: 1 })))
        expect((await its.store.getMany(its.collection, [])).size).toBe(0)
        const found = await its.store.getMany(
          its.collection,
          Array.from({ length: 2000 }, (_, n) => `${n}`),
        )
        expect(idsOf([...found.values()]).sort()).toEqual(Array.from({ length: 30 }, (_, n) => `${n}`).sort())
      })

      it('of one company are removed page by page, with their places in the search, and others stay', async () => {
        const of = (companyId: number, count: number) =>
          Array.from({ length: count }, (_, n) => ({ id: `${companyId}-${n}`, companyId, name: 'Ana' }))
        await its.put(...of(1, 450), ...of(2, 3))
        const pages: number[] = []
        const went = await purgeCompany(
          its.store,
          [its.collection],
          1,
          async (count) => void pages.push(count),
        )
        expect([went, pages]).toEqual([450, [200, 200, 50]])
        const search = { collection: its.collection, text: 'ana', sort: BY_ID, limit: 9 }
        expect(await its.store.search({ ...search, companyId: 1 })).toEqual([])
        expect(await its.store.search({ ...search, companyId: 2 })).toHaveLength(3)
        expect(await purgeCompany(its.store, [its.collection], 1)).toBe(0)
      })

      it('can be removed', async () => {
        await its.put({ id: 'a', companyId: 1, name: 'Ana' }, { id: 'b', companyId: 1, name: 'Ana' })
        await its.commit({
          remove: [
            { collection: its.collection, id: 'a' },
            { collection: its.collection, id: 'never-was' },
          ],
        })
        expect(
          idsOf(await its.store.find({ collection: its.collection, where: {}, sort: BY_ID, limit: 9 })),
        ).toEqual(['b'])
        expect(
          idsOf(
            await its.store.search({
              collection: its.collection,
              companyId: 1,
              text: 'ana',
              sort: BY_ID,
              limit: 9,
            }),
          ),
        ).toEqual(['b'])
      })
    })

    describe('committing', () => {
      it('writes documents, checkpoint and outbox together', async () => {
        const doc = { id: 'a', companyId: 1 }
        const result = await its.commit({
          checkpoints: [its.checkpoint(5, null)],
          put: [{ collection: its.collection, doc }],
          outbox: [{ key: 1, value: { changed: ['a'] } }],
        })
        expect(result).toBe('committed')
        expect(await its.store.checkpoint(its.view(), 0)).toEqual(its.checkpoint(5, null).next)
        const { entries, done } = await its.store.takeOutbox(10)
        expect(entries).toEqual([{ key: 1, value: { changed: ['a'] } }])
        await done()
      })

      it('writes nothing when a checkpoint is not the one that was loaded', async () => {
        await its.commit({ checkpoints: [its.checkpoint(5, null)] })
        for (const expected of [null, 4]) {
          const result = await its.commit({
            checkpoints: [its.checkpoint(6, expected)],
            put: [{ collection: its.collection, doc: { id: 'a', companyId: 1 } }],
            outbox: [{ key: 1, value: 'lost' }],
          })
          expect(result).toBe('conflict')
        }
        expect((await its.store.getMany(its.collection, ['a'])).size).toBe(0)
        expect(await its.store.checkpoint(its.view(), 0)).toMatchObject({ position: toPosition(5) })
        expect((await its.store.takeOutbox(10)).entries).toEqual([])
      })

      it('writes nothing when one of its documents cannot be written', async () => {
        await expect(
          its.commit({
            checkpoints: [its.checkpoint(5, null)],
            put: [
              { collection: its.collection, doc: { id: 'a', companyId: 1 } },
              { collection: 'nowhere@1', doc: { id: 'b', companyId: 1 } },
            ],
          }),
        ).rejects.toThrow()
        expect((await its.store.getMany(its.collection, ['a'])).size).toBe(0)
        expect(await its.store.checkpoint(its.view(), 0)).toBeNull()
      })

      it('lets one of twenty commits on the same checkpoint win', async () => {
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            its.commit({
              checkpoints: [its.checkpoint(n + 1, null)],
              put: [{ collection: its.collection, doc: { id: `${n}`, companyId: 1 } }],
            }),
          ),
        )
        expect(results.filter((result) => result === 'committed')).toHaveLength(1)
        expect(await its.store.count({ collection: its.collection, where: {}, cap: 100 })).toBe(1)
      })

      it('keeps checkpoints of partitions apart, and gives those of several at once', async () => {
        const first = its.checkpoint(5, null)
        const second = { expected: null, next: { ...first.next, partition: 47, position: toPosition(6) } }
        await its.commit({ checkpoints: [first, second] })
        expect(await its.store.checkpoint(its.view(), 1)).toBeNull()
        const found = await its.store.checkpoints([its.view(), 'none@1'], [0, 1, 47])
        expect(found.sort((a, b) => a.partition - b.partition)).toEqual([first.next, second.next])
        expect(await its.store.checkpoints([its.view()], [47])).toEqual([second.next])
        expect(await its.store.checkpoints([], [0])).toEqual([])
      })
    })

    describe('the outbox', () => {
      it('gives the oldest first, again until they are done with, and keeps what came meanwhile', async () => {
        const put = (...values: number[]) =>
          its.commit({ outbox: values.map((value) => ({ key: 1, value })) })
        const take = async (limit: number) =>
          (await its.store.takeOutbox(limit)).entries.map(({ value }) => value)
        await put(1, 2, 3)
        expect(await take(2)).toEqual([1, 2])
        const first = await its.store.takeOutbox(2)
        await put(4)
        await first.done()
        expect(await take(10)).toEqual([3, 4])
        await (await its.store.takeOutbox(10)).done()
        expect(await take(10)).toEqual([])
        await (await its.store.takeOutbox(10)).done()
      })

      it('gives what was committed here by that name, too, and nothing twice that was forgotten', async () => {
        const put = (...values: number[]) =>
          its.commit({ outbox: values.map((value) => ({ key: 1, value })) })
        const own = async () => {
          const { entries, done } = await its.store.takeOutbox(2, 'own')
          await done()
          return entries.map(({ value }) => value)
        }
        expect(await own()).toEqual([])
        await put(1, 2, 3)
        expect([await own(), await own(), await own()]).toEqual([[1, 2], [3], []])
        await put(4)
        await (await its.store.takeOutbox(10)).done()
        expect(await own()).toEqual([])
      })
    })

    describe('waiting for a checkpoint', () => {
      it('is over at once when it is reached, and when the position is written without zeros', async () => {
        await its.commit({ checkpoints: [its.checkpoint(5, null)] })
        expect(await its.store.awaitCheckpoint([its.view()], 0, toPosition(5), 0)).toBe(true)
        expect(await its.store.awaitCheckpoint([its.view()], 0, '4', 0)).toBe(true)
        expect(await its.store.awaitCheckpoint([], 0, toPosition(9), 0)).toBe(true)
      })

      it('is over as soon as the last of the views reaches it', async () => {
        const other = {
          ...its.checkpoint(7, null),
          next: { ...its.checkpoint(7, null).next, view: `${its.view()}-other` },
        }
        let reached: boolean | null = null
        const waiting = its.store.awaitCheckpoint(
          [its.view(), `${its.view()}-other`],
          0,
          toPosition(7),
          20_000,
        )
        void waiting.then((result) => {
          reached = result
        })
        await its.commit({ checkpoints: [its.checkpoint(6, null)] })
        await its.commit({ checkpoints: [other] })
        expect(reached).toBeNull()
        await its.commit({ checkpoints: [its.checkpoint(8, 6)] })
        expect(await waiting).toBe(true)
      })

      it('is given up after the time', async () => {
        expect(await its.store.awaitCheckpoint([its.view()], 0, toPosition(1), 20)).toBe(false)
      })
    })

    describe('collections and aliases', () => {
      it('can be ensured again without harm', async () => {
        await its.put({ id: 'a', companyId: 1, name: 'Ana' })
        await its.store.ensure([
          its.spec,
          { ...its.spec, indexes: [...its.spec.indexes, ['companyId', 'user']] },
        ])
        expect(
          idsOf(
            await its.store.search({
              collection: its.collection,
              companyId: 1,
              text: 'ana',
              sort: BY_ID,
              limit: 1,
            }),
          ),
        ).toEqual(['a'])
      })

      it('may be filled first, and are found in when they are ensured then', async () => {
        await its.store.drop(its.collection)
        await its.store.ensure([its.spec], { toBeFilled: true })
        await its.put(
          { id: 'a', companyId: 1, name: 'Ana', status: 'open', last: { at: '1' } },
          { id: 'b', companyId: 1, name: 'Bia', status: 'open', last: { at: '2' } },
        )
        await its.put({ id: 'a', companyId: 1, name: 'Anabela', status: 'open', last: { at: '3' } })
        expect([...(await its.store.getMany(its.collection, ['a', 'b'])).keys()].sort()).toEqual(['a', 'b'])
        await its.store.ensure([its.spec])
        const { collection } = its
        const found = await its.store.find({
          collection,
          where: { companyId: 1, status: 'open' },
          sort: [['last.at', -1]],
          limit: 9,
        })
        expect(idsOf(found)).toEqual(['a', 'b'])
        const searched = { collection, companyId: 1, sort: BY_ID, limit: 9 }
        expect(idsOf(await its.store.search({ ...searched, text: 'anabela' }))).toEqual(['a'])
        expect(idsOf(await its.store.search({ ...searched, text: 'bia' }))).toEqual(['b'])
      })

      it('are empty when they come back after a drop', async () => {
        await its.put({ id: 'a', companyId: 1, name: 'Ana' })
        await its.store.drop(its.collection)
        await its.store.drop(its.collection)
        await its.store.ensure([its.spec])
        expect(await its.store.count({ collection: its.collection, where: {}, cap: 10 })).toBe(0)
        expect(
          await its.store.search({
            collection: its.collection,
            companyId: 1,
            text: 'ana',
            sort: BY_ID,
            limit: 1,
          }),
        ).toEqual([])
      })

      it('keep the version that a view is read in', async () => {
        const [one, other] = [its.view(), `other-${its.view()}`]
        expect(await its.store.aliases([one])).toEqual(new Map())
        await its.store.setAlias(one, 1)
        await its.store.setAlias(one, 2)
        expect(await its.store.aliases([other, one])).toEqual(new Map([[one, 2]]))
        await its.store.setAlias(other, 5)
        expect(await its.store.aliases([other, one])).toEqual(
          new Map([
            [one, 2],
            [other, 5],
          ]),
        )
        expect(await its.store.aliases([])).toEqual(new Map())
      })

      it.each(['', 'x"; DROP TABLE checkpoints; --', "a'b", 'ä@1'])('refuse the name %j', async (bad) => {
        await expect(its.store.ensure([{ name: bad, indexes: [] }])).rejects.toThrow('name')
        await expect(its.store.find({ collection: bad, where: {}, sort: BY_ID, limit: 1 })).rejects.toThrow(
          'name',
        )
      })
    })
  })
}
