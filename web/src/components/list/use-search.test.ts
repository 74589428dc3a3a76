import { checkSchema } from '@guiche/contracts/schema.js'
import { optionalText } from '@guiche/contracts/text.js'
import { describe, expect, it } from '@jest/globals'
import { searchedFor } from './use-search.js'

describe('the searched text', () => {
  it.each([
    [' ab ', ''],
    [' Zé Ávila ', 'Zé Ávila'],
  ])('%j: %j', (text, search) => expect(searchedFor(text)).toBe(search))

  it('is taken by the server, however long the text is', () => {
    for (const text of ['palavra '.repeat(100), 'x'.repeat(5000), '😀'.repeat(150)]) {
      const search = searchedFor(text)
      expect(text.startsWith(search)).toBe(true)
      expect(checkSchema(optionalText.search, search).ok).toBe(true)
    }
  })
})
