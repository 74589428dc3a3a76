import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { encodeWAMessage, extractE2ESessionFromRetryReceipt, proto } from '@whiskeysockets/baileys'
import type { Device } from './accounts.js'
import { type Addressing, isGroupJid, lidJid, numberJid } from './jids.js'
import { routeMessage } from './messages.js'
import { type BinaryNode, buildStanza, child } from './nodes.js'
import { type OutgoingContent, type PhoneCore, selfOf, sessionName } from './phone-core.js'
import type { PhoneMessage, Tick } from './phone-store.js'
import { takeBundle } from './queries.js'
import { type Endpoint, endOf, endsOf, jidOf } from './world.js'

const HISTORY_PER_CHAT = 30

/** A message id in the form of WhatsApp's phones. */
export const newMessageId = () => randomBytes(16).toString('hex').toUpperCase()

/** The address of a chat in the given kind of addresses. Throws if the number does not exist. */
export const chatJid = (core: PhoneCore, chat: string, addressing: Addressing): string => {
  if (isGroupJid(chat)) return chat
  const account = core.world.accounts.byNumber(chat)
  if (!account) throw new Error(`no phone with the number ${chat}`)
  return jidOf({ account, deviceId: 0 }, addressing)
}

const openSession = async (core: PhoneCore, end: Endpoint): Promise<boolean> => {
  const name = sessionName(end)
  if (await core.engine.hasSession(name)) return true
  const bundle = await takeBundle(core.world, end)
  if (bundle) await core.engine.openSession(name, bundle)
  return bundle !== undefined
}

const sealFor = async (
  core: PhoneCore,
  end: Endpoint,
  message: proto.IMessage,
  count?: string,
): Promise<BinaryNode | undefined> => {
  if (!(await openSession(core, end))) return undefined
  const { type, ciphertext } = await core.engine.encrypt(sessionName(end), encodeWAMessage(message))
  return buildStanza('enc', { v: 2, type, count }, ciphertext)
}

/** A placeholder for linked devices, in place of content that only phones get. */
const withheldPlaceholder = () => buildStanza('unavailable', { type: 'view_once_unavailable_fanout' })

const fanOut = async (
  core: PhoneCore,
  ends: Endpoint[],
  addressing: Addressing,
  messageFor: (end: Endpoint) => proto.IMessage,
  phonesOnly = false,
) => {
  const targets: BinaryNode[] = []
  for (const end of ends) {
    const isKept = phonesOnly && end.deviceId !== 0
    const enc = isKept ? withheldPlaceholder() : await sealFor(core, end, messageFor(end))
    if (enc) targets.push(buildStanza('to', { jid: jidOf(end, addressing) }, [enc]))
  }
  return targets
}

const forGroup = async (core: PhoneCore, out: OutgoingContent): Promise<BinaryNode[]> => {
  const group = core.world.groups.get(out.chat)
  if (!group) throw new Error(`no group ${out.chat}`)
  const me = jidOf(selfOf(core), group.addressing)
  const { ciphertext, senderKeyDistributionMessage } = await core.engine.encryptForGroup(
    group.jid,
    me,
    encodeWAMessage(out.message),
  )
  const served = core.served.get(group.jid) ?? new Set<string>()
  core.served.set(group.jid, served)
  const ends = group.members.flatMap((number) => {
    const account = core.world.accounts.byNumber(number)
    return account ? endsOf(account, account === core.account ? 0 : undefined) : []
  })
  const fresh = ends.filter((end) => !served.has(sessionName(end)))
  for (const end of fresh) served.add(sessionName(end))
  const key = { groupId: group.jid, axolotlSenderKeyDistributionMessage: senderKeyDistributionMessage }
  const targets = await fanOut(core, fresh, group.addressing, () => ({ senderKeyDistributionMessage: key }))
  return [buildStanza('participants', {}, targets), buildStanza('enc', { v: 2, type: 'skmsg' }, ciphertext)]
}

