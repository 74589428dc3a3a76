import type { WAMessage } from '@whiskeysockets/baileys'
import type { Batch } from './batch.js'
import { readContent } from './inbound.js'
import { CIPHERTEXT } from './without-content.js'

/**
 * The same message; an unreadable content is dropped, as if it could not be decrypted, and `failed` is called. So one
 * message blocks no other.
 */
export const legibleMessage = (one: WAMessage, failed: (failure: unknown) => void): WAMessage => {
  try {
    readContent(one.message)
    return one
  } catch (failure) {
    failed(failure)
    return { ...one, message: null, messageStubType: CIPHERTEXT }
  }
}

/** The same batch, its messages legible. */
export const legible = (batch: Batch, failed: (failure: unknown) => void): Batch => {
  const upsert = batch['messages.upsert']
  if (upsert === undefined) return batch
  const messages = upsert.messages.map((one) => legibleMessage(one, failed))
  return { ...batch, 'messages.upsert': { ...upsert, messages } }
}
