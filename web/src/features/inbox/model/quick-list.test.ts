import { describe, expect, it } from '@jest/globals'
import { asksForQuick, labelOf, offered } from './quick-list.js'

let id = 0
const quick = (shortcode: string, message = '', status = true) => ({ id: ++id, shortcode, message, status })
const UNUSED = new Map<number, number>()

describe('quick messages of the composer', () => {
  it.each([
    ['/', true],
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
    expect(offered(all, 'OLA', UNUSED).map(({ shortcode }) => shortcode)).toEqual(['Olá', 'alola', 'fim'])
    expect(offered(all, 'zzz', UNUSED)).toEqual([])
  })

  it('come the most used first: all of them by the slash alone, else among those that fit alike', () => {
    const all = [quick('bom dia'), quick('boleto'), quick('o boleto'), quick('adeus', '', false)]
    const [first, second, third, gone] = all.map((one) => one.id)
    const uses = new Map([
      [first ?? 0, 1],
      [second ?? 0, 2],
      [third ?? 0, 9],
      [gone ?? 0, 99],
    ])
    const shown = (text: string) => offered(all, text, uses).map(({ shortcode }) => shortcode)
    expect(shown('')).toEqual(['o boleto', 'boleto', 'bom dia'])
    expect(shown('bo')).toEqual(['boleto', 'bom dia', 'o boleto'])
  })

  it('are labelled by 35 characters of their text', () => {
    expect(labelOf(' Bom\n\ndia ')).toBe('Bom dia')
    expect(labelOf('👍'.repeat(36))).toBe(`${'👍'.repeat(35)}…`)
    expect(labelOf('a'.repeat(35))).toBe('a'.repeat(35))
  })
})
