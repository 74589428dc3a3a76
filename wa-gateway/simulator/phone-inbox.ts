import { randomBytes } from 'node:crypto'
import { isTooLate } from '@guiche/contracts/message/too-late.js'
import { aesEncryptGCM, hkdf, proto, unpadRandomMax16 } from '@whiskeysockets/baileys'
import { openEdit } from './edits.js'
import { bareJid, isGroupJid, numberJid, splitJid } from './jids.js'
import { type BinaryNode, buildStanza, childrenOf, firstChild, nodeBytes, nowSeconds } from './nodes.js'
import { readContent } from './phone-content.js'
import { type PhoneCore, selfOf, sessionName } from './phone-core.js'
import { postToOwn, resendMessage } from './phone-outbox.js'
import { newMessage, type PhoneMessage, type Tick } from './phone-store.js'
import { retryKeys } from './queries.js'
import { receiptIds, routeReceipt } from './receipts.js'
import { deliverStanza, type Endpoint, endOf } from './world.js'

const MAX_RETRIES = 4

/** Decrypts all parts of a message. Throws if a part cannot be decrypted. */
const decryptParts = async (core: PhoneCore, node: BinaryNode, author: Endpoint): Promise<proto.IMessage> => {
  const whole: proto.IMessage = {}
  const name = sessionName(author)
  if (core.failures.next > 0) {
    core.failures.next -= 1
    throw new Error('told to fail')
  }
  for (const enc of childrenOf(node, 'enc')) {
    const { type } = enc.attrs
    const bytes = nodeBytes(enc)
    const plain =
      type === 'skmsg'
        ? await core.engine.decryptFromGroup(node.attrs.from ?? '', name, bytes)
        : await core.engine.decrypt(name, type === 'pkmsg' ? 'pkmsg' : 'msg', bytes)
    const message = proto.Message.decode(unpadRandomMax16(plain))
    const key = message.senderKeyDistributionMessage
    if (key?.groupId && key.axolotlSenderKeyDistributionMessage) {
      await core.engine.learnSenderKey(name, key.groupId, key.axolotlSenderKeyDistributionMessage)
    }
    Object.assign(whole, message.deviceSentMessage?.message ?? message)
  }
  return whole
}

const askAgain = async (core: PhoneCore, node: BinaryNode): Promise<void> => {
  const { id = '', from, participant, t, recipient } = node.attrs
  const count = (core.retries.get(id) ?? 0) + 1
  core.retries.set(id, count)
  if (count > MAX_RETRIES) return
  const retry = buildStanza('retry', { count, id, t, v: 1 })
  const keys = retryKeys(await core.engine.bundle())
  const attrs = { id, type: 'retry', to: from, participant, recipient }
  routeReceipt(core.world, selfOf(core), buildStanza('receipt', attrs, [retry, ...keys]))
}

/** Sends a receipt (delivered, read or played) to the sender of messages. */
export const sendReceipt = (
  core: PhoneCore,
  message: Pick<PhoneMessage, 'id' | 'chat' | 'author' | 'addressing'>,
  type?: string,
) => {
  const author = core.world.accounts.byNumber(message.author)
  if (!author) return
  const jid = bareJid(message.addressing === 'lid' ? `${author.lid}@lid` : `${author.number}@s.whatsapp.net`)
  const where = isGroupJid(message.chat) ? { to: message.chat, participant: jid } : { to: jid }
  routeReceipt(core.world, selfOf(core), buildStanza('receipt', { id: message.id, type, ...where }))
}

const takeProtocol = async (
  core: PhoneCore,
  author: Endpoint,
  protocol: proto.Message.IProtocolMessage,
  { id: requestId, at }: Pick<PhoneMessage, 'id' | 'at'>,
) => {
  const { Type } = proto.Message.ProtocolMessage
  const target = core.store.find(protocol.key?.id ?? '')
  const byAuthor = target?.author === author.account.number
  const inTime = (change: 'edit' | 'revoke', { at: sent }: PhoneMessage) =>
    isTooLate(change, new Date(sent).toISOString(), at) === null
  if (protocol.type === Type.REVOKE && target && byAuthor && inTime('revoke', target)) {
    target.revoked = true
    target.text = undefined
    core.events.emit('update', target)
  }
  const { editedMessage } = protocol
  if (protocol.type === Type.MESSAGE_EDIT && target && byAuthor && editedMessage && inTime('edit', target)) {
    target.text = readContent(editedMessage)?.text
    target.edited = true
    core.events.emit('update', target)
  }
  const request = protocol.peerDataOperationRequestMessage
  if (!request || author.account !== core.account) return
  const results = (request.placeholderMessageResendRequest ?? []).flatMap(({ messageKey }) => {
    const kept = core.store.find(messageKey?.id ?? '')
    if (!kept || !messageKey) return []
    const message = proto.Message.decode(Buffer.from(kept.raw, 'base64'))
    const info = { key: messageKey, message, messageTimestamp: Math.floor(kept.at / 1000) }
    const webMessageInfoBytes = proto.WebMessageInfo.encode(info).finish()
    return [{ placeholderMessageResendResponse: { webMessageInfoBytes } }]
  })
  await postToOwn(
    core,
    { id: author.deviceId },
    {
      type: Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        peerDataOperationRequestType: request.peerDataOperationRequestType,
        stanzaId: requestId,
        peerDataOperationResult: results,
      },
    },
  )
}

