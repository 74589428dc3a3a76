import type { WhatsAppAddress } from '@guiche/contracts/bus/reports.js'
import { usernameOf } from '@guiche/contracts/contact/username.js'
import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { BaileysEventMap, proto, WAMessage, WAMessageKey } from '@whiskeysockets/baileys'
import {
  addressOf,
  bareJid,
  isBroadcastList,
  isGroup,
  isIgnoredJid,
  isWaId,
  lidOf,
  pnOf,
} from '../../jids.js'
import type { ActingSide, InboundMessage, ProviderEvent } from '../provider.js'
import { readCall } from './calls.js'
import { ackOf, type ContentMeaning, FOR_PHONES_ONLY, readContent, WITHOUT_CONTENT } from './inbound.js'
import { isMe, type Lookups } from './lookups.js'
import { CIPHERTEXT_STUB, VIEW_ONCE } from './stanza-marks.js'

export type Batch = Partial<BaileysEventMap>

const ERROR = 0
const READ_ACK = 4
/**
 * WhatsApp's mark on a message that a group's admin deleted. The server knows the admins; the content may be forged.
 */
const ADMIN_REVOKE = '8'

/** Most time by which a sender's clock may be ahead of ours, in ms. */
const AHEAD_MS = 86_400_000

/** WhatsApp's seconds as ISO-8601; now where they are no time that can have been. */
export const isoOf = (seconds: proto.IWebMessageInfo['messageTimestamp']): string => {
  const at = Number(String(seconds ?? 0)) * 1000
  const now = Date.now()
  return new Date(at > 0 && at <= now + AHEAD_MS ? at : now).toISOString()
}

type ChatKey = WAMessageKey & { readonly remoteJid: string }

/**
 * The key of a message in the chat that shows the message; null for chats that are not served. A message by
 * another person's broadcast list is shown in the chat with this person. Our own lists are no chats.
 */
const inItsChat = (lookups: Lookups, key: WAMessageKey): ChatKey | null => {
  const { remoteJid, remoteJidAlt, participant, participantAlt, ...rest } = key
  if (!remoteJid || isIgnoredJid(remoteJid)) return null
  if (!isBroadcastList(remoteJid)) return { ...key, remoteJid }
  if (!participant || key.fromMe || isMe(lookups, participant)) return null
  // The package stores the sender's other address as if it were the list's.
  const other = participantAlt ?? remoteJidAlt
  return { ...rest, remoteJid: participant, ...(other && { remoteJidAlt: other }) }
}

/** The peer of a chat with all known addresses; null if it is neither a person nor a group. */
const chatAddress = async (
  lookups: Lookups,
  { remoteJid: jid, remoteJidAlt }: ChatKey,
  name: string | null,
): Promise<WhatsAppAddress | null> =>
  addressOf([jid, isGroup(jid) ? null : (remoteJidAlt ?? (await lookups.otherName(jid)))], name)

/**
 * The username in a message's key: of the recipient of our own message, else of the writer inside a group or behind a
 * broadcast list. For an incoming message the chat's username would be our own.
 */
const usernameIn = ({ fromMe, remoteJidUsername, participantUsername }: WAMessageKey) =>
  usernameOf(fromMe ? remoteJidUsername : participantUsername)

const nameOfChat = async (
  lookups: Lookups,
  { remoteJid, fromMe }: ChatKey,
  pushName: string | null,
): Promise<string | null> => {
  if (isGroup(remoteJid)) return lookups.subjectOf(remoteJid)
  return fromMe ? null : pushName
}

const authorOf = async (
  lookups: Lookups,
  { remoteJid, participant, participantAlt, fromMe }: ChatKey,
  name: string | null,
): Promise<WhatsAppAddress | null> => {
  if (!isGroup(remoteJid) || fromMe || !participant) return null
  return addressOf([participant, participantAlt ?? (await lookups.otherName(participant))], name)
}

/**
 * Whether the message that an edit, revocation or reaction names is ours. In a conversation of two, senders may change
 * only their own messages. In a group the key names the writer.
 */
const targetIsOurs = (lookups: Lookups, message: WAMessage, key: proto.IMessageKey): boolean =>
  key.participant && !message.key.fromMe ? isMe(lookups, key.participant) : message.key.fromMe === true

/** The reading of a message. An undecrypted message may come again with its content, under the same id. */
const readingOf = (lookups: Lookups, one: WAMessage): ContentMeaning | null => {
  const { key, message, messageStubType, messageStubParameters } = one
  const reading = readContent(message)
  if (reading !== null && reading !== WITHOUT_CONTENT) return reading
  if (lookups.hidden.has(key.id ?? '')) return null
  if (messageStubType !== CIPHERTEXT_STUB) return messageStubType ? null : reading
  return messageStubParameters?.[0] === VIEW_ONCE ? FOR_PHONES_ONLY : WITHOUT_CONTENT
}

