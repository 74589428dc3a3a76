import { describe, expect, it } from '@jest/globals'
import { textBlocks } from './text-blocks.js'

const textBlock = (words: string) => [{ kind: 'text', text: words }]

describe('the blocks of a text', () => {
  it('are quotes, lists and the words between them', () => {
    expect(textBlocks('Oi\nveja:\n> foi assim\n> ontem\n- um\n* dois\n3. três\n4. quatro\nfim')).toEqual([
      { kind: 'words', words: textBlock('Oi\nveja:') },
      { kind: 'quote', words: textBlock('foi assim\nontem') },
      { kind: 'bullets', items: [textBlock('um'), textBlock('dois')] },
      { kind: 'numbers', first: 3, items: [textBlock('três'), textBlock('quatro')] },
      { kind: 'words', words: textBlock('fim') },
    ])
  })

  it('keep the marks inside them', () => {
    expect(textBlocks('> *já*')).toEqual([{ kind: 'quote', words: [{ kind: 'bold', text: 'já' }] }])
  })

  it.each(['a > b', '-5 graus', '*forte*', '10.000 reais', '- ', '1.', '2500. é o total'])(
    'leave %j as words',
    (words) => expect(textBlocks(words).map(({ kind }) => kind)).toEqual(['words']),
  )

  it('leave code as written, and do not join numbers that do not follow', () => {
    expect(textBlocks('```\n- a\n> b```')).toEqual([
      { kind: 'words', words: [{ kind: 'code', text: '\n- a\n> b' }] },
    ])
    expect(textBlocks('1. a\n1. b').map(({ kind }) => kind)).toEqual(['numbers', 'numbers'])
  })

  it('are one block in a text with too many lines', () => {
    expect(textBlocks('- a\n'.repeat(20_000))).toHaveLength(1)
  })

  it('keep a text of one line, and nothing, as they are', () => {
    expect(textBlocks('Oi')).toEqual([{ kind: 'words', words: textBlock('Oi') }])
    expect(textBlocks('')).toEqual([{ kind: 'words', words: [] }])
  })
})
