import { createHmac, hash, randomBytes, randomUUID } from 'node:crypto'

const NAMESPACE = Buffer.from('6f2c1d1e6c0e5d6f9d0a3f6a0a5c8b41', 'hex')

/** A random uuid (v4). */
export const newUuid = (): string => randomUUID()
/** Whether a uuid is random (version 4): a command with such an id cannot be a repetition. */
export const isRandom = (uuid: string): boolean => uuid[14] === '4'
/** An unguessable name of 160 bits, safe in a path. */
export const newSecretName = (): string => randomBytes(20).toString('hex')
/** A uuid of version 5: equal for the same name in the same namespace (16 bytes). */
export const namedUuid = (name: string, namespace: Buffer): string => {
  const hex = hash('sha1', Buffer.concat([namespace, Buffer.from(name)]), 'hex')
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4]
  const [low, middle, version] = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`]
  return `${low}-${middle}-${version}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
/** A uuid (v5) that is equal for equal parts. */
export const derivedUuid = (...parts: readonly (string | number)[]): string =>
  namedUuid(JSON.stringify(parts), NAMESPACE)
/** The id of a message: equal each time WhatsApp gives the message. 32 hex digits. */
export const messageIdOf = (connectionId: number, fromMe: boolean, waId: string): string =>
  hash('sha256', JSON.stringify([connectionId, fromMe, waId]), 'hex').slice(0, 32)
/**
 * The id of a recording's voice note: derived from the recording's id, and as unguessable. Each id can be
 * computed from the other. Voice notes were mp3 once; the name stays because stored blobs have it.
 */
export const voiceNoteIdOf = (blobId: string): string =>
  hash('sha256', JSON.stringify(['mp3', blobId]), 'hex').slice(0, 40)
/**
 * A keyed digest (HMAC) for names of claims and commands, so that the names reveal no values. 40 hex digits.
 */
export const hmacName = (key: Buffer, ...parts: readonly (string | number)[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex').slice(0, 40)
