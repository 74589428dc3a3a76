import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { downloadMediaMessage } from '@whiskeysockets/baileys'
import { silentEngineLogger } from './log.js'
import type { Phone } from './phone.js'
import { createSimulator, type Simulator } from './simulator.js'
import { type Client, createClient, muteConsole } from './testing/client.js'

const SHOP = '5511900000001'
const ANA = '5511900000002'
const BIA = '5511900000003'
const anaJid = `${ANA}@s.whatsapp.net`

/** A 1×1 picture. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let sim: Simulator
let shop: Phone
let ana: Phone
let bia: Phone
let client: Client
const unmute = muteConsole()
// Signatures are slow where many tests share few cores.
jest.setTimeout(30_000)

beforeAll(async () => {
  sim = await createSimulator()
  shop = sim.addPhone({ number: SHOP, name: 'Shop', kind: 'own' })
  ana = sim.addPhone({ number: ANA, name: 'Ana', aliases: ['551190000002'] })
  bia = sim.addPhone({ number: BIA, name: 'Bia', addressing: 'lid' })
  client = createClient(sim)
  await shop.scanQr(await client.qr())
  await client.opened()
})
beforeEach(() => sim.control.clear(SHOP))
afterAll(async () => {
  await client.close()
  await sim.close()
  unmute()
})

const withId = (id: string) => (message: { key: { id?: string | null } }) => message.key.id === id

/** The client's best known status of one of its own messages. */
const statusOf = (id: string) => {
  let status = 0
  for (const { name, value } of client.seen) {
    const items = name === 'messages.upsert' ? (value as { messages: unknown[] }).messages : value
    if (name !== 'messages.upsert' && name !== 'messages.update') continue
    for (const item of items as { key: { id: string }; status?: number; update?: { status?: number } }[]) {
      if (item.key.id === id) status = Math.max(status, item.status ?? item.update?.status ?? 0)
    }
  }
  return status
}

const download = async (id: string) => {
  const message = await client.message(withId(id))
  const dispatcherOptions = { logger: silentEngineLogger, reuploadRequest: client.sock.updateMediaMessage }
  return downloadMediaMessage(message, 'buffer', client.downloadOptions, dispatcherOptions)
}