/** Details of a message beside its text. An advertisement is a detail only if the customer sent the message. */
const detailsFor = ({ fromMe }: ChatKey, { details }: Extract<ContentMeaning, { as: 'message' }>) =>
  details === undefined || (fromMe && details.of === 'ad') ? {} : { details }

/** The events that a message stands for, live or from the history. */
export const readMessage = async (lookups: Lookups, message: WAMessage): Promise<ProviderEvent[]> => {
  const key = inItsChat(lookups, message.key)
  const waId = key?.id
  if (key === null || !isWaId(waId)) return []
  const reading = readingOf(lookups, message)
  if (reading === null) return []
  const by: ActingSide = key.fromMe ? 'us' : 'contact'
  if (reading.as !== 'message') {
    // Uses the envelope's key: the inner one can be forged.
    const chat = await chatAddress(lookups, key, null)
    if (chat === null) return []
    // a reaction is shown with who it is
    const name = reading.as === 'reaction' ? (message.pushName ?? null) : null
    const done = { waId: reading.key.id ?? '', by, chat, author: await authorOf(lookups, key, name) }
    if (reading.as === 'reaction') {
      return [{ kind: 'reacted', fromMe: reading.key.fromMe === true, ...done, emoji: reading.emoji }]
    }
    const fromMe = targetIsOurs(lookups, message, reading.key)
    // Only its writer may change a message, except that a group's admin may delete one.
    if (reading.as === 'edit' || reading.as === 'sealed-edit') {
      if (fromMe !== (by === 'us')) return []
      const body =
        reading.as === 'edit'
          ? reading.body
          : await lookups.openEdit(reading, fromMe ? null : (done.author ?? chat))
      const said = body === null ? { body: '', unreadable: true as const } : { body }
      return [{ kind: 'edited', fromMe, ...done, ...said }]
    }
    const byAdmin = isGroup(key.remoteJid) && lookups.hidden.get(waId) === ADMIN_REVOKE
    return [{ kind: 'revoked', fromMe, ...done, ...(byAdmin && { byAdmin }) }]
  }
  const name = message.pushName ?? null
  const chat = await chatAddress(lookups, key, await nameOfChat(lookups, key, name))
  if (chat === null) return []
  const author = await authorOf(lookups, key, name)
  const known = chat.group === null ? await lookups.usernameOf(chat) : undefined
  const username = usernameIn(message.key)
  const ofChat = author === null ? (username ?? known) : undefined
  const peer = { ...chat, ...(ofChat !== undefined && { username: ofChat }) }
  const inbound: InboundMessage = {
    fromMe: key.fromMe === true,
    waId,
    remoteJid: bareJid(key.remoteJid),
    participant: key.participant ? bareJid(key.participant) : null,
    peer,
    author,
    type: reading.type,
    body: reading.body,
    media: reading.media,
    quotedWaId: reading.quotedWaId,
    quotedFromMe: reading.quotedWaId === null ? null : isMe(lookups, reading.quotedAuthor),
    forwarded: reading.forwarded,
    ...detailsFor(key, reading),
    sentAt: isoOf(message.messageTimestamp),
    ...(lookups.kept.has(waId) && { late: true }),
    ack: key.fromMe ? Math.max(1, ackOf(message.status)) : 0,
  }
  // After the message, which may make the contact.
  const told = username === undefined ? [] : [{ kind: 'username' as const, peer: author ?? chat, username }]
  return [{ kind: 'message', message: inbound }, ...told]
}

/** The meaning of an error in the server's acknowledgement of a message. */
export const refusedCode = (error: string | undefined): { code: ErrorCode; restricted: boolean } =>
  error === '463' || error === '475'
    ? { code: 'ERR_WAPP_RESTRICTED', restricted: true }
    : { code: 'ERR_SENDING_WAPP_MSG', restricted: false }

const readUpdate = ({ key, update }: BaileysEventMap['messages.update'][number]): ProviderEvent[] => {
  const waId = key.id
  const { status } = update
  if (!waId || status === null || status === undefined) return []
  if (key.remoteJid && (isIgnoredJid(key.remoteJid) || isBroadcastList(key.remoteJid))) return []
  if (status === ERROR) {
    if (!key.fromMe) return []
    return [{ kind: 'refused', waId, ...refusedCode(update.messageStubParameters?.[0]) }]
  }
  return [{ kind: 'ack', fromMe: key.fromMe === true, waId, ack: ackOf(status) }]
}

/**
 * In a group, a receipt of our own account means that another device of ours has opened another person's
 * message.
 */
