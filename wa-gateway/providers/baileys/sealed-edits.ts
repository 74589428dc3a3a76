import { createDecipheriv, hkdfSync } from 'node:crypto'
import type { WhatsAppAddress } from '@guiche/contracts/bus/reports.js'
import { jidsOf } from '@guiche/contracts/events/contact.js'
import type { proto } from '@whiskeysockets/baileys'
import { addressOf, bareJid } from '../../jids.js'
import { readContent, type SealedEdit } from './inbound.js'
import type { Baileys } from './load.js'

const SECRET_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** WhatsApp's label of the key of an edit. */
const PURPOSE = 'Message Edit'

interface Deps {
  readonly baileys: Pick<Baileys, 'proto'>
  /** the stored message, or null */
  readonly stored: (waId: string) => Promise<proto.IWebMessageInfo | null>
  /** own addresses: number and LID */
  readonly me: () => readonly string[]
}

/** Whether the editor (null: ourselves) wrote the message: all members of a group know its secret. */
const isWrittenBy = ({ key }: proto.IWebMessageInfo, editor: WhatsAppAddress | null): boolean => {
  if (key?.fromMe || editor === null) return key?.fromMe === true && editor === null
  return jidsOf(editor).includes(bareJid(key?.participant || key?.remoteJid || ''))
}

const secretOf = ({ message }: proto.IWebMessageInfo): Uint8Array | null => {
  const secret = message?.messageContextInfo?.messageSecret
  return secret?.length === SECRET_BYTES ? secret : null
}

const keyOf = (secret: Uint8Array, waId: string, writer: string, editor: string): Buffer => {
  const info = Buffer.from(waId + writer + editor + PURPOSE)
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(SECRET_BYTES), info, SECRET_BYTES))
}

const unsealPayload = (key: Buffer, iv: Uint8Array, payload: Uint8Array): Buffer | null => {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(payload.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(payload.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}

/** The new text, if the content is an edit of this very message. */
const textOf = ({ proto: P }: Pick<Baileys, 'proto'>, plain: Buffer, waId: string): string | null => {
  try {
    const reading = readContent(P.Message.decode(plain))
    return reading?.as === 'edit' && reading.key.id === waId ? reading.body : null
  } catch {
    return null
  }
}

/**
 * Opens the sealed edits of newer phones. The key comes from the secret of the edited message, which only the stored raw
 * message has. Gives the new text.
 * Null if the original is missing, has another author or no secret, or decryption fails. `editor` is null for our own account.
 * Rejects only if the vault is unavailable.
 */
export const createSealedEdits =
  ({ baileys, stored, me }: Deps) =>
  async (edit: SealedEdit, editor: WhatsAppAddress | null): Promise<string | null> => {
    const waId = edit.key.id ?? ''
    const original = await stored(waId)
    if (original === null || !isWrittenBy(original, editor)) return null
    const secret = secretOf(original)
    if (secret === null || edit.iv.length !== IV_BYTES || edit.payload.length <= TAG_BYTES) return null
    // Either phone may have named the writer by number or by linked id.
    const jids = jidsOf(editor ?? addressOf(me(), null) ?? { pn: null, lid: null })
    for (const writer of jids) {
      for (const by of jids) {
        const plain = unsealPayload(keyOf(secret, waId, writer, by), edit.iv, edit.payload)
        if (plain !== null) return textOf(baileys, plain, waId)
      }
    }
    return null
  }
