import { EventEmitter } from 'node:events'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { proto } from '@whiskeysockets/baileys'
import type { Account } from './accounts.js'
import { setBlocked } from './blocking.js'
import { type EditForm, editContent, newSecret } from './edits.js'
import { type Addressing, isGroupJid } from './jids.js'
import type { MediaHost } from './media.js'
import { type BinaryNode, nowSeconds } from './nodes.js'
import type { Pairing } from './pairing.js'
import {
  type Card,
  cardMessage,
  type MediaInput,
  mediaMessage,
  mediaTypeOf,
  type Place,
  type Poll,
  placeMessage,
  pollMessage,
  textMessage,
  type UnsupportedKind,
  unsupportedMessage,
} from './phone-content.js'
import { contextOf, type SendOptions } from './phone-context.js'
import { chatOf, type PhoneCore, type Target } from './phone-core.js'
import { sendReceipt, takeStanza } from './phone-inbox.js'
import { chatJid, greetDevice, newMessageId, postMessage } from './phone-outbox.js'
import { createSigns } from './phone-signs.js'
import { createPhoneStore, newMessage, type PhoneMessage } from './phone-store.js'
import { createWaits } from './phone-waits.js'
import { tellPresence } from './receipts.js'
import { createSignalEngine } from './signal-engine.js'
import type { World } from './world.js'

export type { SendOptions } from './phone-context.js'
export type { Target } from './phone-core.js'
export type { TypingState } from './phone-signs.js'

const MAX_ASIDES = 500

export type SavedPhone = { engine: string; messages: PhoneMessage[]; addressing: Addressing }

type Deps = {
  world: World
  account: Account
  media: MediaHost
  pairing: Pairing
  unlink(deviceId: number): void
  saved: SavedPhone | undefined
}

const failedWith =
  ({ world, account }: PhoneCore, what: string, tag?: string) =>
  (error: unknown) =>
    world.logger.error({ phone: account.number, ...(tag && { tag }), error: String(error) }, what)

const take = (core: PhoneCore, node: BinaryNode) => {
  core.inTurn(() => takeStanza(core, node)).catch(failedWith(core, 'phone failed', node.tag))
}

/** Requests of the server to a phone as the first device of its account. */
const primaryOf = (core: PhoneCore): Account['primary'] => ({
  bundle: () => core.engine.bundle(),
  deliver: (node) => {
    if (core.online) take(core, node)
    else core.missedStanzas.push(node)
  },
  greetDevice: (device) => {
    greetDevice(core, device).catch(failedWith(core, 'history not sent'))
  },
})

const messageOf = ({ store, account }: PhoneCore, id: string): PhoneMessage => {
  const message = store.find(id)
  if (!message) throw new Error(`phone ${account.number} has no message ${id}`)
  return message
}

const sendContent = async (
  core: PhoneCore,
  target: Target,
  options: SendOptions,
  type: string,
  make: (context: proto.IContextInfo | undefined) => proto.IMessage,
): Promise<string> => {
  const { world, account, store } = core
  const chat = chatOf(core, target)
  // The number of a person with a username is hidden, so the phone uses the LID.
  const usual = world.accounts.byNumber(chat)?.username === undefined ? core.habit : 'lid'
  const addressing = world.groups.get(chat)?.addressing ?? options.addressing ?? usual
  const { viewOnce = false, list } = options
  const made = make(contextOf(core, options, addressing))
  const message = {
    ...(viewOnce ? { viewOnceMessageV2: { message: made } } : made),
    messageContextInfo: newSecret(),
  }
  const id = newMessageId()
  const at = nowSeconds() * 1000
  const known = { id, chat, author: account.number, fromMe: true, at, addressing, tick: 'pending' } as const
  const kept = newMessage(known, message)
  chatJid(core, chat, addressing)
  store.add(kept)
  store.raise(
    id,
    await postMessage(core, { id, chat, addressing, message, type, phonesOnly: viewOnce, list }),
  )
  core.events.emit('update', kept)
  return id
}

