import { describe, expect, it } from '@jest/globals'
import { tokensOf, wordsOf } from './tokens.js'

describe('words of a text', () => {
  it.each([
    ['', []],
    ['  !!! — 😀 ', []],
    ['João da Conceição', ['joao', 'da', 'conceicao']],
    ['JOÃO joão Joao', ['joao']],
    ['Straße ﬁm ＡＢＣ', ['strasse', 'fim', 'abc']],
    ['ΟΔΟΣ οδος', ['οδοσ']],
    ['pedido nº 12345, 3ª via', ['pedido', 'no', '12345', '3a', 'via']],
    ["d'Ávila foo@bar.com", ['d', 'avila', 'foo', 'bar', 'com']],
    ['a"b* OR c: NEAR(x)', ['a', 'b', 'or', 'c', 'near', 'x']],
    ['nul\u0000inside', ['nul', 'inside']],
    ['x'.repeat(100), ['x'.repeat(64)]],
  ])('%j', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })
})

describe('tokens of a document', () => {
  const doc = {
    id: '1',
    companyId: 1,
    name: 'Ana Ana',
    extra: { city: 'São Paulo' },
    tags: ['Novo', 'VIP'],
    number: '+55 (11) 98',
    count: 5,
  }

  it('are its words, wherever they stand, and every end of its digits', () => {
    expect(
      tokensOf({ text: ['name', 'extra.city', 'tags', 'count', 'missing.path'], digits: ['number'] }, doc),
    ).toEqual(['1198', '198', '5', '51198', '551198', '8', '98', 'ana', 'novo', 'paulo', 'sao', 'vip'])
  })

  it('are none for a document without these fields', () => {
    expect(tokensOf({ text: ['title'], digits: ['phone'] }, doc)).toEqual([])
  })
})
