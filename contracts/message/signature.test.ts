import { describe, expect, it } from '@jest/globals'
import { isEmptyText, signatureOf, signText, withoutSignature } from './signature.js'

describe('signatures', () => {
  it('stand above the text, and not above nothing', () => {
    expect(signText('Olá', 'Bia Souza')).toBe('*Bia Souza:*\nOlá')
    expect(signText('', 'Bia Souza')).toBe('')
    expect(signText('Olá', null)).toBe('Olá')
  })

  it('are taken off and found again', () => {
    const text = signText('Olá\n*negrito:*\nfim', 'Bia Souza')
    expect(withoutSignature(text)).toBe('Olá\n*negrito:*\nfim')
    expect(signatureOf(text) + withoutSignature(text)).toBe(text)
  })

  it('are not found in texts without them', () => {
    expect(withoutSignature('*Importante:* amanhã')).toBe('*Importante:* amanhã')
    expect(signatureOf('Olá')).toBe('')
  })

  it('make no text of blanks and invisible characters', () => {
    for (const nothing of ['', ' \n', '\u200b\u200e \u2060\ufeff', '\u2800\u3164', '\u00ad\ufe0f']) {
      expect(isEmptyText(nothing)).toBe(true)
      expect(isEmptyText(`*Bia Souza:*\n${nothing}`)).toBe(true)
      expect(signText(nothing, 'Bia Souza')).toBe(nothing)
    }
    for (const text of ['.', '👍🏽', '\u200bolá', '*Bia Souza:*', '0\ufe0f\u20e3'])
      expect(isEmptyText(text)).toBe(false)
  })
})
