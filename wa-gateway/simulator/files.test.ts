import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import * as baileys from '@whiskeysockets/baileys'
import { createDownloads, fileOf } from '../providers/baileys/downloads.js'
import { createMediaTransport } from '../providers/baileys/media-transport.js'
import { silentEngineLogger } from './log.js'
import { anaJid, openShop, PNG, SHOP_NUMBER, type Shop, withId, withTextId } from './testing/shop.js'

let desk: Shop
// Signatures are slow if many tests share few cores.

beforeAll(async () => {
  desk = await openShop()
})
beforeEach(() => desk.sim.control.clear(SHOP_NUMBER))
afterAll(() => desk.close())

const downloadFile = async (id: string) => {
  const message = await desk.client.message(withId(id))
  const file = fileOf(message, 1, id)
  if (file === null) throw new Error('a message without a file')
  const transport = createMediaTransport({ url: desk.sim.url, ca: desk.sim.ca })
  const downloads = createDownloads({
    baileys,
    socket: desk.client.sock,
    transport,
    ended: new AbortController().signal,
    log: silentEngineLogger,
  })
  const content = await downloads.file(file)
  if (content === null) throw new Error('its host is not allowed')
  const bytes = await buffer(content)
  await transport.close()
  return bytes
}

describe('files', () => {
  const kinds = [
    ['image', { caption: 'a picture' }],
    ['video', { caption: 'a film', seconds: 3 }],
    ['audio', { mimetype: 'audio/mpeg', seconds: 2 }],
    ['voice', { seconds: 4 }],
    ['document', { fileName: 'price list.pdf', mimetype: 'application/pdf' }],
    ['sticker', {}],
  ] as const

  it.each(kinds)('of the kind %s are received from a phone', async (kind, more) => {
    const data = Buffer.from(`content of the ${kind}`)
    const id = await desk.ana.sendMedia(desk.shop, { kind, data, ...more })
    expect(await downloadFile(id)).toEqual(data)
    expect(desk.ana.find(id)).toMatchObject({ kind, ...('caption' in more && { text: more.caption }) })
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
  ])('of the kind %s are sent to a phone', async (_kind, content, shown) => {
    const id = await desk.client.send(anaJid, content)
    expect(await desk.ana.waitFor(withTextId(id))).toMatchObject(shown)
    expect(await desk.ana.file(id)).toEqual(PNG)
  })

  it('that are gone from the media host are uploaded again by the phone', async () => {
    const id = await desk.ana.sendMedia(desk.shop, {
      kind: 'document',
      data: Buffer.from('old'),
      fileName: 'old.txt',
    })
    await desk.shop.waitFor(withTextId(id))
    desk.ana.loseFile(id)
    expect(await downloadFile(id)).toEqual(Buffer.from('old'))
  })

  it('that are voice notes show as played once played on the phone', async () => {
    const voice = { audio: PNG, ptt: true, mimetype: 'audio/ogg; codecs=opus', seconds: 1 }
    const id = await desk.client.send(anaJid, voice)
    await desk.ana.waitFor(withTextId(id))
    desk.ana.play(id)
    await desk.client.until(() => desk.statusOf(id) === 5 || undefined, 'played')
  })
})

describe('locations and contact cards', () => {
  it('are received and sent', async () => {
    const place = await desk.ana.sendLocation(desk.shop, { latitude: -23.5, longitude: -46.6, name: 'Here' })
    expect((await desk.client.message(withId(place))).message?.locationMessage).toMatchObject({
      degreesLatitude: -23.5,
      name: 'Here',
    })
    const card = await desk.ana.sendContact(desk.shop, { name: 'Caio', number: '5511988887777' })
    expect((await desk.client.message(withId(card))).message?.contactMessage?.vcard).toContain(
      'waid=5511988887777',
    )
    const back = await desk.client.send(anaJid, { location: { degreesLatitude: 1, degreesLongitude: 2 } })
    expect((await desk.ana.waitFor(withTextId(back))).place).toMatchObject({ latitude: 1, longitude: 2 })
    const cards = {
      displayName: 'Duda',
      contacts: [{ displayName: 'Duda', vcard: 'BEGIN:VCARD\nFN:Duda\nEND:VCARD' }],
    }
    const sent = await desk.client.send(anaJid, { contacts: cards })
    expect(await desk.ana.waitFor(withTextId(sent))).toMatchObject({ kind: 'contact', text: 'Duda' })
  })
})

describe('the server', () => {
  it('had an answer to every request', () => {
    expect(desk.sim.control.unknown).toEqual([])
  })
})
