import { randomBytes } from 'node:crypto'
import { aesDecryptGCM, aesEncryptGCM, hkdf, proto } from '@whiskeysockets/baileys'
import { lidJid, numberJid } from './jids.js'
import type { PhoneCore } from './phone-core.js'
import { chatJid } from './phone-outbox.js'
import type { PhoneMessage } from './phone-store.js'

/** `sealEdit`: encrypted, as newer phones edit. `plain`: as older phones do. `broken`: sealed, but cannot be decrypted. */
export const EDIT_FORMS = ['sealed', 'plain', 'broken'] as const
export type EditForm = (typeof EDIT_FORMS)[number]

const { MESSAGE_EDIT } = proto.Message.SecretEncryptedMessage.SecretEncType

/** The secret that a phone puts into each message that it sends. */
export const newSecret = (): proto.IMessageContextInfo => ({ messageSecret: randomBytes(32) })

const secretOf = (message: PhoneMessage): Uint8Array | undefined => {
  const { messageContextInfo } = proto.Message.decode(Buffer.from(message.raw, 'base64'))
  return messageContextInfo?.messageSecret ?? undefined
}

/** The key of a sealed edit, from the message's secret. Author and editor are the same person, so `jid` comes twice. */
const sealKey = (secret: Uint8Array, id: string, jid: string): Buffer =>
  Buffer.from(hkdf(secret, 32, { info: `${id}${jid}${jid}Message Edit` }))

const sealEdit = (
  core: PhoneCore,
  { message, key, inner }: { message: PhoneMessage; key: proto.IMessageKey; inner: proto.IMessage },
  form: EditForm,
): proto.IMessage => {
  const secret = secretOf(message)
  if (secret === undefined) throw new Error(`message ${message.id} has no secret`)
  const writer = chatJid(core, message.author, message.addressing)
  const encIv = randomBytes(12)
  const plain = proto.Message.encode(inner).finish()
  const encPayload = aesEncryptGCM(plain, sealKey(secret, message.id, writer), encIv, Buffer.alloc(0))
  if (form === 'broken') encPayload[encPayload.length - 1] = (encPayload.at(-1) ?? 0) ^ 1
  const secretEncType = MESSAGE_EDIT
  return { secretEncryptedMessage: { targetMessageKey: key, encIv, encPayload, secretEncType } }
}

/** The content of a message that edits the text of an earlier one. */
export const editContent = (
  core: PhoneCore,
  message: PhoneMessage,
  key: proto.IMessageKey,
  text: string,
  form: EditForm,
): proto.IMessage => {
  const type = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT
  const editedMessage = { conversation: text }
  const inner = { protocolMessage: { type, key, editedMessage, timestampMs: Date.now() } }
  return form === 'plain' ? inner : sealEdit(core, { message, key, inner }, form)
}

/** The content of a sealed edit, decrypted by the reader's phone. Undefined if decryption fails. */
export const openEdit = (
  core: PhoneCore,
  { targetMessageKey, encIv, encPayload }: proto.Message.ISecretEncryptedMessage,
): proto.IMessage | undefined => {
  const message = core.store.find(targetMessageKey?.id ?? '')
  const secret = message && secretOf(message)
  const account = message && core.world.accounts.byNumber(message.author)
  if (!account || !secret || !encIv || !encPayload) return undefined
  for (const jid of [numberJid(account.number), lidJid(account.lid)]) {
    try {
      const plain = aesDecryptGCM(encPayload, sealKey(secret, message.id, jid), encIv, Buffer.alloc(0))
      return proto.Message.decode(plain)
    } catch {
      // The edit may be sealed under the author's other address.
    }
  }
  return undefined
}
