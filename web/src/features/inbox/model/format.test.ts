import { describe, expect, it } from '@jest/globals'
import { formatBytes, formatDuration, parseCard, parseLocation } from './format.js'

describe('what people read of numbers', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1536, '1.5 KB'],
    [150 * 1024, '150 KB'],
    [16 * 1024 * 1024, '16 MB'],
  ])('%i bytes', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })

  it('counts a recording in minutes and seconds', () => {
    expect(formatDuration(65_400)).toBe('1:05')
  })
})

describe('places and cards', () => {
  it('opens a place on the map and nothing else', () => {
    expect(parseLocation('data:x | https://maps.google.com/maps?q=1%2C2 | 1, 2')).toEqual({
      href: 'https://maps.google.com/maps?q=1%2C2',
      label: '1, 2',
    })
    expect(parseLocation('x | javascript:alert(1) | y')).toBeNull()
  })

  it('reads a card', () => {
    expect(
      parseCard('BEGIN:VCARD\nFN:Ana Lima\nTEL;type=CELL;waid=5511:+55 11 98888-7777\nEND:VCARD'),
    ).toEqual({
      name: 'Ana Lima',
      numbers: ['+55 11 98888-7777'],
    })
  })
})