describe('texts', () => {
  it('addressed by number carry the LID beside it', async () => {
    const id = await ana.sendText(shop, 'by number')
    const { key, pushName } = await client.message(withId(id))
    expect(key).toMatchObject({ remoteJid: anaJid, remoteJidAlt: `${ana.lid}@lid`, fromMe: false })
    expect(pushName).toBe('Ana')
    await ana.waitForTick(id, 'delivered')
  })

  it('addressed by LID carry the number beside it, and are answered the same way', async () => {
    const id = await bia.sendText(shop, 'by lid')
    const { key } = await client.message(withId(id))
    expect(key).toMatchObject({ remoteJid: `${bia.lid}@lid`, remoteJidAlt: `${BIA}@s.whatsapp.net` })
    const answer = await client.send(`${bia.lid}@lid`, { text: 'to the lid' })
    expect(await bia.waitFor(withTextId(answer))).toMatchObject({ text: 'to the lid', addressing: 'lid' })
    bia.read(shop)
    await client.until(() => statusOf(answer) === 4 || undefined, 'read by lid')
  })

  it('from the client are delivered, then read', async () => {
    const id = await client.send(anaJid, { text: 'good day' })
    await ana.waitFor(withTextId(id))
    await client.until(() => statusOf(id) >= 3 || undefined, 'delivered')
    ana.read(shop)
    await client.until(() => statusOf(id) === 4 || undefined, 'read')
    expect(await shop.waitForTick(id, 'read')).toMatchObject({ fromMe: true, chat: ANA, text: 'good day' })
  })

  it('stay sent only while the other phone is off', async () => {
    ana.setOnline(false)
    const id = await client.send(anaJid, { text: 'are you there?' })
    await shop.waitForAny(withTextId(id))
    expect(ana.find(id)).toBeUndefined()
    ana.setOnline(true)
    await ana.waitFor(withTextId(id))
    await client.until(() => statusOf(id) >= 3 || undefined, 'delivered')
  })

  it('quote each other', async () => {
    const id = await ana.sendText(shop, 'what is the price?')
    const asked = await client.message(withId(id))
    const answer = await client.send(anaJid, { text: 'ten' }, { quoted: asked })
    expect((await ana.waitFor(withTextId(answer))).quotedId).toBe(id)
    const thanks = await ana.sendText(shop, 'thanks', { quoted: answer })
    const context = (await client.message(withId(thanks))).message?.extendedTextMessage?.contextInfo
    expect(context).toMatchObject({
      stanzaId: answer,
      quotedMessage: { extendedTextMessage: { text: 'ten' } },
    })
  })

  it('read by the client show as read on the phone', async () => {
    const id = await ana.sendText(shop, 'read me')
    const { key } = await client.message(withId(id))
    await client.sock.readMessages([key])
    await ana.waitForTick(id, 'read')
    await shop.waitForAny((message) => message.id === id && message.seen)
  })

  it('typed on the own phone reach the client as its own', async () => {
    const id = await shop.sendText(ana, 'from the own phone')
    const message = await client.message(withId(id))
    expect(message.key).toMatchObject({ remoteJid: anaJid, fromMe: true })
    expect(message.message?.conversation).toBe('from the own phone')
    await ana.waitFor(withTextId(id))
    await shop.waitForTick(id, 'delivered')
    const lidId = await shop.sendText(bia, 'by lid', { addressing: 'lid' })
    expect((await client.message(withId(lidId))).key).toMatchObject({
      remoteJid: `${bia.lid}@lid`,
      fromMe: true,
    })
  })

  it('are reacted to, edited and taken back, both ways', async () => {
    const id = await ana.sendText(shop, 'first')
    const { key } = await client.message(withId(id))
    await ana.react(id, '👍')
    await client.event('messages.reaction', (list) =>
      list.some((r) => r.key.id === id && r.reaction.text === '👍'),
    )
    await ana.edit(id, 'second')
    const edits = await client.event('messages.update', (list) =>
      list.some((u) => u.key.id === id && u.update.message),
    )
    expect(edits[0]?.update.message?.editedMessage?.message?.conversation).toBe('second')
    await ana.revoke(id)
    await client.event('messages.update', (list) =>
      list.some((u) => u.key.id === id && u.update.messageStubType === 1),
    )

    await client.send(anaJid, { react: { text: '❤️', key } })
    await ana.waitForAny((message) => message.id === id && message.reactions[SHOP] === '❤️')
    await client.send(anaJid, { react: { text: '', key } })
    await ana.waitForAny((message) => message.id === id && !message.reactions[SHOP])
    const own = await client.send(anaJid, { text: 'third' })
    await ana.waitFor(withTextId(own))
    const ownKey = { remoteJid: anaJid, fromMe: true, id: own }
    await client.send(anaJid, { text: 'fourth', edit: ownKey })
    await ana.waitFor((message) => message.id === own && message.edited && message.text === 'fourth')
    await ana.react(own, '🎉')
    const reactions = await client.event('messages.reaction', (list) => list.some((r) => r.key.id === own))
    expect(reactions[0]?.key.fromMe).toBe(true)
    await client.send(anaJid, { delete: ownKey })
    await ana.waitFor((message) => message.id === own && message.revoked)
  })
})

const withTextId = (id: string) => (message: { id: string }) => message.id === id

