import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'

/** The keys that identify this product to push services (RFC 8292). */
export interface VapidKeys {
  /** the point of P-256 that browsers subscribe with, base64url */
  readonly publicKey: string
  /** secret */
  readonly privateKey: JsonWebKey
}

/** Seconds for which a signature is valid. Push services accept no more than a day. */
const LIFE_S = 12 * 60 * 60

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export const createVapidKeys = (): VapidKeys => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = privateKey.export({ format: 'jwk' })
  const [x, y] = [jwk.x ?? '', jwk.y ?? ''].map((part) => Buffer.from(part, 'base64url'))
  return {
    publicKey: Buffer.concat([Buffer.from([4]), x ?? Buffer.of(), y ?? Buffer.of()]).toString('base64url'),
    privateKey: jwk,
  }
}

/**
 * The `Authorization` header of a push to this address. `subject`: an https address for contact with the
 * sender.
 */
export const vapidAuthorization = (keys: VapidKeys, endpoint: string, subject: string, now: Date): string => {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + LIFE_S,
    sub: subject,
  }
  const signed = `${base64({ typ: 'JWT', alg: 'ES256' })}.${base64(claims)}`
  const key = createPrivateKey({ key: keys.privateKey, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${keys.publicKey}`
}
