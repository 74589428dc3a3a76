import { describe, expect, it, jest } from '@jest/globals'
import fc from 'fast-check'
import { type Curve, libraryCurve, nativeCurve, useNativeCurve } from './native-curve.js'

interface LibraryCurve extends Curve {
  calculateAgreement(pubKey: Buffer, privKey: Buffer): Buffer
  calculateSignature(privKey: Buffer, message: Buffer): Buffer
}

// Loads the original library: all other tests use the changed one.
jest.resetModules()
const library = { ...libraryCurve() } as LibraryCurve

describe('the curve by Node’s cryptography', () => {
  it('makes keys that the library agrees on secrets and signs with', () => {
    const [ours, theirs] = [nativeCurve.generateKeyPair(), library.generateKeyPair()]
    expect(library.calculateAgreement(theirs.pubKey, ours.privKey)).toEqual(
      library.calculateAgreement(ours.pubKey, theirs.privKey),
    )
    const message = Buffer.from('olá')
    const signature = library.calculateSignature(ours.privKey, message)
    expect(library.verifySignature(ours.pubKey, message, signature)).toBe(true)
  })

  it('accepts and refuses signatures, keys and messages like the library, also with a flipped bit', () => {
    const sizes = { key: 33, message: 40, signature: 64 }
    const places = fc.constantFrom('none' as const, 'key' as const, 'message' as const, 'signature' as const)
    const check = (text: Uint8Array, changed: 'none' | keyof typeof sizes, at: number): void => {
      const { pubKey: key, privKey } = library.generateKeyPair()
      const message = Buffer.from(text)
      const signed = { key, message, signature: library.calculateSignature(privKey, message) }
      if (changed !== 'none') {
        // The first byte of a key is its type. The highest bit of the key is ignored.
        const bit = changed === 'key' ? 8 + (at % 255) : at % (8 * sizes[changed])
        signed[changed][bit >> 3] = (signed[changed][bit >> 3] ?? 0) ^ (1 << (bit & 7))
      }
      const answer = nativeCurve.verifySignature(signed.key, signed.message, signed.signature)
      expect(answer).toBe(library.verifySignature(signed.key, signed.message, signed.signature))
      expect(answer).toBe(changed === 'none')
    }
    const text = fc.uint8Array({ minLength: sizes.message, maxLength: sizes.message })
    fc.assert(fc.property(text, places, fc.nat(), check), { numRuns: 40 })
  })

  it('accepts keys that are not random', () => {
    const signature = Buffer.alloc(64)
    for (const [first, last] of [
      [0, 0],
      [1, 0],
      [0xec, 0x7f],
      [0xed, 0xff],
    ] as const) {
      const key = Buffer.from([5, first, ...Array.from({ length: 30 }, () => (last ? 0xff : 0)), last])
      const message = Buffer.from('x')
      // Anybody can sign for a key of small order, so Node 24 refuses the key. Older versions give the library's answer.
      const answers = [false, library.verifySignature(key, message, signature)]
      expect(answers).toContain(nativeCurve.verifySignature(key, message, signature))
    }
    expect(
      nativeCurve.verifySignature(library.generateKeyPair().pubKey, Buffer.alloc(1), signature, true),
    ).toBe(true)
    expect(() => nativeCurve.verifySignature(Buffer.alloc(33), Buffer.alloc(1), Buffer.alloc(10))).toThrow()
  })

  it('is what Baileys uses once it is loaded', async () => {
    useNativeCurve()
    const { Curve } = await import('@whiskeysockets/baileys')
    expect(libraryCurve().verifySignature).toBe(nativeCurve.verifySignature)
    const { public: key, private: secret } = Curve.generateKeyPair()
    expect([key.length, secret.length]).toEqual([32, 32])
  })
})
