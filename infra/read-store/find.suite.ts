import { describe, expect, it } from '@jest/globals'
import type { Condition, FindQuery, Where } from './read-store.js'
import { BY_ID, idsOf, type Thing, type Things } from './testing/things.js'

/** Part of the contract of read stores: results, counts and order of `find`. */
export const findContract = (its: Things): void => {
  describe('conditions', () => {
    const docs: Thing[] = [
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
      [{ tags: { has: [2, 12] } }, ''],
      [{ tags: { has: [2, 1] } }, 'a'],
      [{ tags: { has: [] } }, 'abcdef'],
      [{ companyId: 1, status: 'open', user: 1 }, 'a'],
      [[{ status: 'closed' }, { user: 1 }], 'acf'],
      [[{ status: 'open' }, { user: 1 }, { status: 'open' }], 'abf'],
      [[], ''],
      [{ 'last.at': null }, 'abcdef'],
      [{ status: "x' OR '1'='1" }, ''],
      [{ status: 'open\u0000' }, ''],
    ]

    it.each(cases)('%j', async (where, expected) => {
      await its.put(...docs)
      const found = await its.store.find({ collection: its.collection, where, sort: BY_ID, limit: 100 })
      expect(idsOf(found).join('')).toBe(expected)
      expect(await its.store.count({ collection: its.collection, where, cap: 100 })).toBe(expected.length)
    })

    it.each(["status'", 'a b', '$where', 'a..b', '', 'a.', '.a', 'x"y'])(
      'refuse the field name %j',
      async (field) => {
        await expect(
          its.store.find({ collection: its.collection, where: { [field]: 1 }, sort: BY_ID, limit: 1 }),
        ).rejects.toThrow('field')
        await expect(
          its.store.find({ collection: its.collection, where: {}, sort: [[field, 1]], limit: 1 }),
        ).rejects.toThrow('field')
      },
    )

    it('are counted no further than asked', async () => {
      await its.put(...docs)
      expect(await its.store.count({ collection: its.collection, where: {}, cap: 4 })).toBe(4)
      expect(
        await its.store.count({ collection: its.collection, where: [{ companyId: 1 }, { user: 1 }], cap: 4 }),
      ).toBe(4)
    })
  })

  it('finds texts that several documents of a company have, where each lacking field is null in one of them', async () => {
    const doc = (
      id: string,
      name: string | null,
      number: string | null,
      status: string | null,
      companyId = 1,
    ) => ({
      ...{ id, companyId, name, number, status },
    })
    await its.put(
      ...[doc('a', 'twice', '1', null), doc('b', 'twice', null, 'open'), doc('c', 'once', null, null)],
      ...[doc('d', 'numbers', '1', null), doc('e', 'numbers', '2', null), doc('f', null, null, null)],
      ...[doc('g', null, null, null), doc('h', 'again', null, null), doc('i', 'again', null, null)],
      ...[doc('j', 'once', null, null, 2), doc('k', 'two', null, null, 2), doc('l', 'two', null, null, 2)],
      { id: 'm', companyId: 2, name: 'absent', number: '1' },
      { id: 'n', companyId: 2, name: 'absent', status: 'open' },
    )
    const repeated = (companyId: number, lacking: readonly string[], more = {}) =>
      its.store.repeated({
        ...{ collection: its.collection, companyId },
        field: 'name',
        lacking,
        limit: 9,
        ...more,
      })
    expect(await repeated(1, [])).toEqual(['again', 'numbers', 'twice'])
    expect(await repeated(1, ['number'])).toEqual(['again', 'twice'])
    expect(await repeated(1, ['number', 'status'])).toEqual(['again', 'twice'])
    expect(await repeated(2, ['number', 'status'])).toEqual(['absent', 'two'])
    expect(await repeated(1, [], { limit: 1 })).toEqual(['again'])
    expect(await repeated(1, [], { limit: 1, after: 'again' })).toEqual(['numbers'])
    expect(await repeated(3, [])).toEqual([])
    await expect(repeated(1, [], { field: "name'" })).rejects.toThrow('field')
    await expect(repeated(1, ['$number'])).rejects.toThrow('field')
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
      idsOf(
        [...docs].sort(
          (a, b) =>
            direction * compare(a.last?.at ?? null, b.last?.at ?? null) || direction * compare(a.id, b.id),
        ),
      )

    it('orders null and absent first, then numbers, then texts by code point', async () => {
      const scores = ['z', 10, null, 'Z', -1, 2.5, 'é', '\uffee', '😀', '']
      await its.put(...scores.map((score, n) => ({ id: `${n}`, companyId: 1, score })))
      await its.put({ id: 'absent', companyId: 1 })
      const sorted = await its.store.find<Thing>({
        collection: its.collection,
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
      const merged = await its.store.find<Thing>({
        collection: its.collection,
        where: alternatives,
        sort: [
          ['score', -1],
          ['id', -1],
        ],
        limit: 20,
      })
      expect(idsOf(merged)).toEqual(idsOf(sorted).reverse())
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
      await its.put(...many)
      for (const direction of [1, -1] as const) {
        const sort: FindQuery['sort'] = [
          ['last.at', direction],
          ['id', direction],
        ]
        const seen: string[] = []
        for (let after: (string | null)[] | undefined; ; ) {
          const page: Thing[] = await its.store.find({
            collection: its.collection,
            where,
            sort,
            limit: 7,
            ...(after === undefined ? {} : { after }),
          })
          seen.push(...idsOf(page))
          const last = page.at(-1)
          if (last === undefined) break
          after = [last.last?.at ?? null, last.id]
        }
        expect(seen).toEqual(expectedOrder(many.filter(matches), direction))
      }
    })

    it('pages on behind a text with a NUL in it, as a customer may send one', async () => {
      const texts = ['an', 'an\u0000a', 'an\u0000b', 'ana', 'b']
      await its.put(...texts.map((status, n) => ({ id: `${n}`, companyId: 1, status })))
      for (const direction of [1, -1] as const) {
        const sort: FindQuery['sort'] = [
          ['status', direction],
          ['id', direction],
        ]
        const seen: string[] = []
        for (let after: string[] | undefined; ; ) {
          const where = { companyId: 1 }
          const page: Thing[] = await its.store.find({
            ...{ collection: its.collection, where, sort, limit: 1 },
            ...(after === undefined ? {} : { after }),
          })
          const [last] = page
          if (last === undefined) break
          seen.push(last.id)
          after = [last.status ?? '', last.id]
        }
        expect(direction === 1 ? seen : seen.reverse()).toEqual(['0', '1', '2', '3', '4'])
      }
    })

    it.each<Where>([{ companyId: 1 }, { companyId: 1, status: { in: ['open', 'closed'] } }])(
      'skips for numbered pages: %j',
      async (where) => {
        await its.put(...many)
        const all = await its.store.find({ collection: its.collection, where, sort: BY_ID, limit: 100 })
        const page = await its.store.find({
          collection: its.collection,
          where,
          sort: BY_ID,
          limit: 10,
          skip: 20,
        })
        expect(idsOf(page)).toEqual(idsOf(all).slice(20, 30))
      },
    )

    it('scans a company, or all, in the order of ids', async () => {
      await its.put(...many, { id: 'zz', companyId: 2 })
      const seen: string[] = []
      for (let after = ''; ; ) {
        const page = await its.store.scan(its.collection, { companyId: 1, after, limit: 25 })
        if (page.length === 0) break
        seen.push(...idsOf(page))
        after = seen.at(-1) ?? ''
      }
      expect(seen).toEqual(idsOf(many))
      expect(idsOf(await its.store.scan(its.collection, { limit: 100 }))).toHaveLength(61)
    })
  })
}
