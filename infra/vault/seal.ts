import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const FORMAT = 1
const NONCE = 12
const TAG_BYTES = 16

/** Encrypts values with AES-256-GCM, each bound to its name: a value under another name does not open. */
export interface Seal {
  close(name: string, value: Buffer): Buffer
  /** Throws if the value was changed, has another name or was sealed under another key. */
  open(name: string, sealed: Buffer): Buffer
}

/** `key`: 32 bytes. A sealed value is: format (1 byte), nonce, tag, ciphertext. */
export const createSeal = (key: Buffer): Seal => ({
  close: (name, value) => {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(name))
    const text = Buffer.concat([cipher.update(value), cipher.final()])
    return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), text])
  },
  open: (name, sealed) => {
    if (sealed[0] !== FORMAT || sealed.length < 1 + NONCE + TAG_BYTES) throw new Error('not a sealed value')
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(name))
    decipher.setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG_BYTES)), decipher.final()])
  },
})
