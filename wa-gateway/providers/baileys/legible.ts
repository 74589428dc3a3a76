import type { WAMessage } from '@whiskeysockets/baileys'
import type { Batch } from './batch.js'
import { readContent } from './inbound.js'
import { CIPHERTEXT } from './without-content.js'

/**
 * The same batch; a message whose content cannot be read has none any more, like one that could not be decrypted.
 * `failed` is told of it. So one message keeps no other back.
 */
export const legible = (batch: Batch, failed: (failure: unknown) => void): Batch => {
  const upsert = batch['messages.upsert']
  if (upsert === undefined) return batch
  const messages = upsert.messages.map((one): WAMessage => {
    try {
      readContent(one.message)
      return one
    } catch (failure) {
      failed(failure)
      return { ...one, message: null, messageStubType: CIPHERTEXT }
    }
  })
  return { ...batch, 'messages.upsert': { ...upsert, messages } }
}
