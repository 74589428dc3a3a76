import { describe, expect, it } from '@jest/globals'
import { askedMention, mentionedIn, splitMentions } from './mentions.js'

const ANA = { id: 1, name: 'Ana' }
const SOUZA = { id: 2, name: 'Ana Souza' }
const BIA = { id: 3, name: 'Bia' }
const ALL = [ANA, SOUZA, BIA, { id: 4, name: 'Rui' }, { id: 5, name: 'Rui' }]

describe('the mentions of a note', () => {
  it('are the names behind an @, the longer one where two fit', () => {
    expect(splitMentions('Oi @Ana Souza, e @Bia!', ALL)).toEqual([
      { text: 'Oi ', users: [] },
      { text: '@Ana Souza', users: [SOUZA] },
      { text: ', e ', users: [] },
      { text: '@Bia', users: [BIA] },
      { text: '!', users: [] },
    ])
  })

  it.each([
    ['@Ana@Bia', [1, 3]],
    ['@Ana, @Ana', [1]],
    ['@Rui', [4, 5]],
    ['@Anabela', []],
    ['ana@bia.com', []],
    ['@', []],
    ['', []],
  ])('%j mentions %j', (text, ids) => {
    expect(mentionedIn(text, ALL)).toEqual(ids)
    expect(
      splitMentions(text, ALL)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  it.each([
    ['@', 1, { from: 0, typed: '' }],
    ['oi @an e', 6, { from: 3, typed: 'an' }],
    ['oi\n@b', 5, { from: 3, typed: 'b' }],
    ['oi @an e', 8, null],
    ['a@b', 3, null],
    ['', 0, null],
  ])('of %j with the caret at %i are asked for: %j', (text, caret, asked) => {
    expect(askedMention(text, caret)).toEqual(asked)
  })
})
