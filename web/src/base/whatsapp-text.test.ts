import { describe, expect, it } from '@jest/globals'
import { splitText, withoutMarks } from './whatsapp-text.js'

describe('the text of a message', () => {
  it('knows the marks of WhatsApp', () => {
    expect(splitText('a *b c* _d_ ~e~ ```f *g*```')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'bold', text: 'b c' },
      { kind: 'text', text: ' ' },
      { kind: 'italic', text: 'd' },
      { kind: 'text', text: ' ' },
      { kind: 'strike', text: 'e' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'f *g*' },
    ])
  })

  it('is plain words without its marks, its links whole', () => {
    expect(withoutMarks('*a* b_c ~d~: https://exemplo.com/a_b')).toBe('a b_c d: https://exemplo.com/a_b')
  })

  it('leaves marks inside words and sums alone', () => {
    expect(splitText('2*3*4 snake_case_name')).toEqual([{ kind: 'text', text: '2*3*4 snake_case_name' }])
  })

  it('links web addresses without the sentence around them', () => {
    expect(splitText('veja https://exemplo.com.br/a?b=1, ok')).toEqual([
      { kind: 'text', text: 'veja ' },
      { kind: 'link', text: 'https://exemplo.com.br/a?b=1', href: 'https://exemplo.com.br/a?b=1' },
      { kind: 'text', text: ', ok' },
    ])
  })

  it('links an address with brackets and stops inside it, and leaves all that ends a sentence behind it', () => {
    expect(splitText('(https://exemplo.com/a(b)c?!).')).toEqual([
      { kind: 'text', text: '(' },
      { kind: 'link', text: 'https://exemplo.com/a(b)c', href: 'https://exemplo.com/a(b)c' },
      { kind: 'text', text: '?!).' },
    ])
  })

  it('takes no longer for a link that is made to be slow', () => {
    const fastest = (sign: string): number => {
      const text = `http://a/${sign.repeat(65_000)}x`
      const runs = Array.from({ length: 3 }, () => {
        const begun = performance.now()
        expect(splitText(text)).toHaveLength(1)
        return performance.now() - begun
      })
      return Math.min(...runs)
    }
    // Quadratic work would take a thousand times as long.
    expect(fastest(')') / fastest('a')).toBeLessThan(50)
  })

  it('has some hundreds of marks at most, and is plain behind them', () => {
    const parts = splitText('*a* '.repeat(16_384))
    expect(parts.length).toBeLessThan(510)
    expect(parts.at(-1)?.kind).toBe('text')
    expect(
      parts
        .map(({ text }) => text)
        .join('')
        .replace(/\W/g, ''),
    ).toBe('a'.repeat(16_384))
  })

  it.each(['javascript:alert(1)', 'data:text/html,<b>x</b>', '<img src=x onerror=alert(1)>'])(
    'never makes a link or markup of %s (rule 13)',
    (hostile) => {
      expect(splitText(hostile)).toEqual([{ kind: 'text', text: hostile }])
    },
  )
})
