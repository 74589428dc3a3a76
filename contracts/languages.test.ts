import { describe, expect, it } from '@jest/globals'
import { acceptedLanguage } from './languages.js'

describe('the language that is asked for', () => {
  it.each([
    ['es-AR,en;q=0.8', 'es'],
    ['fr, EN-us;q=0.5', 'en'],
    ['fr', 'pt'],
    ['*', 'pt'],
    ['', 'pt'],
    [undefined, 'pt'],
  ] as const)('is the first one that we speak: %s → %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language)
  })
})