/** The key that identifies a message to other devices. */
const keyOf = (core: PhoneCore, message: PhoneMessage): proto.IMessageKey => ({
  id: message.id,
  fromMe: message.fromMe,
  remoteJid: chatJid(core, message.chat, message.addressing),
  participant: isGroupJid(message.chat) ? chatJid(core, message.author, message.addressing) : undefined,
})

/** Sends a reaction, an edit or a revocation of an earlier message. */
const sendFollowUp = async (
  core: PhoneCore,
  message: PhoneMessage,
  content: proto.IMessage,
  type: string,
  edit?: string,
) => {
  const { chat, addressing } = message
  const out = { id: newMessageId(), chat, addressing, message: content, type, ...(edit && { edit }) }
  core.asides.set(out.id, out)
  await postMessage(core, out)
  core.events.emit('update', message)
  core.world.changed()
}

/** Each method sends one message and gives its id. All throw if the receiver's number does not exist. */
const createSends = (core: PhoneCore) => {
  const sendMedia = async (to: Target, input: MediaInput, options: SendOptions = {}): Promise<string> => {
    const reference = await core.media.put(input.data, mediaTypeOf(input.kind))
    return sendContent(core, to, options, 'media', (context) => mediaMessage(input, reference, context))
  }
  return {
    sendText: (to: Target, text: string, options: SendOptions = {}) =>
      sendContent(core, to, options, 'text', (context) => textMessage(text, context, options.preview)),
    sendPoll: (to: Target, poll: Poll, options: SendOptions = {}) =>
      sendContent(core, to, options, 'text', (context) => pollMessage(poll, context)),
    /** Sends a message of a kind that the product cannot show. */
    sendUnsupported: (to: Target, kind: UnsupportedKind, text: string) =>
      sendContent(core, to, {}, 'text', () => unsupportedMessage(kind, text)),
    sendLocation: (to: Target, place: Place, options: SendOptions = {}) =>
      sendContent(core, to, options, 'text', (context) => placeMessage(place, context)),
    sendContact: (to: Target, cards: Card | Card[], options: SendOptions = {}) =>
      sendContent(core, to, options, 'text', (context) => cardMessage([cards].flat(), context)),
    sendMedia,
    sendVoice: (to: Target, data: Buffer, seconds = 1, options: SendOptions = {}) =>
      sendMedia(to, { kind: 'voice', data, seconds }, options),
  }
}

/** Actions of the phone's owner on existing messages. */
const createHandling = (core: PhoneCore) => ({
  /** Puts an emoji on a message; an empty text removes it. */
  async react(id: string, emoji: string): Promise<void> {
    const message = messageOf(core, id)
    if (emoji) message.reactions[core.account.number] = emoji
    else delete message.reactions[core.account.number]
    const reactionMessage = { key: keyOf(core, message), text: emoji, senderTimestampMs: Date.now() }
    await sendFollowUp(core, message, { reactionMessage }, 'reaction')
  },
  /** Changes the text of one of the phone's own messages. */
  async edit(id: string, text: string, form: EditForm = 'sealed'): Promise<void> {
    const message = messageOf(core, id)
    Object.assign(message, { text, edited: true })
    await sendFollowUp(
      core,
      message,
      editContent(core, message, keyOf(core, message), text, form),
      'text',
      '1',
    )
  },
  /** Revokes one of the phone's own messages for everybody. */
  async revoke(id: string): Promise<void> {
    const message = messageOf(core, id)
    Object.assign(message, { text: undefined, revoked: true })
    const type = proto.Message.ProtocolMessage.Type.REVOKE
    await sendFollowUp(core, message, { protocolMessage: { type, key: keyOf(core, message) } }, 'text', '7')
  },
  /** Opens a chat: marks its messages as read and sends the receipts. Gives the number of unread messages. */
  read(target: Target): number {
    const unseen = core.store.unseen(chatOf(core, target))
    for (const message of unseen) {
      message.seen = true
      sendReceipt(core, message, 'read')
      core.events.emit('update', message)
    }
    core.world.changed()
    return unseen.length
  },
  /** Plays a voice note and sends the receipt. */
  play(id: string): void {
    sendReceipt(core, messageOf(core, id), 'played')
  },
  /** Makes the media host answer 404 for a message's file, until a client asks for a new upload. */
  loseFile(id: string): void {
    const { media: kept } = messageOf(core, id)
    if (kept) core.media.lose(kept.directPath)
  },
  /** Content of a message's file; undefined if absent or expired. */
  async file(id: string): Promise<Buffer | undefined> {
    const { media: kept } = messageOf(core, id)
    return kept && core.media.get(kept.directPath, Buffer.from(kept.mediaKey, 'base64'), kept.type)
  },
})