describe('files', () => {
  const kinds = [
    ['image', { caption: 'a picture' }],
    ['video', { caption: 'a film', seconds: 3 }],
    ['audio', { mimetype: 'audio/mpeg', seconds: 2 }],
    ['voice', { seconds: 4 }],
    ['document', { fileName: 'price list.pdf', mimetype: 'application/pdf' }],
    ['sticker', {}],
  ] as const

  it.each(kinds)('of the kind %s come from a phone', async (kind, more) => {
    const data = Buffer.from(`content of the ${kind}`)
    const id = await ana.sendMedia(shop, { kind, data, ...more })
    expect(await download(id)).toEqual(data)
    expect(ana.find(id)).toMatchObject({ kind, ...('caption' in more && { text: more.caption }) })
  })

  it.each([
    ['image', { image: PNG, caption: 'look' }, { kind: 'image', text: 'look', mimetype: 'image/jpeg' }],
    ['video', { video: PNG, jpegThumbnail: '', caption: 'see' }, { kind: 'video', text: 'see' }],
    ['audio', { audio: PNG, mimetype: 'audio/mpeg', seconds: 1 }, { kind: 'audio', seconds: 1 }],
    [
      'voice',
      { audio: PNG, ptt: true, mimetype: 'audio/ogg; codecs=opus', seconds: 5 },
      { kind: 'voice', seconds: 5 },
    ],
    [
      'document',
      { document: PNG, fileName: 'a.pdf', mimetype: 'application/pdf' },
      { kind: 'document', fileName: 'a.pdf', mimetype: 'application/pdf' },
    ],
    ['sticker', { sticker: PNG }, { kind: 'sticker' }],
  ])('of the kind %s go to a phone', async (_kind, content, shown) => {
    const id = await client.send(anaJid, content)
    expect(await ana.waitFor(withTextId(id))).toMatchObject(shown)
    expect(await ana.file(id)).toEqual(PNG)
  })

  it('that are gone from the media host are uploaded again by the phone', async () => {
    const id = await ana.sendMedia(shop, { kind: 'document', data: Buffer.from('old'), fileName: 'old.txt' })
    await shop.waitFor(withTextId(id))
    ana.loseFile(id)
    expect(await download(id)).toEqual(Buffer.from('old'))
  })

  it('voice notes played on the phone show as played', async () => {
    const voice = { audio: PNG, ptt: true, mimetype: 'audio/ogg; codecs=opus', seconds: 1 }
    const id = await client.send(anaJid, voice)
    await ana.waitFor(withTextId(id))
    ana.play(id)
    await client.until(() => statusOf(id) === 5 || undefined, 'played')
  })
})

describe('places and cards', () => {
  it('come and go', async () => {
    const place = await ana.sendLocation(shop, { latitude: -23.5, longitude: -46.6, name: 'Here' })
    expect((await client.message(withId(place))).message?.locationMessage).toMatchObject({
      degreesLatitude: -23.5,
      name: 'Here',
    })
    const card = await ana.sendContact(shop, { name: 'Caio', number: '5511988887777' })
    expect((await client.message(withId(card))).message?.contactMessage?.vcard).toContain(
      'waid=5511988887777',
    )
    const back = await client.send(anaJid, { location: { degreesLatitude: 1, degreesLongitude: 2 } })
    expect((await ana.waitFor(withTextId(back))).place).toMatchObject({ latitude: 1, longitude: 2 })
    const cards = {
      displayName: 'Duda',
      contacts: [{ displayName: 'Duda', vcard: 'BEGIN:VCARD\nFN:Duda\nEND:VCARD' }],
    }
    const sent = await client.send(anaJid, { contacts: cards })
    expect(await ana.waitFor(withTextId(sent))).toMatchObject({ kind: 'contact', text: 'Duda' })
  })
})

