import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { v5 } from 'uuid'

const NAMESPACE = '6f2c1d1e-6c0e-5d6f-9d0a-3f6a0a5c8b41'

/** A random uuid (v4). */
export const newUuid = (): string => randomUUID()
/** An unguessable name of 160 bits, safe in a path. */
export const newSecretName = (): string => randomBytes(20).toString('hex')
/** The same uuid (v5) for the same parts. */
export const derivedUuid = (...parts: readonly (string | number)[]): string =>
  v5(JSON.stringify(parts), NAMESPACE)
/** The id of a message: the same for every sighting of it. 32 hex digits. */
export const messageIdOf = (connectionId: number, fromMe: boolean, waId: string): string =>
  createHash('sha256')
    .update(JSON.stringify([connectionId, fromMe, waId]))
    .digest('hex')
    .slice(0, 32)
/** A keyed digest for names of claims and commands, so that they tell nothing of what they stand for. 40 hex digits. */
export const hmacName = (key: Buffer, ...parts: readonly (string | number)[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex').slice(0, 40)
