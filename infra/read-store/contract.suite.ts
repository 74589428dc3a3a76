import { toPosition } from '@guiche/contracts/envelope.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { CollectionSpec, Commit, Condition, Doc, Find, ReadStore, Where } from './read-store.js'

interface Ticket extends Doc {
  readonly status?: string
  readonly user?: number | null
  readonly score?: number | string | null
  readonly name?: string
  readonly number?: string
  readonly tags?: readonly number[]
  readonly last?: { readonly at: string }
}

const BY_ID: Find['sort'] = [['id', 1]]
const ids = (docs: readonly Doc[]) => docs.map(({ id }) => id)

/** What every read store does. `make` gives one; the suite uses collections of its own. */
export const readStoreContract = (
  name: string,
  make: () => Promise<{ store: ReadStore; close(): Promise<void> }>,
): void => {
  describe(`read store: ${name}`, () => {
    let store: ReadStore
    let close: () => Promise<void>
    let count = 0
    let collection = ''
    let spec: CollectionSpec

    beforeAll(async () => {
      ;({ store, close } = await make())
    })
    afterAll(() => close())
    beforeEach(async () => {
      collection = `things-${++count}@1`
      spec = {
        name: collection,
        indexes: [
          ['companyId', 'status', 'last.at', 'id'],
          ['companyId', 'score', 'id'],
        ],
        search: { text: ['name'], digits: ['number'] },
      }
      await store.ensure([spec])
    })

    const view = () => `view-of-${collection}`
    const commit = (change: Partial<Commit>) =>
      store.commit({ checkpoints: [], put: [], remove: [], ...change })
    const put = (...docs: Ticket[]) => commit({ put: docs.map((doc) => ({ collection, doc })) })
    const checkpoint = (position: number, expected: number | null, storeId = 'store') => ({
      expected: expected === null ? null : toPosition(expected),
      next: { view: view(), partition: 0, storeId, position: toPosition(position) },
    })

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
        await put(doc)
        expect(await store.getMany(collection, ['a'])).toEqual(new Map([['a', doc]]))
      })

      it('are replaced whole', async () => {
        await put({ id: 'a', companyId: 1, status: 'open', user: 3 })
        await put({ id: 'a', companyId: 1, status: 'closed' })
        expect([...(await store.getMany(collection, ['a'])).values()]).toEqual([
          { id: 'a', companyId: 1, status: 'closed' },
        ])
      })

      it('that are not there are left out, any number of ids at once', async () => {
        await put(...Array.from({ length: 30 }, (_, n) => ({ id: `${n}`, companyId: 1 })))
        expect((await store.getMany(collection, [])).size).toBe(0)
        const found = await store.getMany(
          collection,
          Array.from({ length: 2000 }, (_, n) => `${n}`),
        )
        expect(ids([...found.values()]).sort()).toEqual(Array.from({ length: 30 }, (_, n) => `${n}`).sort())
      })

      it('can be removed', async () => {
        await put({ id: 'a', companyId: 1, name: 'Ana' }, { id: 'b', companyId: 1, name: 'Ana' })
        await commit({
          remove: [
            { collection, id: 'a' },
            { collection, id: 'never-was' },
          ],
        })
        expect(ids(await store.find({ collection, where: {}, sort: BY_ID, limit: 9 }))).toEqual(['b'])
        expect(
          ids(await store.search({ collection, companyId: 1, text: 'ana', sort: BY_ID, limit: 9 })),
        ).toEqual(['b'])
      })
    })

    describe('conditions', () => {
      const docs: Ticket[] = [
        { id: 'a', companyId: 1, status: 'open', score: 1, user: 1, tags: [1, 2] },
        { id: 'b', companyId: 1, status: 'open', score: 2, user: null, tags: [2] },
        { id: 'c', companyId: 1, status: 'closed', score: 3, tags: [] },
        { id: 'd', companyId: 1, status: 'pending', score: null, user: 2 },
        { id: 'e', companyId: 1, status: 'pending', score: 'text', user: 2 },
        { id: 'f', companyId: 2, status: 'open', score: 2, user: 1, tags: [12] },
      ]
      const cases: [Record<string, Condition> | Where[], string][] = [
        [{}, 'abcdef'],
        [{ companyId: 1, status: 'open' }, 'ab'],
        [{ id: 'c' }, 'c'],
        [{ user: null }, 'bc'],
        [{ user: { in: [1, null] }, companyId: 1 }, 'abc'],
        [{ status: { in: [] } }, ''],
        [{ status: { in: ['pending', 'closed', 'pending'] } }, 'cde'],
        [{ score: { lt: 2 } }, 'a'],
        [{ score: { lte: 2 } }, 'abf'],
        [{ score: { gt: 2 } }, 'c'],
        [{ score: { gte: 2 } }, 'bcf'],
        [{ score: { gte: 'a' } }, 'e'],
        [{ score: { lt: 'z' } }, 'e'],
        [{ score: { from: 2, to: 3 } }, 'bcf'],
        [{ status: { from: 'open', to: 'open' } }, 'abf'],
        [{ tags: { has: 2 } }, 'ab'],
        [{ tags: { has: 12 } }, 'f'],
        [{ companyId: 1, status: 'open', user: 1 }, 'a'],
        [[{ status: 'closed' }, { user: 1 }], 'acf'],
        [[{ status: 'open' }, { user: 1 }, { status: 'open' }], 'abf'],
        [[], ''],
        [{ 'last.at': null }, 'abcdef'],
        [{ status: "x' OR '1'='1" }, ''],
        [{ status: 'open\u0000' }, ''],
      ]

      it.each(cases)('%j', async (where, expected) => {
        await put(...docs)
        const found = await store.find({ collection, where, sort: BY_ID, limit: 100 })
        expect(ids(found).join('')).toBe(expected)
        expect(await store.count({ collection, where, cap: 100 })).toBe(expected.length)
      })

      it.each(["status'", 'a b', '$where', 'a..b', '', 'a.', '.a', 'x"y'])(
        'refuse the field name %j',
        async (field) => {
          await expect(
            store.find({ collection, where: { [field]: 1 }, sort: BY_ID, limit: 1 }),
          ).rejects.toThrow('field')
          await expect(store.find({ collection, where: {}, sort: [[field, 1]], limit: 1 })).rejects.toThrow(
            'field',
          )
        },
      )

      it('are counted no further than asked', async () => {
        await put(...docs)
        expect(await store.count({ collection, where: {}, cap: 4 })).toBe(4)
        expect(await store.count({ collection, where: [{ companyId: 1 }, { user: 1 }], cap: 4 })).toBe(4)
      })
    })

    describe('order and pages', () => {
      const at = (hour: number) => `2026-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`
      const status = (n: number) => ['open', 'pending', 'closed'][n % 3] as string
      const many = Array.from({ length: 60 }, (_, n) => ({
        id: String(n).padStart(2, '0'),
        companyId: 1,
        status: status(n),
        ...(n % 10 === 0 ? {} : { last: { at: at((n * 7) % 20) } }),
        score: n % 4 === 0 ? null : n % 5,
      }))
      const compare = (a: unknown, b: unknown) =>
        a === b ? 0 : a === null ? -1 : b === null ? 1 : String(a) < String(b) ? -1 : 1
      const expectedOrder = (docs: typeof many, direction: 1 | -1) =>
        ids(
          [...docs].sort(
            (a, b) =>
              direction * compare(a.last?.at ?? null, b.last?.at ?? null) || direction * compare(a.id, b.id),
          ),
        )

      it('orders null and absent first, then numbers, then texts by code point', async () => {
        const scores = ['z', 10, null, 'Z', -1, 2.5, 'é', '\uffee', '😀', '']
        await put(...scores.map((score, n) => ({ id: `${n}`, companyId: 1, score })))
        await put({ id: 'absent', companyId: 1 })
        const sorted = await store.find<Ticket>({
          collection,
          where: { companyId: 1 },
          sort: [
            ['score', 1],
            ['id', 1],
          ],
          limit: 20,
        })
        expect(sorted.map(({ score }) => score)).toEqual([
          null,
          undefined,
          -1,
          2.5,
          10,
          '',
          'Z',
          'z',
          'é',
          '\uffee',
          '😀',
        ])
        const alternatives = [
          { companyId: 1, id: { gte: '' } },
          { companyId: 1, id: 'absent' },
        ]
        const merged = await store.find<Ticket>({
          collection,
          where: alternatives,
          sort: [
            ['score', -1],
            ['id', -1],
          ],
          limit: 20,
        })
        expect(ids(merged)).toEqual(ids(sorted).reverse())
      })

      type Many = (typeof many)[number]
      const pages: [Where | Where[], (doc: Many) => boolean][] = [
        [{ companyId: 1 }, () => true],
        [{ companyId: 1, status: 'open' }, (doc) => doc.status === 'open'],
        [{ companyId: 1, status: { in: ['open', 'closed'] } }, (doc) => doc.status !== 'pending'],
        [
          [
            { companyId: 1, status: 'open' },
            { companyId: 1, score: 3 },
          ],
          (doc) => doc.status === 'open' || doc.score === 3,
        ],
      ]
      it.each(pages)('pages by keyset without gap or repetition, both ways: %j', async (where, matches) => {
        await put(...many)
        for (const direction of [1, -1] as const) {
          const sort: Find['sort'] = [
            ['last.at', direction],
            ['id', direction],
          ]
          const seen: string[] = []
          for (let after: (string | null)[] | undefined; ; ) {
            const page: Ticket[] = await store.find({
              collection,
              where,
              sort,
              limit: 7,
              ...(after === undefined ? {} : { after }),
            })
            seen.push(...ids(page))
            const last = page.at(-1)
            if (last === undefined) break
            after = [last.last?.at ?? null, last.id]
          }
          expect(seen).toEqual(expectedOrder(many.filter(matches), direction))
        }
      })

      it.each<Where>([{ companyId: 1 }, { companyId: 1, status: { in: ['open', 'closed'] } }])(
        'skips for numbered pages: %j',
        async (where) => {
          await put(...many)
          const all = await store.find({ collection, where, sort: BY_ID, limit: 100 })
          const page = await store.find({ collection, where, sort: BY_ID, limit: 10, skip: 20 })
          expect(ids(page)).toEqual(ids(all).slice(20, 30))
        },
      )

      it('scans a company, or all, in the order of ids', async () => {
        await put(...many, { id: 'zz', companyId: 2 })
        const seen: string[] = []
        for (let after = ''; ; ) {
          const page = await store.scan(collection, { companyId: 1, after, limit: 25 })
          if (page.length === 0) break
          seen.push(...ids(page))
          after = seen.at(-1) ?? ''
        }
        expect(seen).toEqual(ids(many))
        expect(ids(await store.scan(collection, { limit: 100 }))).toHaveLength(61)
      })
    })

    describe('search', () => {
      const people: Ticket[] = [
        { id: 'a', companyId: 1, name: 'João da Conceição', number: '5511987654321', status: 'open' },
        { id: 'b', companyId: 1, name: 'Joana Prado', number: '5521912345678', status: 'closed' },
        { id: 'c', companyId: 1, name: 'Maria João', number: '551133334444', status: 'open' },
        { id: 'd', companyId: 2, name: 'João de outra empresa', number: '5511987654321', status: 'open' },
        { id: 'e', companyId: 12, name: 'João de mais uma', number: '5511987654321', status: 'open' },
      ]
      const search = async (text: string, more: Partial<Parameters<ReadStore['search']>[0]> = {}) =>
        ids(await store.search({ collection, companyId: 1, text, sort: BY_ID, limit: 50, ...more })).join('')
      beforeEach(() => put(...people))

      it.each([
        ['without accents', 'joao conceicao', 'a'],
        ['with accents and capitals', 'JOÃO CONCEIÇÃO', 'a'],
        ['by the beginnings of words', 'jo', 'abc'],
        ['all words, in any order', 'joao mar', 'c'],
        ['not by the middle of a word', 'ceicao', ''],
        ['the whole number', '5511987654321', 'a'],
        ['the end of a number', '4321', 'a'],
        ['the last digit', '8', 'ab'],
        ['the middle of a number', '98765', 'a'],
        ['a number as people write it', '+55 (11) 98765-4321', 'a'],
        ['a name with a part of a number', 'maria 3333', 'c'],
        ['not what is not there', 'joao 999', ''],
        ['nothing for nothing', '  ', ''],
        ['nothing for signs', '"*%_', ''],
        ['signs of a query language as plain text', 'jo* OR maria', ''],
        ['quotes', '"joao" (da)', 'a'],
        ['a NUL', 'jo\u0000', 'abc'],
      ])('finds %s', async (_, text, expected) => {
        expect(await search(text)).toBe(expected)
      })

      it('stays inside one company', async () => {
        expect(await search('joao', { companyId: 2 })).toBe('d')
        expect(await search('4321', { companyId: 12 })).toBe('e')
        expect(await search('joao', { companyId: 3 })).toBe('')
      })

      it('takes conditions, alternatives, order and pages like find', async () => {
        expect(await search('jo', { where: { status: 'open' } })).toBe('ac')
        expect(await search('jo', { where: [{ status: 'closed' }, { id: 'c' }] })).toBe('bc')
        expect(
          await search('jo', { where: { status: { in: ['closed', 'open'] } }, sort: [['id', -1]] }),
        ).toBe('cba')
        expect(await search('jo', { limit: 2 })).toBe('ab')
        expect(await search('jo', { limit: 2, after: ['b'] })).toBe('c')
        expect(await search('jo', { limit: 1, skip: 1 })).toBe('b')
      })

      it('follows changes of a document', async () => {
        await put({ id: 'a', companyId: 1, name: 'Pedro', number: '551100000000' })
        expect(await search('joao')).toBe('c')
        expect(await search('pedro 0000')).toBe('a')
        await put({ id: 'a', companyId: 1, name: 'Pedro', number: '551100000000', status: 'closed' })
        expect(await search('pedro')).toBe('a')
      })

      it('gives the same whether few or very many documents match', async () => {
        const crowd = Array.from({ length: 4000 }, (_, n) => ({
          id: `x${String(n).padStart(4, '0')}`,
          companyId: 1,
          name: `Cliente ${n}`,
          status: n % 2 ? 'open' : 'closed',
        }))
        await put(...crowd)
        const wanted = ids(crowd.filter(({ status }) => status === 'open')).reverse()
        const page = {
          where: { status: { in: ['open', 'pending'] } },
          sort: [['id', -1]] as Find['sort'],
          limit: 3,
        }
        expect(await search('cliente', page)).toBe(wanted.slice(0, 3).join(''))
        expect(await search('cliente', { ...page, after: [wanted[2] as string] })).toBe(
          wanted.slice(3, 6).join(''),
        )
        expect(await search('cliente', { ...page, skip: 5 })).toBe(wanted.slice(5, 8).join(''))
        expect(await search('cliente', { companyId: 2 })).toBe('')
      })
    })

    describe('committing', () => {
      it('writes documents, checkpoint and outbox together', async () => {
        const doc = { id: 'a', companyId: 1 }
        const result = await commit({
          checkpoints: [checkpoint(5, null)],
          put: [{ collection, doc }],
          outbox: [{ key: 1, value: { changed: ['a'] } }],
        })
        expect(result).toBe('committed')
        expect(await store.checkpoint(view(), 0)).toEqual(checkpoint(5, null).next)
        const { entries, done } = await store.takeOutbox(10)
        expect(entries).toEqual([{ key: 1, value: { changed: ['a'] } }])
        await done()
      })

      it('writes nothing when a checkpoint is not the one that was loaded', async () => {
        await commit({ checkpoints: [checkpoint(5, null)] })
        for (const expected of [null, 4]) {
          const result = await commit({
            checkpoints: [checkpoint(6, expected)],
            put: [{ collection, doc: { id: 'a', companyId: 1 } }],
            outbox: [{ key: 1, value: 'lost' }],
          })
          expect(result).toBe('conflict')
        }
        expect((await store.getMany(collection, ['a'])).size).toBe(0)
        expect(await store.checkpoint(view(), 0)).toMatchObject({ position: toPosition(5) })
        expect((await store.takeOutbox(10)).entries).toEqual([])
      })

      it('writes nothing when one of its documents cannot be written', async () => {
        await expect(
          commit({
            checkpoints: [checkpoint(5, null)],
            put: [
              { collection, doc: { id: 'a', companyId: 1 } },
              { collection: 'nowhere@1', doc: { id: 'b', companyId: 1 } },
            ],
          }),
        ).rejects.toThrow()
        expect((await store.getMany(collection, ['a'])).size).toBe(0)
        expect(await store.checkpoint(view(), 0)).toBeNull()
      })

      it('lets one of twenty commits on the same checkpoint win', async () => {
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            commit({
              checkpoints: [checkpoint(n + 1, null)],
              put: [{ collection, doc: { id: `${n}`, companyId: 1 } }],
            }),
          ),
        )
        expect(results.filter((result) => result === 'committed')).toHaveLength(1)
        expect(await store.count({ collection, where: {}, cap: 100 })).toBe(1)
      })

      it('keeps checkpoints of partitions apart', async () => {
        await commit({ checkpoints: [checkpoint(5, null)] })
        expect(await store.checkpoint(view(), 1)).toBeNull()
      })
    })

    describe('the outbox', () => {
      it('gives the oldest first, again until they are done with, and keeps what came meanwhile', async () => {
        const put = (...values: number[]) => commit({ outbox: values.map((value) => ({ key: 1, value })) })
        const take = async (limit: number) =>
          (await store.takeOutbox(limit)).entries.map(({ value }) => value)
        await put(1, 2, 3)
        expect(await take(2)).toEqual([1, 2])
        const first = await store.takeOutbox(2)
        await put(4)
        await first.done()
        expect(await take(10)).toEqual([3, 4])
        await (await store.takeOutbox(10)).done()
        expect(await take(10)).toEqual([])
        await (await store.takeOutbox(10)).done()
      })
    })

    describe('waiting for a checkpoint', () => {
      it('is over at once when it is reached, and when the position is written without zeros', async () => {
        await commit({ checkpoints: [checkpoint(5, null)] })
        expect(await store.awaitCheckpoint([view()], 0, toPosition(5), 0)).toBe(true)
        expect(await store.awaitCheckpoint([view()], 0, '4', 0)).toBe(true)
        expect(await store.awaitCheckpoint([], 0, toPosition(9), 0)).toBe(true)
      })

      it('is over as soon as the last of the views reaches it', async () => {
        const other = {
          ...checkpoint(7, null),
          next: { ...checkpoint(7, null).next, view: `${view()}-other` },
        }
        let reached: boolean | null = null
        const waiting = store.awaitCheckpoint([view(), `${view()}-other`], 0, toPosition(7), 20_000)
        void waiting.then((result) => {
          reached = result
        })
        await commit({ checkpoints: [checkpoint(6, null)] })
        await commit({ checkpoints: [other] })
        expect(reached).toBeNull()
        await commit({ checkpoints: [checkpoint(8, 6)] })
        expect(await waiting).toBe(true)
      })

      it('is given up after the time', async () => {
        expect(await store.awaitCheckpoint([view()], 0, toPosition(1), 20)).toBe(false)
      })
    })

    describe('collections and aliases', () => {
      it('can be ensured again without harm', async () => {
        await put({ id: 'a', companyId: 1, name: 'Ana' })
        await store.ensure([spec, { ...spec, indexes: [...spec.indexes, ['companyId', 'user']] }])
        expect(
          ids(await store.search({ collection, companyId: 1, text: 'ana', sort: BY_ID, limit: 1 })),
        ).toEqual(['a'])
      })

      it('are empty when they come back after a drop', async () => {
        await put({ id: 'a', companyId: 1, name: 'Ana' })
        await store.drop(collection)
        await store.drop(collection)
        await store.ensure([spec])
        expect(await store.count({ collection, where: {}, cap: 10 })).toBe(0)
        expect(await store.search({ collection, companyId: 1, text: 'ana', sort: BY_ID, limit: 1 })).toEqual(
          [],
        )
      })

      it('keep the version that a view is read in', async () => {
        expect(await store.alias(view())).toBeNull()
        await store.setAlias(view(), 1)
        await store.setAlias(view(), 2)
        expect(await store.alias(view())).toBe(2)
      })

      it.each(['', 'x"; DROP TABLE checkpoints; --', "a'b", 'ä@1'])('refuse the name %j', async (bad) => {
        await expect(store.ensure([{ name: bad, indexes: [] }])).rejects.toThrow('name')
        await expect(store.find({ collection: bad, where: {}, sort: BY_ID, limit: 1 })).rejects.toThrow(
          'name',
        )
      })
    })
  })
}
