import { describe, expect, it } from '@jest/globals'
import { derivedUuid, namedUuid } from './ids.js'

const DNS = Buffer.from('6ba7b8109dad11d180b400c04fd430c8', 'hex')

describe('a uuid of a name', () => {
  it('equals the one of RFC 9562', () => {
    expect(namedUuid('www.example.com', DNS)).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
  })

  it('is the same for the same parts, and another for others', () => {
    expect(derivedUuid('ticket', 1)).toBe(derivedUuid('ticket', 1))
    expect(derivedUuid('ticket', 1)).toBe('9c96d0a6-abc4-5394-9465-1c95c944c8a6')
    expect(derivedUuid('ticket', '1')).not.toBe(derivedUuid('ticket', 1))
  })
})
