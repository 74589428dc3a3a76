import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Keys of a browser's subscription, base64url: a point of P-256 and 16 bytes. */
export interface PushKeys {
  readonly p256dh: string
  readonly auth: string
}

const CURVE = 'prime256v1'
const RECORD_SIZE = 4096
/** The byte that ends the last record. */
const DELIMITER = Buffer.from([2])

const deriveKey = (key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
const labelBytes = (text: string): Buffer => Buffer.from(`Content-Encoding: ${text}\0`)

/**
 * A text encrypted for the subscribed browser, as the body of a push (RFC 8291, `aes128gcm`). `random`: the
 * sender's private key and the salt; new for each text unless a test gives them. Throws if the browser's key
 * is no point of the curve.
 */
export const encryptPush = (
  text: string,
  keys: PushKeys,
  random: { readonly privateKey?: Buffer; readonly salt?: Buffer } = {},
): Buffer => {
  const sender = createECDH(CURVE)
  if (random.privateKey === undefined) sender.generateKeys()
  else sender.setPrivateKey(random.privateKey)
  const salt = random.salt ?? randomBytes(16)
  const theirs = Buffer.from(keys.p256dh, 'base64url')
  const ours = sender.getPublicKey()

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = deriveKey(sender.computeSecret(theirs), Buffer.from(keys.auth, 'base64url'), info, 32)
  const cipher = createCipheriv(
    'aes-128-gcm',
    deriveKey(secret, salt, labelBytes('aes128gcm'), 16),
    deriveKey(secret, salt, labelBytes('nonce'), 12),
  )
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD_SIZE)
  sizes.writeUInt8(ours.length, 4)
  const body = [cipher.update(text, 'utf8'), cipher.update(DELIMITER), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, sizes, ours, ...body])
}

/** Whether a browser's key is valid: a point of the curve. */
export const isPoint = (p256dh: string): boolean => {
  const ecdh = createECDH(CURVE)
  ecdh.generateKeys()
  try {
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