const takeMessage = async (core: PhoneCore, node: BinaryNode): Promise<void> => {
  const { id = '', from = '', participant, recipient, t } = node.attrs
  const author = endOf(core.world, participant ?? from)
  if (!author) return
  const fromMe = author.account === core.account
  const before = core.store.find(id)
  let content: proto.IMessage
  try {
    content = await decryptParts(core, node, author)
  } catch (error) {
    if (before) return
    core.world.logger.debug({ id, error: String(error) }, 'phone could not read a message, asks again')
    return askAgain(core, node)
  }
  const group = isGroupJid(from) ? from : undefined
  const peer = fromMe ? core.world.accounts.byJid(recipient) : author.account
  const chat = group ?? peer?.number ?? author.account.number
  const addressing = splitJid(participant ?? recipient ?? from)?.addressing ?? 'pn'
  const reaction = content.reactionMessage
  const sealed = content.secretEncryptedMessage
  const { protocolMessage } = (sealed ? openEdit(core, sealed) : content) ?? {}
  const shown = reaction || protocolMessage || sealed ? undefined : readContent(content)
  const at = Number(t ?? 0) * 1000
  if (protocolMessage) await takeProtocol(core, author, protocolMessage, { id, at })
  const target = core.store.find(reaction?.key?.id ?? '')
  if (reaction && target) {
    if (reaction.text) target.reactions[author.account.number] = reaction.text
    else delete target.reactions[author.account.number]
    core.events.emit('update', target)
  }
  const known = { id, chat, author: author.account.number, fromMe, addressing, tick: 'sent' } as const
  const message = newMessage({ ...known, at }, content)
  if (!fromMe) sendReceipt(core, message)
  if (shown && core.store.add(message)) core.events.emit('message', message)
  core.world.changed()
}

/** Uploads the file of a message again, because a linked client found it expired. */
const uploadAgain = (core: PhoneCore, request: BinaryNode): void => {
  const { id = '', from } = request.attrs
  const device = endOf(core.world, from)
  const message = core.store.find(id)
  const rmr = childrenOf(request, 'rmr')
  if (!device || !message?.media) return
  const { directPath, mediaKey } = message.media
  core.media.restore(directPath)
  const result = proto.MediaRetryNotification.ResultType.SUCCESS
  const answer = proto.MediaRetryNotification.encode({ stanzaId: id, directPath, result }).finish()
  const key = hkdf(Buffer.from(mediaKey, 'base64'), 32, { info: 'WhatsApp Media Retry Notification' })
  const iv = randomBytes(12)
  const sealed = aesEncryptGCM(answer, Buffer.from(key), iv, Buffer.from(id))
  const content = [
    buildStanza('encrypt', {}, [buildStanza('enc_p', {}, sealed), buildStanza('enc_iv', {}, iv)]),
    ...rmr,
  ]
  const attrs = { id, type: 'mediaretry', from: numberJid(core.account.number), t: nowSeconds() }
  deliverStanza(core.world, device, buildStanza('notification', attrs, content))
}

const TICK_OF_RECEIPT: Record<string, Tick> = { read: 'read', played: 'played' }

const takeReceipt = async (core: PhoneCore, node: BinaryNode): Promise<void> => {
  const { type, from, participant, recipient } = node.attrs
  if (type === 'retry') return resendMessage(core, node)
  if (type === 'server-error') return uploadAgain(core, node)
  const by = core.world.accounts.byJid(participant ?? from)
  for (const id of receiptIds(node)) {
    const message = core.store.find(id)
    if (!message) continue
    if (by === core.account || recipient) {
      if (!message.seen) core.events.emit('update', Object.assign(message, { seen: true }))
      continue
    }
    const tick = type === undefined ? 'delivered' : TICK_OF_RECEIPT[type]
    if (tick && core.store.raise(id, tick)) {
      core.events.emit('tick', { id, tick, by: by?.number })
      core.events.emit('update', message)
    }
  }
}

const takeChatState = (core: PhoneCore, node: BinaryNode) => {
  const { from, participant } = node.attrs
  const by = core.world.accounts.byJid(participant ?? from)
  const state = firstChild(node)
  if (!by || !state) return
  const recording = state.tag === 'composing' && state.attrs.media === 'audio'
  const chat = isGroupJid(from) ? from : by.number
  core.events.emit('typing', { chat, by: by.number, state: recording ? 'recording' : state.tag })
}

const takeCall = (core: PhoneCore, node: BinaryNode) => {
  const info = firstChild(node)
  const by = core.world.accounts.byJid(node.attrs.from)
  if (info && by) core.events.emit('call', { callId: info.attrs['call-id'], by: by.number, state: info.tag })
}

/** Handles a stanza from the server. */
export const takeStanza = async (core: PhoneCore, node: BinaryNode): Promise<void> => {
  if (node.tag === 'message') return takeMessage(core, node)
  if (node.tag === 'receipt') return takeReceipt(core, node)
  if (node.tag === 'chatstate') takeChatState(core, node)
  if (node.tag === 'call') takeCall(core, node)
}