/** Settings of the phone's owner. */
const createSettings = (core: PhoneCore) => ({
  /** Blocks a number, or unblocks it. */
  block(other: { readonly account: Account }, blocked = true): void {
    setBlocked(core.world, core.account, other.account, blocked, 0)
  },
  /** A phone that is offline receives nothing. Missed messages arrive when it is online again. */
  setOnline(on: boolean): void {
    core.online = on
    tellPresence(core.world, core.account, on)
    if (on) for (const node of core.missedStanzas.splice(0)) take(core, node)
  },
  setName(name: string): void {
    core.account.name = name
    core.world.changed()
  },
  /** From now on others see the LID and the username instead of the number. */
  setUsername(username: string): void {
    core.account.username = username
    core.habit = 'lid'
    core.world.changed()
  },
  setPicture(picture: Buffer | undefined): void {
    core.account.picture = picture
    core.world.changed()
  },
  /** Sets the kind of people's addresses on the wire. */
  setAddressing(addressing: Addressing): void {
    core.habit = addressing
    core.world.changed()
  },
  /** Makes the phone fail to decrypt the next incoming messages, so that it asks the sender again. */
  failNextDecrypt(count = 1): void {
    core.failures.next = count
  },
})

/** One simulated phone. Its events: message, update, tick, typing, call, linked, unlinked. */
export const createPhone = ({ world, account, media, pairing, unlink, saved }: Deps) => {
  const events = new EventEmitter()
  events.setMaxListeners(0)
  const engine = createSignalEngine(saved?.engine, world.changed)
  const store = createPhoneStore(saved?.messages ?? [], world.changed)
  const inOrder = createSerialQueue()
  const core: PhoneCore = {
    ...{ world, account, engine, store, media, events },
    served: new Map(),
    asides: createBoundedCache(MAX_ASIDES),
    retries: new Map(),
    failures: { next: 0 },
    habit: saved?.addressing ?? 'pn',
    online: true,
    missedStanzas: [],
    inTurn: (task) => inOrder('phone', task),
  }
  account.primary = primaryOf(core)

  const phone = {
    number: account.number,
    lid: account.lid,
    account,
    events,
    /** Messages of all chats, in order of arrival. */
    messages: store.messages as readonly PhoneMessage[],
    get name() {
      return account.name
    },
    /** Kind of people's addresses on the wire. */
    get addressing() {
      return core.habit
    },
    get online() {
      return core.online
    },
    /** Messages from others. */
    get received(): PhoneMessage[] {
      return store.messages.filter((message) => !message.fromMe)
    },
    find: store.find,
    chats: store.chats,
    /** Ids of the linked devices. */
    devices: (): number[] => [...account.devices.keys()],
    isConnected: (deviceId: number): boolean => account.devices.get(deviceId)?.connection !== undefined,

    /** Links the client that shows this QR code. Resolves with the id of the device. Throws PairingError. */
    scanQr: async (qr: string): Promise<number> => (await pairing.scan(account, engine.identity, qr)).id,
    /** Links the client that requested a pairing code. Resolves with the id of the device. Throws PairingError. */
    enterCode: async (code: string): Promise<number> =>
      (await pairing.enterCode(account, engine.identity, code)).id,
    /** Removes a linked client, or all of them. */
    unlink(deviceId?: number): void {
      for (const id of deviceId === undefined ? phone.devices() : [deviceId]) unlink(id)
    },

    ...createSends(core),
    ...createHandling(core),
    ...createSigns(core),
    ...createSettings(core),
    ...createWaits(account.number, store, events),
    /** State from which the phone can be started again. */
    save: (): SavedPhone => ({ engine: engine.save(), messages: store.messages, addressing: core.habit }),
    close: () => engine.close(),
  }
  return phone
}

export type Phone = ReturnType<typeof createPhone>
