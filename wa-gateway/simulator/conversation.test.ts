import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  ANA_NUMBER,
  anaJid,
  BIA_NUMBER,
  openShop,
  SHOP_NUMBER,
  type Shop,
  withId,
  withTextId,
} from './testing/shop.js'

let desk: Shop
// Signatures are slow if many tests share few cores.

beforeAll(async () => {
  desk = await openShop()
})
beforeEach(() => desk.sim.control.clear(SHOP_NUMBER))
afterAll(() => desk.close())

describe('texts', () => {
  it('addressed by number carry the LID beside it', async () => {
    const id = await desk.ana.sendText(desk.shop, 'by number')
    const { key, pushName } = await desk.client.message(withId(id))
    expect(key).toMatchObject({ remoteJid: anaJid, remoteJidAlt: `${desk.ana.lid}@lid`, fromMe: false })
    expect(pushName).toBe('Ana')
    await desk.ana.waitForTick(id, 'delivered')
  })

  it('addressed by LID carry the number beside it, and are answered the same way', async () => {
    const id = await desk.bia.sendText(desk.shop, 'by lid')
    const { key } = await desk.client.message(withId(id))
    expect(key).toMatchObject({
      remoteJid: `${desk.bia.lid}@lid`,
      remoteJidAlt: `${BIA_NUMBER}@s.whatsapp.net`,
    })
    const answer = await desk.client.send(`${desk.bia.lid}@lid`, { text: 'to the lid' })
    expect(await desk.bia.waitFor(withTextId(answer))).toMatchObject({
      text: 'to the lid',
      addressing: 'lid',
    })
    desk.bia.read(desk.shop)
    await desk.client.until(() => desk.statusOf(answer) === 4 || undefined, 'read by lid')
  })

  it('from the client are delivered, then read', async () => {
    const id = await desk.client.send(anaJid, { text: 'good day' })
    await desk.ana.waitFor(withTextId(id))
    await desk.client.until(() => desk.statusOf(id) >= 3 || undefined, 'delivered')
    desk.ana.read(desk.shop)
    await desk.client.until(() => desk.statusOf(id) === 4 || undefined, 'read')
    expect(await desk.shop.waitForTick(id, 'read')).toMatchObject({
      fromMe: true,
      chat: ANA_NUMBER,
      text: 'good day',
    })
  })

  it('stay sent only while the other phone is off', async () => {
    desk.ana.setOnline(false)
    const id = await desk.client.send(anaJid, { text: 'are you there?' })
    await desk.shop.waitForAny(withTextId(id))
    expect(desk.ana.find(id)).toBeUndefined()
    desk.ana.setOnline(true)
    await desk.ana.waitFor(withTextId(id))
    await desk.client.until(() => desk.statusOf(id) >= 3 || undefined, 'delivered')
  })

  it('quote each other', async () => {
    const id = await desk.ana.sendText(desk.shop, 'what is the price?')
    const asked = await desk.client.message(withId(id))
    const answer = await desk.client.send(anaJid, { text: 'ten' }, { quoted: asked })
    expect((await desk.ana.waitFor(withTextId(answer))).quotedId).toBe(id)
    const thanks = await desk.ana.sendText(desk.shop, 'thanks', { quoted: answer })
    const context = (await desk.client.message(withId(thanks))).message?.extendedTextMessage?.contextInfo
    expect(context).toMatchObject({
      stanzaId: answer,
      quotedMessage: { extendedTextMessage: { text: 'ten' } },
    })
  })

  it('read by the client show as read on the phone', async () => {
    const id = await desk.ana.sendText(desk.shop, 'read me')
    const { key } = await desk.client.message(withId(id))
    await desk.client.sock.readMessages([key])
    await desk.ana.waitForTick(id, 'read')
    await desk.shop.waitForAny((message) => message.id === id && message.seen)
  })

  it('typed on the own phone reach the client as its own', async () => {
    const id = await desk.shop.sendText(desk.ana, 'from the own phone')
    const message = await desk.client.message(withId(id))
    expect(message.key).toMatchObject({ remoteJid: anaJid, fromMe: true })
    expect(message.message?.conversation).toBe('from the own phone')
    await desk.ana.waitFor(withTextId(id))
    await desk.shop.waitForTick(id, 'delivered')
    const lidId = await desk.shop.sendText(desk.bia, 'by lid', { addressing: 'lid' })
    expect((await desk.client.message(withId(lidId))).key).toMatchObject({
      remoteJid: `${desk.bia.lid}@lid`,
      fromMe: true,
    })
  })

  it('are reacted to, edited and revoked, both ways', async () => {
    const id = await desk.ana.sendText(desk.shop, 'first')
    const { key } = await desk.client.message(withId(id))
    await desk.ana.react(id, '👍')
    await desk.client.event('messages.reaction', (list) =>
      list.some((r) => r.key.id === id && r.reaction.text === '👍'),
    )
    await desk.ana.edit(id, 'second', 'plain')
    const edits = await desk.client.event('messages.update', (list) =>
      list.some((u) => u.key.id === id && u.update.message),
    )
    expect(edits[0]?.update.message?.editedMessage?.message?.conversation).toBe('second')
    await desk.ana.revoke(id)
    await desk.client.event('messages.update', (list) =>
      list.some((u) => u.key.id === id && u.update.messageStubType === 1),
    )

    await desk.client.send(anaJid, { react: { text: '❤️', key } })
    await desk.ana.waitForAny((message) => message.id === id && message.reactions[SHOP_NUMBER] === '❤️')
    await desk.client.send(anaJid, { react: { text: '', key } })
    await desk.ana.waitForAny((message) => message.id === id && !message.reactions[SHOP_NUMBER])
    const own = await desk.client.send(anaJid, { text: 'third' })
    await desk.ana.waitFor(withTextId(own))
    const ownKey = { remoteJid: anaJid, fromMe: true, id: own }
    await desk.client.send(anaJid, { text: 'fourth', edit: ownKey })
    await desk.ana.waitFor((message) => message.id === own && message.edited && message.text === 'fourth')
    await desk.ana.react(own, '🎉')
    const reactions = await desk.client.event('messages.reaction', (list) =>
      list.some((r) => r.key.id === own),
    )
    expect(reactions[0]?.key.fromMe).toBe(true)
    await desk.client.send(anaJid, { delete: ownKey })
    await desk.ana.waitFor((message) => message.id === own && message.revoked)
  })

  it('stay unchanged if a change comes too late for phones', async () => {
    const own = await desk.client.send(anaJid, { text: 'as it was' })
    const kept = await desk.ana.waitFor(withTextId(own))
    const key = { remoteJid: anaJid, fromMe: true, id: own }
    kept.at -= 16 * 60_000
    await desk.client.send(anaJid, { text: 'corrected', edit: key })
    kept.at -= 60 * 3_600_000
    await desk.client.send(anaJid, { delete: key })
    await desk.ana.waitFor(withTextId(await desk.client.send(anaJid, { text: 'afterwards' })))
    expect(kept).toMatchObject({ text: 'as it was', edited: false, revoked: false })
  })
})

