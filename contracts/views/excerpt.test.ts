import { describe, expect, it } from '@jest/globals'
import { excerptOf, parseCards, parseLocation } from './excerpt.js'

const CARD = 'BEGIN:VCARD\nFN:Ana Lima\nTEL;type=CELL;waid=5511:+55 11 98888-7777\nEND:VCARD'

describe('shared places', () => {
  it('link to the map and to nothing else', () => {
    expect(parseLocation('data:x | https://maps.google.com/maps?q=1%2C2 | 1, 2')).toEqual({
      href: 'https://maps.google.com/maps?q=1%2C2',
      label: '1, 2',
    })
    expect(parseLocation('x | javascript:alert(1) | y')).toBeNull()
  })

  it('are called by their name where they have one', () => {
    const body = 'data:image/png;base64, YWJj | https://maps.google.com/maps?q=1|1, 2|Padaria, Rua A'
    expect(excerptOf({ kind: 'locationMessage', body })).toBe('Padaria, Rua A')
    expect(excerptOf({ kind: 'locationMessage', body: 'data:image/png;base64, YWJj' })).toBe('')
  })
})

describe('contact cards', () => {
  it('give a name and numbers', () => {
    const ana = { name: 'Ana Lima', numbers: [{ text: '+55 11 98888-7777', digits: '5511' }] }
    expect(parseCards(CARD)).toEqual([ana])
    const bia = 'BEGIN:VCARD\nFN:Bia\nTEL:(11) 9777-1\nEND:VCARD'
    expect(parseCards(`${CARD}\n${bia}`)).toEqual([
      ana,
      { name: 'Bia', numbers: [{ text: '(11) 9777-1', digits: '1197771' }] },
    ])
  })

  it.each([
    ['one', CARD, 'Ana Lima'],
    ['several', `${CARD}\n${CARD.replace('Ana Lima', 'Bia')}`, 'Ana Lima, Bia'],
    [
      'one with escaped signs and a folded line',
      'BEGIN:VCARD\r\nFN:Lima\\, A\r\n na\r\nEND:VCARD',
      'Lima, Ana',
    ],
    ['one without a full name', 'BEGIN:VCARD\nN:Lima;Ana;;;\nEND:VCARD', 'Lima Ana'],
    ['one with a number alone', 'BEGIN:VCARD\nitem1.TEL:+55 11\nEND:VCARD', '+55 11'],
    ['an empty one', 'BEGIN:VCARD\nEND:VCARD', ''],
  ])('are parsed: %s', (_, body, words) => {
    expect(excerptOf({ kind: 'contactMessage', body })).toBe(words)
  })

  it('leave an invalid card as text', () => {
    expect(excerptOf({ kind: 'conversation', body: CARD })).toBe(CARD)
  })
})
