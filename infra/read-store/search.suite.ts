import { beforeEach, describe, expect, it } from '@jest/globals'
import type { FindQuery, ReadStore } from './read-store.js'
import { BY_ID, idsOf, type Thing, type Things } from './testing/things.js'

/** Part of the contract of read stores: search by words. */
export const searchContract = (its: Things): void => {
  describe('search', () => {
    const people: Thing[] = [
      { id: 'a', companyId: 1, name: 'João da Conceição', number: '5511987654321', status: 'open' },
      { id: 'b', companyId: 1, name: 'Joana Prado', number: '5521912345678', status: 'closed' },
      { id: 'c', companyId: 1, name: 'Maria João', number: '551133334444', status: 'open' },
      { id: 'd', companyId: 2, name: 'João de outra empresa', number: '5511987654321', status: 'open' },
      { id: 'f', companyId: 1, name: 'Festa🎉 do Lote 55', status: 'open' },
      { id: 'e', companyId: 12, name: 'João de mais uma', number: '5511987654321', status: 'open' },
    ]
    const search = async (text: string, more: Partial<Parameters<ReadStore['search']>[0]> = {}) =>
      idsOf(
        await its.store.search({
          collection: its.collection,
          companyId: 1,
          text,
          sort: BY_ID,
          limit: 50,
          ...more,
        }),
      ).join('')
    beforeEach(() => its.put(...people))

    it.each([
      ['without accents', 'joao conceicao', 'a'],
      ['with accents and capitals', 'JOÃO CONCEIÇÃO', 'a'],
      ['by the beginnings of words', 'jo', 'abc'],
      ['all words, in any order', 'joao mar', 'c'],
      ['not by the middle of a word', 'ceicao', ''],
      ['the whole number', '5511987654321', 'a'],
      ['the end of a number', '4321', 'a'],
      ['the last digit', '8', 'ab'],
      ['few digits beside a word in texts alone', 'joao 98', ''],
      ['an emoji', '🎉', 'f'],
      ['an emoji that is nowhere', '🐳', ''],
      ['the middle of a number', '98765', 'a'],
      ['a number as people write it', '+55 (11) 98765-4321', 'a'],
      ['a name with a part of a number', 'maria 3333', 'c'],
      ['not what is not there', 'joao 999', ''],
      ['nothing for nothing', '  ', ''],
      ['nothing for signs', '"*%_', ''],
      ['signs of a query language as plain text', 'jo* OR maria', ''],
      ['quotes', '"joao" (da)', 'a'],
      ['a NUL', 'jo\u0000', 'abc'],
      ['the longest eight of many words', 'x y conceicao joao 5511 1198 9876 8765 7654 6543', 'a'],
    ])('finds %s', async (_, text, expected) => {
      expect(await search(text)).toBe(expected)
    })

    it('finds digits in texts alone where that is asked for', async () => {
      expect([await search('55'), await search('55', { inNumbers: false })]).toEqual(['abcf', 'f'])
      expect(await search('4321', { inNumbers: false })).toBe('')
    })

    it('stays inside one company', async () => {
      expect(await search('joao', { companyId: 2 })).toBe('d')
      expect(await search('4321', { companyId: 12 })).toBe('e')
      expect(await search('joao', { companyId: 3 })).toBe('')
    })

    it('takes conditions, alternatives, order and pages like find', async () => {
      expect(await search('jo', { where: { status: 'open' } })).toBe('ac')
      expect(await search('jo', { where: [{ status: 'closed' }, { id: 'c' }] })).toBe('bc')
      expect(await search('jo', { where: { status: { in: ['closed', 'open'] } }, sort: [['id', -1]] })).toBe(
        'cba',
      )
      expect(await search('jo', { limit: 2 })).toBe('ab')
      expect(await search('jo', { limit: 2, after: ['b'] })).toBe('c')
      expect(await search('jo', { limit: 1, skip: 1 })).toBe('b')
    })

    it('follows changes of a document', async () => {
      await its.put({ id: 'a', companyId: 1, name: 'Pedro', number: '551100000000' })
      expect(await search('joao')).toBe('c')
      expect(await search('pedro 0000')).toBe('a')
      await its.put({ id: 'a', companyId: 1, name: 'Pedro', number: '551100000000', status: 'closed' })
      expect(await search('pedro')).toBe('a')
    })

    it('gives the same whether few or very many documents match', async () => {
      const crowd = Array.from({ length: 4000 }, (_, n) => ({
        id: `x${String(n).padStart(4, '0')}`,
        companyId: 1,
        name: `Cliente ${n}`,
        status: n % 2 ? 'open' : 'closed',
      }))
      await its.put(...crowd)
      const wanted = idsOf(crowd.filter(({ status }) => status === 'open')).reverse()
      const page = {
        where: { status: { in: ['open', 'pending'] } },
        sort: [['id', -1]] as FindQuery['sort'],
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
}