describe('groups', () => {
  it.each(['lid', 'pn'] as const)(
    'named by %s carry messages both ways with sender keys',
    async (addressing) => {
      const group = desk.sim.addGroup({
        subject: `Family ${addressing}`,
        members: [desk.ana, desk.bia, desk.shop],
        addressing,
      })
      const meta = await desk.client.sock.groupMetadata(group.jid)
      expect(meta).toMatchObject({ subject: `Family ${addressing}`, size: 3, addressingMode: addressing })
      const id = await desk.ana.sendText(group, 'hello all')
      const message = await desk.client.message(withId(id))
      const author = addressing === 'lid' ? `${desk.ana.lid}@lid` : anaJid
      expect(message.key).toMatchObject({ remoteJid: group.jid, participant: author })
      expect(message.message?.conversation).toBe('hello all')
      await desk.bia.waitFor(withTextId(id))
      const second = await desk.ana.sendText(group, 'again')
      expect((await desk.client.message(withId(second))).message?.conversation).toBe('again')
      const answer = await desk.client.send(group.jid, { text: 'hello family' })
      expect(await desk.ana.waitFor(withTextId(answer))).toMatchObject({
        chat: group.jid,
        author: SHOP_NUMBER,
        text: 'hello family',
      })
      await desk.bia.waitFor(withTextId(answer))
      await desk.client.until(() => desk.receiptsOf(answer)[0], 'a receipt')
    },
  )
})

describe('settings of a chat', () => {
  it('can be changed by the client', async () => {
    const id = await desk.ana.sendText(desk.shop, 'for later')
    const { key, messageTimestamp } = await desk.client.message(withId(id))
    await desk.client.sock.chatModify({ markRead: false, lastMessages: [{ key, messageTimestamp }] }, anaJid)
    await desk.client.event('chats.update', (list) =>
      list.some((one) => one.id === anaJid && one.unreadCount === -1),
    )
  })
})

describe('the server', () => {
  it('had an answer to every request', () => {
    expect(desk.sim.control.unknown).toEqual([])
  })
})
