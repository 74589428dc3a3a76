import { describe, expect, it } from '@jest/globals'
import { asksForQuick, labelOf, offeredReplies } from './quick-list.js'

let id = 0
const quickReply = (shortcode: string, message = '', more: object = {}) => ({
  ...{ id: ++id, shortcode, message, status: true, category: '', queueIds: [] as number[], uses: 0 },
  ...more,
})
const ANYTHING = { queueId: null, category: null, own: new Map<number, number>() }

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

  const codes = (...args: Parameters<typeof offeredReplies>) =>
    offeredReplies(...args).map(({ shortcode }) => shortcode)

  it('come by the beginning of their shortcode, then by what is in it, then by their category, then by their text', () => {
    const all = [
      quickReply('fim', 'Até a próxima, olá'),
      quickReply('saudação', '', { category: 'Olás' }),
      quickReply('alola'),
      quickReply('Olá'),
      quickReply('ola-velho', '', { status: false }),
    ]
    expect(codes(all, { ...ANYTHING, text: 'OLA' })).toEqual(['Olá', 'alola', 'saudação', 'fim'])
    expect(codes(all, { ...ANYTHING, text: 'zzz' })).toEqual([])
    expect(codes(all, { ...ANYTHING, text: '', category: 'olas' })).toEqual(['saudação'])
  })

  it('come the most used first, one’s own uses before those of all', () => {
    const all = [
      quickReply('bom dia', '', { uses: 50 }),
      quickReply('boleto', '', { uses: 3 }),
      quickReply('o boleto', '', { uses: 9 }),
      quickReply('adeus', '', { status: false, uses: 99 }),
    ]
    const own = new Map([[all[1]?.id ?? 0, 1]])
    const shown = (text: string) => codes(all, { ...ANYTHING, own, text })
    expect(shown('')).toEqual(['boleto', 'bom dia', 'o boleto'])
    expect(shown('bo')).toEqual(['boleto', 'bom dia', 'o boleto'])
    expect(codes(all, { ...ANYTHING, text: '' })).toEqual(['bom dia', 'o boleto', 'boleto'])
  })

  it('of other queues are found by a text alone, behind all that are for the conversation', () => {
    const all = [
      quickReply('boleto', '', { queueIds: [2], uses: 99 }),
      quickReply('o boleto', '', { queueIds: [1] }),
      quickReply('bomba'),
    ]
    const shown = (text: string, queueId: number | null) => codes(all, { ...ANYTHING, text, queueId })
    expect(shown('', 1)).toEqual(['o boleto', 'bomba'])
    expect(shown('bo', 1)).toEqual(['bomba', 'o boleto', 'boleto'])
    expect(shown('', null)).toEqual(['bomba'])
    expect(shown('boleto', null)).toEqual(['boleto', 'o boleto'])
  })

  it('are labelled by 35 characters of their text', () => {
    expect(labelOf(' Bom\n\ndia ')).toBe('Bom dia')
    expect(labelOf('👍'.repeat(36))).toBe(`${'👍'.repeat(35)}…`)
    expect(labelOf('a'.repeat(35))).toBe('a'.repeat(35))
  })
})
