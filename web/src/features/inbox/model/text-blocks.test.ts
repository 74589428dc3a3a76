import { describe, expect, it } from '@jest/globals'
import { blocks } from './text-blocks.js'

const text = (words: string) => [{ kind: 'text', text: words }]

describe('the blocks of a text', () => {
  it('are quotes, lists and the words between them', () => {
    expect(blocks('Oi\nveja:\n> foi assim\n> ontem\n- um\n* dois\n3. três\n4. quatro\nfim')).toEqual([
      { kind: 'words', words: text('Oi\nveja:') },
      { kind: 'quote', words: text('foi assim\nontem') },
      { kind: 'bullets', items: [text('um'), text('dois')] },
      { kind: 'numbers', first: 3, items: [text('três'), text('quatro')] },
      { kind: 'words', words: text('fim') },
    ])
  })

  it('keep the marks inside them', () => {
    expect(blocks('> *já*')).toEqual([{ kind: 'quote', words: [{ kind: 'bold', text: 'já' }] }])
  })

  it.each(['a > b', '-5 graus', '*forte*', '10.000 reais', '- ', '1.', '2500. é o total'])(
    'leave %j as words',
    (words) => expect(blocks(words).map(({ kind }) => kind)).toEqual(['words']),
  )

  it('leave code as written, and do not join numbers that do not follow', () => {
    expect(blocks('```\n- a\n> b```')).toEqual([
      { kind: 'words', words: [{ kind: 'code', text: '\n- a\n> b' }] },
    ])
    expect(blocks('1. a\n1. b').map(({ kind }) => kind)).toEqual(['numbers', 'numbers'])
  })

  it('are one where a text has so many lines that nobody wrote it', () => {
    expect(blocks('- a\n'.repeat(20_000))).toHaveLength(1)
  })

  it('keep a text of one line, and nothing, as they are', () => {
    expect(blocks('Oi')).toEqual([{ kind: 'words', words: text('Oi') }])
    expect(blocks('')).toEqual([{ kind: 'words', words: [] }])
  })
})
