import { describe, expect, it } from '@jest/globals'
import { checkSchema } from '../schema.js'
import { Username, usernameOf } from './username.js'

describe('a username', () => {
  it.each([
    ['maria.souza_9', 'maria.souza_9'],
    ['@Maria', 'maria'],
    ['\u202Emaria\u200E\n', 'maria'],
    ['1maria', '1maria'],
  ])('%j is kept as %j', (told, kept) => {
    expect(usernameOf(told)).toBe(kept)
    expect(checkSchema(Username, kept).ok).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['a number', '5511999990000'],
    ['a letter of another script', 'm\u0430ria'],
    ['a sign that is a small letter only by folding', 'mar\u212A'],
    ['a character that nobody sees', 'mar\u200Bia'],
    ['two words', 'maria souza'],
    ['markup', '<b>maria</b>'],
    ['a formula', '=maria'],
    ['too much', 'm'.repeat(65)],
    ['far too much', '\u202E'.repeat(100_000)],
    ['no text', ['maria']],
    ['no value', undefined],
  ])('is not taken from %s', (_, told) => {
    expect(usernameOf(told)).toBeUndefined()
    expect(checkSchema(Username, told).ok).toBe(false)
  })
})
