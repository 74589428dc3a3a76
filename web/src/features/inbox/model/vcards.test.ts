import { describe, expect, it } from '@jest/globals'
import { shownVcards } from './vcards.js'

const cardOf = (name: string, numbers: number) =>
  [
    'BEGIN:VCARD',
    `FN:${name}`,
    ...Array.from({ length: numbers }, (_, n) => `TEL:119${n}`),
    'END:VCARD',
  ].join('\n')

describe('the cards of a message', () => {
  it('are shown as they are', () => {
    const [ana, bia] = ['Ana', 'Bia'].map((name) => ({
      name,
      numbers: [{ text: '1190', digits: '1190' }],
      more: 0,
    }))
    expect(shownVcards(`${cardOf('Ana', 1)}\n${cardOf('Bia', 1)}`)).toEqual({ people: [ana, bia], more: 0 })
  })

  it('show a number once that they hold twice', () => {
    const twice = cardOf('Ana', 2).replace('END:VCARD', 'TEL:+11-90\nEND:VCARD')
    const [ana] = shownVcards(twice).people
    expect(ana?.numbers.map(({ digits }) => digits)).toEqual(['1190', '1191'])
  })

  it('are the first 20 with 5 numbers each, and counted', () => {
    const { people, more } = shownVcards(Array.from({ length: 30 }, (_, n) => cardOf(`P${n}`, 12)).join('\n'))
    expect([people.length, more]).toEqual([20, 10])
    expect(people.map(({ numbers, more }) => [numbers.length, more])).toEqual(Array(20).fill([5, 7]))
    expect(people.at(-1)?.name).toBe('P19')
  })
})
