import { describe, expect, it } from '@jest/globals'
import {
  categoriesOf,
  isForQueue,
  isNarrowed,
  type Narrowing,
  NO_NARROWING,
  narrowReplies,
} from './quick-replies.js'

let id = 0
const replyOf = (shortcode: string, more: object = {}) => ({
  ...{ id: ++id, shortcode, message: '', status: true, category: '', queueIds: [] as number[], uses: 0 },
  ...more,
})

describe('quick replies on their page', () => {
  const all = [
    replyOf('Ágil', { category: 'Entrega', queueIds: [1], uses: 3, message: 'Seu pedido saiu' }),
    replyOf('boleto', { category: 'entrega ', queueIds: [2], status: false }),
    replyOf('adeus', { category: 'Fim', uses: 9 }),
    replyOf('zero'),
  ]
  const shown = (asked: Partial<Narrowing>) =>
    narrowReplies(all, { ...NO_NARROWING, ...asked }).map(({ shortcode }) => shortcode)

  it('are all there at first, by their shortcode', () => {
    expect(shown({})).toEqual(['adeus', 'Ágil', 'boleto', 'zero'])
    expect(isNarrowed(NO_NARROWING)).toBe(false)
    expect(isNarrowed({ ...NO_NARROWING, order: 'uses' })).toBe(false)
  })

  it.each<[Partial<Narrowing>, string[]]>([
    [{ text: 'AGIL' }, ['Ágil']],
    [{ text: 'pedido entrega' }, ['Ágil']],
    [{ text: 'nada' }, []],
    [{ category: 'ENTREGA' }, ['Ágil', 'boleto']],
    [{ queueId: 1 }, ['adeus', 'Ágil', 'zero']],
    [{ status: false }, ['boleto']],
    [{ status: true, category: 'Entrega', queueId: 2 }, []],
  ])('are narrowed by %j', (asked, expected) => {
    expect(shown(asked)).toEqual(expected)
    expect(isNarrowed({ ...NO_NARROWING, ...asked })).toBe(true)
  })

  it('are sorted by their uses, or by their category, those without a category last', () => {
    expect(shown({ order: 'uses' })).toEqual(['adeus', 'Ágil', 'boleto', 'zero'])
    expect(shown({ order: 'category' })).toEqual(['Ágil', 'boleto', 'adeus', 'zero'])
  })

  it('count the numbers in shortcodes', () => {
    const counted = ['passo 10', 'passo 2', 'Passo 1'].map((shortcode) => replyOf(shortcode))
    expect(narrowReplies(counted, NO_NARROWING).map(({ shortcode }) => shortcode)).toEqual([
      'Passo 1',
      'passo 2',
      'passo 10',
    ])
  })

  it('have the categories that are used, each once', () => {
    expect(categoriesOf(all)).toEqual(['Entrega', 'Fim'])
    expect(categoriesOf([])).toEqual([])
  })

  it('without queues are for every conversation, others for those of their queues', () => {
    expect([isForQueue(replyOf('a'), null), isForQueue(replyOf('a'), 5)]).toEqual([true, true])
    const ofTwo = replyOf('b', { queueIds: [1, 2] })
    expect([isForQueue(ofTwo, 2), isForQueue(ofTwo, 3), isForQueue(ofTwo, null)]).toEqual([
      true,
      false,
      false,
    ])
  })
})
