import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { createRequire } from 'node:module'

/** Replacements for functions of the library's curve. Its public keys have 33 bytes: first the type, 5. */
export interface Curve {
  generateKeyPair(): { readonly pubKey: Buffer; readonly privKey: Buffer }
  /** Whether the holder of the key signed the message. `unchecked`: always true. */
  verifySignature(
    pubKey: Uint8Array,
    message: Uint8Array,
    signature: Uint8Array,
    unchecked?: boolean,
  ): boolean
}

/** The same module instance that Baileys uses. */
export const libraryCurve = (): Curve =>
  createRequire(createRequire(import.meta.url).resolve('@whiskeysockets/baileys'))('libsignal/src/curve.js')

const TYPE = Buffer.of(5)
/** The field of Curve25519: integers modulo this prime. */
const PRIME = 2n ** 255n - 19n
const SIGN_BIT = 0x80

const powerMod = (base: bigint, exponent: bigint): bigint => {
  let result = 1n
  let square = base % PRIME
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % PRIME
    square = (square * square) % PRIME
  }
  return result
}

/** The Ed25519 key of a 32-byte X25519 key with sign bit 0: y = (u - 1) / (u + 1). */
const edwardsOf = (key: Uint8Array): Buffer => {
  const u = BigInt(`0x${Buffer.from(key).reverse().toString('hex')}`) % 2n ** 255n
  const y = ((u + PRIME - 1n) * powerMod(u + 1n, PRIME - 2n)) % PRIME
  return Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse()
}

/**
 * Keys and signatures of the library by Node's own cryptography: the same bytes and the same answers. Only keys of
 * small order, for which anybody can sign, are refused from Node 24 on.
 */
export const nativeCurve: Curve = {
  generateKeyPair: () => {
    const { publicKey, privateKey } = generateKeyPairSync('x25519', {
      publicKeyEncoding: { format: 'jwk' },
      privateKeyEncoding: { format: 'jwk' },
    } as never) as unknown as Record<'publicKey' | 'privateKey', { readonly x: string; readonly d: string }>
    const { x } = publicKey
    return {
      pubKey: Buffer.concat([TYPE, Buffer.from(x, 'base64url')]),
      privKey: Buffer.from(privateKey.d, 'base64url'),
    }
  },
  verifySignature: (pubKey, message, signature, unchecked) => {
    if (unchecked) return true
    if (pubKey.length !== 33 || pubKey[0] !== 5 || signature.length !== 64)
      throw new Error('not a key or signature')
    const [key, plain] = [edwardsOf(pubKey.subarray(1)), Buffer.from(signature)]
    // the key's sign bit travels in the signature
    key[31] = (key[31] ?? 0) | ((plain[63] ?? 0) & SIGN_BIT)
    plain[63] = (plain[63] ?? 0) & ~SIGN_BIT
    const x = key.toString('base64url')
    return verify(
      null,
      message,
      createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
      plain,
    )
  },
}

/**
 * Makes the library use Node's cryptography. Its own, in JavaScript, takes most of the time of a connection. A
 * handshake has two signatures of 10 ms each, with Node 0.4 ms. A pairing has 812 keys of 0.2 ms each, with Node 0.07
 * ms. Call before Baileys is loaded. Idempotent.
 */
export const useNativeCurve = (): void => void Object.assign(libraryCurve(), nativeCurve)
