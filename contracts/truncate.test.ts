import { describe, expect, it } from '@jest/globals'
import { truncateText, wellFormed } from './truncate.js'

describe('a truncated text', () => {
  it.each([
    ['curto', 10, 'curto'],
    ['comprido', 4, 'comp'],
    ['abc😀', 4, 'abc'],
    ['abc😀', 5, 'abc😀'],
    ['😀😀', 1, ''],
    // The sender may have cut the text between two UTF-16 code units of a character.
    ['a\ud83db\ude00c', 10, 'abc'],
  ])('%j to %i is %j', (text, length, left) => {
    expect(truncateText(text, length)).toBe(left)
    expect(() => encodeURIComponent(truncateText(text, length))).not.toThrow()
  })

  it('has no half characters, even if short enough', () => {
    expect(wellFormed('\ude00foto\ud83d.png 😀')).toBe('foto.png 😀')
  })
})
