import { describe, expect, it } from '@jest/globals'
import { asksForQuick, labelOf, offered } from './quick-list.js'

const quick = (shortcode: string, message = '', status = true) => ({ shortcode, message, status })

describe('quick messages of the composer', () => {
  it.each([
    ['/', false],
    ['/b', true],
    [' /b', false],
    ['oi', false],
    ['', false],
  ])('are asked for by %j: %s', (text, asked) => {
    expect(asksForQuick(text)).toBe(asked)
  })

  it('come by the beginning of their shortcode, then by what is in it, then by their text', () => {
    const all = [
      quick('fim', 'Até a próxima, olá'),
      quick('alola'),
      quick('Olá'),
      quick('ola-velho', '', false),
    ]
    expect(offered(all, 'OLA').map(({ shortcode }) => shortcode)).toEqual(['Olá', 'alola', 'fim'])
    expect(offered(all, 'zzz')).toEqual([])
  })

  it('are labelled by 35 characters of their text', () => {
    expect(labelOf(' Bom\n\ndia ')).toBe('Bom dia')
    expect(labelOf('👍'.repeat(36))).toBe(`${'👍'.repeat(35)}…`)
    expect(labelOf('a'.repeat(35))).toBe('a'.repeat(35))
  })
})
