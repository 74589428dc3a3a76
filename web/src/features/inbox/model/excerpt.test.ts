import { describe, expect, it } from '@jest/globals'
import { excerpt, splitBy } from './excerpt.js'

describe('what was found', () => {
  it('is told apart without regard to case and accents', () => {
    expect(splitBy('Não é a AÇÃO, é a acao', 'ação').map(({ part, found }) => [part, found])).toEqual([
      ['Não é a ', false],
      ['AÇÃO', true],
      [', é a ', false],
      ['acao', true],
    ])
    expect(splitBy('nada', 'xyz')).toEqual([{ part: 'nada', found: false, at: 0 }])
    expect(splitBy('nada', '')).toEqual([{ part: 'nada', found: false, at: 0 }])
  })

  it('stays in sight in a long text', () => {
    const long = `${'a '.repeat(200)}boleto${' b'.repeat(200)}`
    const part = excerpt(long, 'Boleto')
    expect(part.indexOf('boleto')).toBe(41)
    expect(part.startsWith('…') && part.endsWith('…')).toBe(true)
    expect(excerpt('curto', 'xyz')).toBe('curto')
  })
})