const forPerson = async (core: PhoneCore, out: OutgoingContent): Promise<BinaryNode[]> => {
  const peer = core.world.accounts.byNumber(out.chat)
  if (!peer) throw new Error(`no phone with the number ${out.chat}`)
  const copy = { destinationJid: chatJid(core, out.chat, out.addressing), message: out.message }
  const ends = [...(peer === core.account ? [] : endsOf(peer)), ...endsOf(core.account, 0)]
  const targets = await fanOut(
    core,
    ends,
    out.addressing,
    (end) => (end.account === core.account ? { deviceSentMessage: copy } : out.message),
    out.phonesOnly,
  )
  return [buildStanza('participants', {}, targets)]
}

/** Encrypts a message for every receiving device and sends it. Gives the delivery state. */
export const postMessage = (core: PhoneCore, out: OutgoingContent): Promise<Tick> =>
  core.inTurn(async () => {
    const content = isGroupJid(out.chat) ? await forGroup(core, out) : await forPerson(core, out)
    const to = chatJid(core, out.chat, out.addressing)
    const node = buildStanza(
      'message',
      { id: out.id, to, type: out.type, edit: out.edit, list: out.list },
      content,
    )
    return routeMessage(core.world, selfOf(core), node).attrs.error ? 'failed' : 'sent'
  })

const resentMessage = (core: PhoneCore, id: string): OutgoingContent | undefined => {
  const kept = core.store.find(id)
  if (!kept) return undefined
  const message = proto.Message.decode(Buffer.from(kept.raw, 'base64'))
  const { chat, addressing } = kept
  return { id, chat, addressing, message, type: kept.media ? 'media' : 'text' }
}

/** Sends a message again to the one device that could not decrypt it. */
export const resendMessage = async (core: PhoneCore, receipt: BinaryNode): Promise<void> => {
  const { id = '', from, participant } = receipt.attrs
  const end = endOf(core.world, participant ?? from)
  const kept = core.asides.get(id) ?? resentMessage(core, id)
  if (!end || !kept) return
  core.events.emit('retry', { id, by: end.account.number })
  const name = sessionName(end)
  await core.engine.forget(name)
  const bundle = extractE2ESessionFromRetryReceipt(receipt)
  if (bundle) {
    const { registrationId, identityKey, signedPreKey, preKey } = bundle
    await core.engine.openSession(name, {
      registrationId,
      identity: Buffer.from(identityKey).subarray(-32),
      signedPreKey: {
        id: signedPreKey.keyId,
        value: Buffer.from(signedPreKey.publicKey).subarray(-32),
        signature: Buffer.from(signedPreKey.signature),
      },
      ...(preKey && { preKey: { id: preKey.keyId, value: Buffer.from(preKey.publicKey).subarray(-32) } }),
    })
  }
  const { message } = kept
  const group = core.world.groups.get(kept.chat)
  const whole: proto.IMessage = { ...message }
  if (group) {
    const key = await core.engine.senderKeyFor(group.jid, jidOf(selfOf(core), group.addressing))
    whole.senderKeyDistributionMessage = { groupId: group.jid, axolotlSenderKeyDistributionMessage: key }
  }
  const to = chatJid(core, kept.chat, kept.addressing)
  const own = end.account === core.account && !group
  const sealed = own ? { deviceSentMessage: { destinationJid: to, message } } : whole
  const enc = await sealFor(core, end, sealed, child(receipt, 'retry')?.attrs.count)
  if (!enc) return
  const target = jidOf(end, group?.addressing ?? kept.addressing)
  const attrs = { id, to, type: kept.type, edit: kept.edit, participant: group && target }
  const content = group
    ? [enc]
    : [buildStanza('participants', {}, [buildStanza('to', { jid: target }, [enc])])]
  routeMessage(core.world, selfOf(core), buildStanza('message', attrs, content))
}

const webMessage = (core: PhoneCore, message: PhoneMessage): proto.IWebMessageInfo => ({
  key: {
    remoteJid: chatJid(core, message.chat, message.addressing),
    id: message.id,
    fromMe: message.fromMe,
    participant: isGroupJid(message.chat) ? numberJid(message.author) : undefined,
  },
  message: proto.Message.decode(Buffer.from(message.raw, 'base64')),
  messageTimestamp: Math.floor(message.at / 1000),
  pushName: core.world.accounts.byNumber(message.author)?.name,
})