const readReceipt = (
  lookups: Lookups,
  { key, receipt }: BaileysEventMap['message-receipt.update'][number],
): ProviderEvent[] => {
  if (!key.id) return []
  if (isMe(lookups, receipt.userJid))
    return receipt.readTimestamp ? [{ kind: 'ack', fromMe: false, waId: key.id, ack: READ_ACK }] : []
  if (!key.fromMe) return []
  const ack = receipt.readTimestamp ? READ_ACK : receipt.receiptTimestamp ? 3 : 0
  return ack === 0 ? [] : [{ kind: 'ack', fromMe: true, waId: key.id, ack }]
}

const PRESENCES: Readonly<Record<string, 'composing' | 'recording' | 'available' | 'paused'>> = {
  composing: 'composing',
  recording: 'recording',
  available: 'available',
  unavailable: 'paused',
  paused: 'paused',
}

const readPresence = async (lookups: Lookups, update: BaileysEventMap['presence.update']) => {
  if (isGroup(update.id) || isIgnoredJid(update.id)) return []
  const other = await lookups.otherName(update.id)
  return Object.values(update.presences).flatMap(({ lastKnownPresence }): ProviderEvent[] => {
    const presence = PRESENCES[lastKnownPresence]
    if (presence === undefined) return []
    const peer = addressOf([update.id, other], null)
    return peer === null ? [] : [{ kind: 'presence', pn: peer.pn, lid: peer.lid, presence }]
  })
}

/** The persons of these addresses, each with all known identities; other addresses are left out. */
export const addressesOf = async (jids: readonly string[], lookups: Lookups): Promise<WhatsAppAddress[]> => {
  const found: WhatsAppAddress[] = []
  for (const jid of jids) {
    const peer = addressOf([jid, await lookups.otherName(jid)], null)
    if (peer !== null) found.push(peer)
  }
  return found
}

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
    return { ...one, message: null, messageStubType: CIPHERTEXT_STUB }
  }
}

/** The same batch, its messages legible. */
export const readableBatch = (batch: Batch, failed: (failure: unknown) => void): Batch => {
  const upsert = batch['messages.upsert']
  if (upsert === undefined) return batch
  const messages = upsert.messages.map((one) => legibleMessage(one, failed))
  return { ...batch, 'messages.upsert': { ...upsert, messages } }
}

/**
 * Translates a batch of the library's legible events into ours. Messages come before their edits, receipts and reactions.
 * Rejects if an address of a message or call cannot be looked up; then no event of the batch counts as handled. Events that are
 * unreadable for another reason are left out, and `failed` is called.
 */
export const translateBatch = async (
  batch: Batch,
  lookups: Lookups,
  failed: (failure: unknown) => void,
): Promise<ProviderEvent[]> => {
  const events: ProviderEvent[] = []
  const add = <T>(told: readonly T[] | undefined, read: (one: T) => ProviderEvent[]): void => {
    for (const one of told ?? []) {
      try {
        events.push(...read(one))
      } catch (failure) {
        failed(failure)
      }
    }
  }
  const mapping = batch['lid-mapping.update']
  if (mapping) {
    const peer = addressOf([mapping.pn, mapping.lid], null)
    if (peer !== null && pnOf(mapping.pn) !== null && lidOf(mapping.lid) !== null) {
      events.push({ kind: 'identities', peer })
    }
  }
  for (const message of batch['messages.upsert']?.messages ?? []) {
    events.push(...(await readMessage(lookups, message)))
    // Receipts and refusals that came before their message are inside it: those of group members, of our other devices, and of
    // WhatsApp.
    const { key, status, userReceipt } = message
    if (key.id && !key.fromMe && ackOf(status) >= READ_ACK)
      events.push({ kind: 'ack', fromMe: false, waId: key.id, ack: READ_ACK })
    events.push(...(userReceipt ?? []).flatMap((receipt) => readReceipt(lookups, { key, receipt })))
    if (
      message.key.fromMe &&
      message.status === ERROR &&
      message.key.id &&
      message.messageStubParameters?.[0]
    ) {
      events.push({ kind: 'refused', waId: message.key.id, ...refusedCode(message.messageStubParameters[0]) })
    }
  }
  add(batch['messages.update'], readUpdate)
  add(batch['message-receipt.update'], (one) => readReceipt(lookups, one))
  if (batch['presence.update']) events.push(...(await readPresence(lookups, batch['presence.update'])))
  const changed = batch['blocklist.update']
  for (const peer of await addressesOf(changed?.blocklist ?? [], lookups)) {
    events.push({ kind: 'blocked', peer, blocked: changed?.type === 'add' })
  }
  for (const call of batch.call ?? []) events.push(...(await readCall(lookups, call)))
  return events
}