describe('signs of life', () => {
  it('typing and recording are seen on both sides', async () => {
    ana.type(shop, 'composing')
    await client.event('presence.update', (p) => p.presences[anaJid]?.lastKnownPresence === 'composing')
    ana.type(shop, 'recording')
    await client.event('presence.update', (p) => p.presences[anaJid]?.lastKnownPresence === 'recording')
    const typing = ana.waitForEvent('typing')
    await client.sock.sendPresenceUpdate('composing', anaJid)
    expect(await typing).toEqual({ chat: SHOP, by: SHOP, state: 'composing' })
    await client.sock.presenceSubscribe(anaJid)
    await client.event('presence.update', (p) => p.presences[anaJid]?.lastKnownPresence === 'available')
  })

  it('calls ring and can be refused', async () => {
    const refused = ana.waitForEvent('call')
    const callId = ana.call(shop, { video: true })
    const [call] = await client.event('call', (list) => list.some((one) => one.id === callId))
    expect(call).toMatchObject({ status: 'offer', isVideo: true, from: anaJid })
    await client.sock.rejectCall(callId, anaJid)
    expect(await refused).toEqual({ callId, by: SHOP, state: 'reject' })
    ana.hangUp(shop, callId, 'timeout')
    await client.event('call', (list) => list.some((one) => one.id === callId && one.status === 'timeout'))
  })
})

describe('the directory', () => {
  it('knows which numbers exist, in every spelling', async () => {
    const found = await client.sock.onWhatsApp(ANA, '5511999999999', '551190000002')
    expect(found).toEqual([
      { jid: anaJid, exists: true },
      { jid: anaJid, exists: true },
    ])
  })

  it('gives profile pictures, and says when there is none', async () => {
    ana.setPicture(PNG)
    const url = await client.sock.profilePictureUrl(anaJid)
    expect(url).toContain(`https://${sim.mediaHost}/picture/${ANA}`)
    expect(await client.fetch(url ?? '')).toEqual(PNG)
    await expect(client.sock.profilePictureUrl(`${BIA}@s.whatsapp.net`)).rejects.toThrow('item-not-found')
  })

  it('tells the standing of the account', async () => {
    expect(await client.sock.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false })
    expect(await client.sock.fetchNewChatMessageCap()).toMatchObject({ capping_status: 'NONE' })
  })
})

describe('groups', () => {
  it.each(['lid', 'pn'] as const)(
    'named by %s carry messages both ways with sender keys',
    async (addressing) => {
      const group = sim.addGroup({ subject: `Family ${addressing}`, members: [ana, bia, shop], addressing })
      const meta = await client.sock.groupMetadata(group.jid)
      expect(meta).toMatchObject({ subject: `Family ${addressing}`, size: 3, addressingMode: addressing })
      const id = await ana.sendText(group, 'hello all')
      const message = await client.message(withId(id))
      const author = addressing === 'lid' ? `${ana.lid}@lid` : anaJid
      expect(message.key).toMatchObject({ remoteJid: group.jid, participant: author })
      expect(message.message?.conversation).toBe('hello all')
      await bia.waitFor(withTextId(id))
      const second = await ana.sendText(group, 'again')
      expect((await client.message(withId(second))).message?.conversation).toBe('again')
      const answer = await client.send(group.jid, { text: 'hello family' })
      expect(await ana.waitFor(withTextId(answer))).toMatchObject({
        chat: group.jid,
        author: SHOP,
        text: 'hello family',
      })
      await bia.waitFor(withTextId(answer))
      await client.event('message-receipt.update', (list) => list.some((one) => one.key.id === answer))
    },
  )
})

describe('settings of a chat', () => {
  it('can be changed by the client', async () => {
    const id = await ana.sendText(shop, 'for later')
    const { key, messageTimestamp } = await client.message(withId(id))
    await client.sock.chatModify({ markRead: false, lastMessages: [{ key, messageTimestamp }] }, anaJid)
    await client.event('chats.update', (list) =>
      list.some((one) => one.id === anaJid && one.unreadCount === -1),
    )
  })
})

describe('the server', () => {
  it('had an answer for everything', () => {
    expect(sim.control.unknown).toEqual([])
  })
})