/** Sends a message to one of the account's own linked clients. */
export const postToOwn = async (
  core: PhoneCore,
  device: Pick<Device, 'id'>,
  protocolMessage: proto.Message.IProtocolMessage,
) => {
  const end = { account: core.account, deviceId: device.id }
  const [target] = await fanOut(core, [end], 'pn', () => ({ protocolMessage }))
  if (!target) return
  const attrs = { id: newMessageId(), to: numberJid(core.account.number), type: 'text', category: 'peer' }
  routeMessage(
    core.world,
    selfOf(core),
    buildStanza('message', attrs, [buildStanza('participants', {}, [target])]),
  )
}

/** Sends a part of the phone's history to a linked client: the messages of each chat that `choose` returns. */
const handOver = async (
  core: PhoneCore,
  device: Device,
  part: { readonly syncType: proto.HistorySync.HistorySyncType; chunkOrder: number; progress: number },
  choose: (messages: readonly PhoneMessage[]) => readonly PhoneMessage[],
): Promise<void> => {
  const conversations = core.store.chats().map(({ chat, last, unseen }) => {
    const account = core.world.accounts.byNumber(chat)
    const remembered = core.store.messages.filter((message) => message.chat === chat && !message.revoked)
    return {
      id: chatJid(core, chat, last.addressing),
      // A person with a username is in no address book.
      name: account?.username ? undefined : (account?.name ?? core.world.groups.get(chat)?.subject),
      username: account?.username,
      unreadCount: unseen,
      conversationTimestamp: Math.floor(last.at / 1000),
      pnJid: account && !account.username ? numberJid(account.number) : undefined,
      lidJid: account && lidJid(account.lid),
      messages: [...choose(remembered)]
        .reverse()
        .map((message, index) => ({ message: webMessage(core, message), msgOrderId: index })),
    }
  })
  const known = core.store
    .chats()
    .flatMap(({ chat }) => core.world.accounts.byNumber(chat) ?? [])
    .filter(({ username }) => username === undefined)
  const history = proto.HistorySync.encode({
    ...part,
    conversations,
    phoneNumberToLidMappings: known.map((one) => ({
      pnJid: numberJid(one.number),
      lidJid: lidJid(one.lid),
    })),
  }).finish()
  await postToOwn(core, device, {
    type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
    historySyncNotification: {
      ...part,
      // Notifications and histories use the same numbers for their kinds.
      syncType: part.syncType as number,
      initialHistBootstrapInlinePayload: deflateSync(history),
    },
  })
}

/** Sends the app state's key and the phone's history to a newly linked client. */
export const greetDevice = (core: PhoneCore, device: Device): Promise<void> =>
  core.inTurn(async () => {
    if (device.historySent) return
    device.historySent = true
    const { Type } = proto.Message.ProtocolMessage
    const keyId = Buffer.from([0, 0, 0, 0, 0, device.id])
    const fingerprint = { rawId: device.id, currentIndex: 0, deviceIndexes: [0] }
    const keyData = { keyData: randomBytes(32), fingerprint, timestamp: Date.now() }
    await postToOwn(core, device, {
      type: Type.APP_STATE_SYNC_KEY_SHARE,
      appStateSyncKeyShare: { keys: [{ keyId: { keyId }, keyData }] },
    })
    const { INITIAL_BOOTSTRAP, FULL } = proto.HistorySync.HistorySyncType
    await handOver(core, device, { syncType: INITIAL_BOOTSTRAP, chunkOrder: 1, progress: 100 }, (messages) =>
      messages.slice(-HISTORY_PER_CHAT),
    )
    if (device.fullHistory) {
      // The first part of the history is not sent again.
      const older = (messages: readonly PhoneMessage[]) => messages.slice(0, -HISTORY_PER_CHAT)
      const half = (messages: readonly PhoneMessage[]) => Math.ceil(older(messages).length / 2)
      await handOver(core, device, { syncType: FULL, chunkOrder: 2, progress: 50 }, (messages) =>
        older(messages).slice(half(messages)),
      )
      await handOver(core, device, { syncType: FULL, chunkOrder: 3, progress: 100 }, (messages) =>
        older(messages).slice(0, half(messages)),
      )
    }
    core.world.changed()
  })
