import { describe, expect, it } from '@jest/globals'
import { createSearcher, searchedTokens, searchedWords, tokensOf, wordsOf } from './tokens.js'

describe('words of a text', () => {
  it.each([
    ['', []],
    ['  !!! — … ', []],
    ['Oi 😀👍🏽 !', ['oi', '😀', '👍']],
    ['👨‍👩‍👧 ❤️ 🇧🇷 1️⃣', ['👨', '👩', '👧', '❤', '🇧🇷', '1']],
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

describe('words that a text searches for', () => {
  it.each([
    ['João da Conceição', ['conceicao', 'joao', 'da']],
    ['joao jo JOÃO j joana', ['joana', 'joao']],
    ['11 1198 98', ['1198', '98']],
    ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    ['a b c d e f g h ana', ['ana', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    ['a b c d e f g h bia', ['bia', 'a', 'c', 'd', 'e', 'f', 'g', 'h']],
    ['a b c d e f g h zoe', ['zoe', 'a', 'b', 'c', 'd', 'e', 'f', 'g']],
    ['  ', []],
  ])('%j', (text, words) => expect(searchedWords(text)).toEqual(words))

  it('are the same for documents in memory', () => {
    const doc = { id: '1', companyId: 1, name: 'Ana b c d e f g h' }
    expect(createSearcher({ text: ['name'] }, 'ana b c d e f g h z')(doc)).toBe(true)
    expect(createSearcher({ text: ['name'] }, 'ana zoe')(doc)).toBe(false)
  })
})

describe('digits that a text searches for', () => {
  it.each([
    ['55', [['55', '_55']]],
    [' (11) ', [['11', '_11']]],
    ['Lote 55', [['lote'], ['55']]],
    ['Lote 123', [['lote'], ['123']]],
    ['ana 1198', [['1198', '_1198'], ['ana']]],
    ['ana (11) 98-7654', [['7654', '_7654'], ['ana'], ['11', '_11'], ['98', '_98']]],
    ['3a via', [['via'], ['3a']]],
  ])('%j', (text, tokens) => {
    expect(searchedTokens(text)).toEqual(tokens)
    expect(searchedTokens(text, false)).toEqual(tokens.map(([word]) => [word]))
  })
})

describe('a search of records in memory', () => {
  const finds = (text: string, name: string) => {
    const doc = { id: '1', companyId: 1, name }
    return createSearcher({ text: ['name'] }, text)(doc)
  }
  it('finds an emoji anywhere, and nothing by punctuation', () => {
    expect([finds('🎉', 'Festa 🎉'), finds('🎉', 'Festa'), finds('👍', 'ok👍🏽')]).toEqual([
      true,
      false,
      true,
    ])
    expect([finds('!?', 'Festa'), finds('  ', 'Festa')]).toEqual([false, true])
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

  it('are its words, and each suffix of its digits', () => {
    expect(
      tokensOf({ text: ['name', 'extra.city', 'tags', 'count', 'missing.path'], digits: ['number'] }, doc),
    ).toEqual(['5', '_1198', '_198', '_51198', '_551198', '_8', '_98', 'ana', 'novo', 'paulo', 'sao', 'vip'])
  })

  it('are none for a document without these fields', () => {
    expect(tokensOf({ text: ['title'], digits: ['phone'] }, doc)).toEqual([])
  })
})
