import { describe, expect, it } from '@jest/globals'
import { acceptedLanguage } from './languages.js'

describe('the language of a request', () => {
  it.each([
    ['es-AR,en;q=0.8', 'es'],
    ['fr, EN-us;q=0.5', 'en'],
    ['fr', 'pt'],
    ['*', 'pt'],
    ['', 'pt'],
    [undefined, 'pt'],
  ] as const)('is the first supported one in Accept-Language: %s → %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language)
  })
})
