import { contentTypeOf } from '@guiche/infra/files/content-type.js'
import { voiceNoteIdOf } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { CONNECTION, jidOf, type Linked, openLinked } from './testing/linked.js'
import { createPdf } from './testing/pdf.js'
import { recordedFile } from './testing/recorded.js'

let linked: Linked
let desk: Linked['desk']
let shop: Linked['shop']
let ana: Linked['ana']

beforeAll(async () => {
  linked = await openLinked()
  ;({ desk, shop, ana } = linked)
})
afterAll(() => linked.close())

describe('a session with files', () => {
  it('fetches a picture, a document and a voice note', async () => {
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c33' } })
      .png()
      .toBuffer()
    const first = await ana.sendMedia(shop, {
      kind: 'image',
      data: picture,
      mimetype: 'image/png',
      caption: 'Look',
    })
    const second = await ana.sendMedia(shop, {
      kind: 'document',
      data: createPdf(2),
      mimetype: 'application/pdf',
      fileName: '../../bill.pdf',
    })
    const third = await ana.sendVoice(shop, recordedFile('whatsapp.ogg'), 2)

    expect(await desk.report('message', (one) => one.waId === first)).toMatchObject({
      type: 'image',
      body: 'Look',
      mediaPending: true,
      media: { blobId: '', mimetype: 'image/png' },
    })
    const image = await desk.report('media', (one) => one.waId === first)
    expect(desk.files.get(image.media.blobId)?.content.equals(picture)).toBe(true)
    // The phone has not sent the size of the picture.
    expect(image.media).toMatchObject({ width: 64, height: 48 })
    const paper = await desk.report('media', (one) => one.waId === second)
    expect(paper.media).toMatchObject({ mimetype: 'application/pdf', fileName: 'bill.pdf', pages: 2 })
    const note = await desk.report('media', (one) => one.waId === third)
    expect(note.media).toMatchObject({ mimetype: 'audio/ogg', voice: true, seconds: 2 })
    expect(note.media.waveform).toHaveLength(64)
    // Stored unchanged: received files are never encoded.
    expect(desk.files.get(note.media.blobId)?.content.equals(recordedFile('whatsapp.ogg'))).toBe(true)
  })

  it('sends a picture, a document and a recording as a voice note', async () => {
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#3c3' } })
      .webp()
      .toBuffer()
    const image = await desk.store(picture, 'image/webp', 'green.webp')
    const first = await desk.send(CONNECTION, jidOf(ana), { kind: 'image', body: 'Our logo', media: image })
    const paper = await desk.store(createPdf(3), 'application/pdf', 'offer.pdf')
    const second = await desk.send(CONNECTION, jidOf(ana), {
      kind: 'application',
      body: 'offer.pdf',
      media: paper,
    })
    const sound = await desk.store(recordedFile('chrome.webm'), 'audio/webm', 'recording.webm')
    const third = await desk.send(CONNECTION, jidOf(ana), { kind: 'audio', media: { ...sound, voice: true } })

    const shown = await ana.waitFor((one) => one.id === first.waId)
    expect(shown).toMatchObject({ kind: 'image', text: 'Our logo', mimetype: 'image/jpeg' })
    const offer = await ana.waitFor((one) => one.id === second.waId)
    expect(offer).toMatchObject({ kind: 'document', fileName: 'offer.pdf', pages: 3 })
    expect(offer.text ?? '').toBe('')
    expect((await ana.file(second.waId))?.equals(createPdf(3))).toBe(true)
    const note = await ana.waitFor((one) => one.id === third.waId)
    expect(note).toMatchObject({ kind: 'voice', seconds: 2 })
    // Sizes that the gateway learns late are reported after the message was sent.
    const told = await desk.report('media', (one) => one.messageId === third.id && one.fromMe)
    expect(told.media).toMatchObject({
      voice: true,
      seconds: 2,
      mimetype: 'audio/ogg',
      fileName: 'recording.ogg',
    })
    expect(told.media.waveform).toHaveLength(64)
    // Agents also play the voice note, and the recording stays until the views know the encoded file.
    const played = desk.files.get(voiceNoteIdOf(sound.blobId))
    expect(played?.info).toMatchObject({ id: told.media.blobId, size: told.media.size, companyId: 1 })
    expect(await contentTypeOf(played?.content ?? Buffer.alloc(0))).toBe('audio/ogg')
    expect(desk.files.has(sound.blobId)).toBe(true)
    const sized = await desk.report('media', (one) => one.messageId === first.id && one.fromMe)
    expect(sized.media).toMatchObject({ blobId: image.blobId, width: 64, height: 48 })
    const counted = await desk.report('media', (one) => one.messageId === second.id && one.fromMe)
    expect(counted.media).toMatchObject({ blobId: paper.blobId, pages: 3 })
    expect(await contentTypeOf((await ana.file(third.waId)) ?? Buffer.alloc(0))).toBe('audio/ogg')
  })

  it('sends a video with its dimensions', async () => {
    const mov = await desk.store(recordedFile('film.mov'), 'video/quicktime', 'garden.mov')
    const first = await desk.send(CONNECTION, jidOf(ana), { kind: 'video', media: mov })

    const shown = await ana.waitFor((one) => one.id === first.waId)
    expect(shown).toMatchObject({ kind: 'video', mimetype: 'video/mp4', seconds: 2, width: 64, height: 36 })
    expect(shown.gif).toBeUndefined()
    const told = await desk.report('media', (one) => one.messageId === first.id && one.fromMe)
    expect(told.media).toMatchObject({ blobId: mov.blobId, seconds: 2, width: 64, height: 36 })
  })

  it('reports why a file cannot be sent, or a number not reached', async () => {
    const lost = await desk.send(CONNECTION, jidOf(ana), {
      kind: 'image',
      media: {
        blobId: 'gone',
        mimetype: 'image/png',
        fileName: 'x.png',
        size: 1,
        seconds: null,
        voice: false,
      },
    })
    expect(await desk.report('failed', (one) => one.messageId === lost.id)).toMatchObject({
      what: 'send',
      code: 'ERR_NO_FILE_FOUND',
    })
    const noise = await desk.store(Buffer.from('not a sound'), 'audio/ogg', 'n.ogg')
    const broken = await desk.send(CONNECTION, jidOf(ana), {
      kind: 'audio',
      media: { ...noise, voice: true },
    })
    expect((await desk.report('failed', (one) => one.messageId === broken.id)).code).toBe('ERR_MEDIA_TYPE')
    const nobody = await desk.send(CONNECTION, '5511999999999@s.whatsapp.net', {
      body: 'Hello?',
      contactId: 99,
    })
    expect((await desk.report('failed', (one) => one.messageId === nobody.id)).code).toBe(
      'ERR_WAPP_INVALID_CONTACT',
    )
  })
})
