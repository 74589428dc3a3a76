import { describe, expect, it } from '@jest/globals'
import { excerptAround, splitBy } from './excerpt.js'

describe('matches', () => {
  it('are found regardless of case and accents', () => {
    expect(splitBy('Não é a AÇÃO, é a acao', 'ação').map(({ part, found }) => [part, found])).toEqual([
      ['Não é a ', false],
      ['AÇÃO', true],
      [', é a ', false],
      ['acao', true],
    ])
    expect(splitBy('nada', 'xyz')).toEqual([{ part: 'nada', found: false, at: 0 }])
    expect(splitBy('nada', '')).toEqual([{ part: 'nada', found: false, at: 0 }])
  })

  it('is every word that was searched for, by its beginning, and digits anywhere', () => {
    const marked = (text: string, wanted: string) =>
      splitBy(text, wanted)
        .filter(({ found }) => found)
        .map(({ part }) => part)
    expect(marked('Bolo de pão, bolinho e caçarola de bolo', 'bolo pao')).toEqual(['Bolo', 'pão', 'bolo'])
    expect(marked('rebolo', 'bolo')).toEqual([])
    expect(marked('+55 11 98888-7777', '8888')).toEqual(['8888'])
    expect(marked('a+b (c)', '+ (')).toEqual([])
    expect(marked('Lote 55 de 5511', 'lote 55')).toEqual(['Lote', '55', '55'])
    expect(marked('Lote 55, 11955', 'lote 55')).toEqual(['Lote', '55'])
    expect(marked('ok👍🏽 Festa 🎉🎉', '👍 🎉')).toEqual(['👍', '🎉', '🎉'])
  })

  it('stays in sight in a long text', () => {
    const long = `${'a '.repeat(200)}boleto${' b'.repeat(200)}`
    const part = excerptAround(long, 'Boleto')
    expect(part.indexOf('boleto')).toBe(41)
    expect(part.startsWith('…') && part.endsWith('…')).toBe(true)
    expect(excerptAround('curto', 'xyz')).toBe('curto')
    // A word is not cut at its start.
    expect(excerptAround(`${'abcdefg '.repeat(20)}boleto`, 'boleto')).toBe(`…${'abcdefg '.repeat(5)}boleto`)
    expect(excerptAround(`${'abcdefghijk '.repeat(20)}boleto`, 'boleto')).toBe(
      `…${'abcdefghijk '.repeat(3)}boleto`,
    )
    // A surrogate pair is not cut.
    expect(excerptAround(`a${'😀'.repeat(100)} boleto`, 'boleto')).toBe(`…${'😀'.repeat(19)} boleto`)
  })
})
