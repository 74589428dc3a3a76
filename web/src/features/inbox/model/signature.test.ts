import { describe, expect, it } from '@jest/globals'
import { signatureOf, signText, withoutSignature } from './signature.js'

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
})
