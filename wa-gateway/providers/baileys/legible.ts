import type { WAMessage } from '@whiskeysockets/baileys'
import type { Batch } from './batch.js'
import { readContent } from './inbound.js'
import { CIPHERTEXT } from './without-content.js'

/**
 * The message, without a content that cannot be read: such a message counts as not decrypted, and `failed` is called.
 * So one message does not block the messages behind it.
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

/** The batch with `legibleMessage` applied to each message. */
export const legible = (batch: Batch, failed: (failure: unknown) => void): Batch => {
  const upsert = batch['messages.upsert']
  if (upsert === undefined) return batch
  const messages = upsert.messages.map((one) => legibleMessage(one, failed))
  return { ...batch, 'messages.upsert': { ...upsert, messages } }
}
