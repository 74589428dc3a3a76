import type { Media, MessageKind } from '@guiche/contracts/events/message.js'
import { contentTypeOf } from '@guiche/infra/files/content-type.js'
import { voiceNoteIdOf } from '@guiche/infra/ids.js'
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { createFakeProvider } from '../testing/fake-provider.js'
import { createMemoryBlobs } from '../testing/memory-blobs.js'
import { recordedFile } from '../testing/recorded.js'
import { filmOf } from './film.js'
import { storeMedia } from './inbound.js'
import { prepareFile } from './outgoing.js'
import { type SoundOwner, toVoiceNote, toWaveform } from './sound.js'
import { storeVoiceNote } from './voice-note.js'

const storeFile = async (content: Buffer, mimetype: string, fields: Partial<Media> = {}) => {
  const { blobs } = createMemoryBlobs()
  const info = await blobs.put(content, { companyId: 1, mimetype, fileName: 'f', maxSize: 1e9 })
  if (info === 'too-large') throw new Error('too large')
  const media: Media = {
    blobId: info.id,
    mimetype,
    fileName: 'f',
    size: info.size,
    seconds: null,
    voice: false,
    ...fields,
  }
  return { blobs, media }
}

const RECEIVED: SoundOwner = { companyId: 1, way: 'received' }
const SENT: SoundOwner = { companyId: 1, way: 'sent' }

describe('a recording', () => {
  it.each([
    ['of WhatsApp', 'whatsapp.ogg'],
    ['of Firefox', 'firefox.ogg'],
    ['of Chrome', 'chrome.webm'],
    ['of Safari, with Opus', 'opus.mp4'],
  ] as const)('%s becomes a voice note without an ffmpeg, with its length and waveform', async (_, name) => {
    const voice = await toVoiceNote(null, SENT, recordedFile(name))
    expect(voice).toMatchObject({ seconds: 2 })
    const content = voice?.content ?? Buffer.alloc(0)
    expect([content.toString('latin1', 0, 4), content.includes('OpusHead')]).toEqual(['OggS', true])
    expect(voice?.waveform).toHaveLength(64)
    expect(Math.max(...(voice?.waveform ?? []))).toBe(100)
  })

  it('has a waveform of its loudness', async () => {
    const waveform = [...((await toWaveform(RECEIVED, recordedFile('whatsapp.ogg'))) ?? [])]
    expect(Math.abs((waveform[16] ?? 0) - 25)).toBeLessThan(5)
    expect(Math.abs((waveform[48] ?? 0) - 75)).toBeLessThan(5)
  })

  it.each([
    ['no sound', Buffer.from('no sound')],
    ['nothing', Buffer.alloc(0)],
    ['the beginning of one', recordedFile('whatsapp.ogg').subarray(0, 60)],
    ['of another codec', recordedFile('safari.mp4')],
    [
      'a container that goes on for ever',
      Buffer.concat([recordedFile('chrome.webm').subarray(0, 200), Buffer.alloc(1e6, 0xec)]),
    ],
  ])('is refused if it is %s', async (_, content) => {
    expect(await toVoiceNote(null, SENT, content)).toBeNull()
    expect(await toWaveform(RECEIVED, content)).toBeNull()
  })

  it.each([
    ['MP4 with AAC, of Safari', 'safari.mp4', 'audio/mp4', 'audio'],
    ['MP3', 'voice.mp3', 'audio/mpeg', 'audio'],
    ['AAC alone', 'voice.aac', 'audio/aac', 'audio'],
    ['FLAC', 'voice.flac', 'audio/flac', 'document'],
  ] as const)(
    'in %s plays on the phone, or is a file, where nothing can convert it',
    async (_, name, mimetype, as) => {
      const { blobs, media } = await storeFile(recordedFile(name), mimetype, { voice: true })
      const found = await prepareFile({ blobs, ffmpeg: null }, { companyId: 1, kind: 'audio', media }, '')
      expect(found).toMatchObject({ ok: true, value: { as, mimetype } })
      if (!found.ok) throw new Error(found.error)
      expect(found.value.content.equals(recordedFile(name))).toBe(true)
      expect(await storeVoiceNote(blobs, 1, media, found.value)).toBeNull()
    },
  )
})

describe('an outgoing file', () => {
  it('is sent as a picture with thumbnail, within pixel limits', async () => {
    const large = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const { blobs, media } = await storeFile(large, 'image/jpeg')
    const found = await prepareFile({ blobs, ffmpeg: null }, { companyId: 1, kind: 'image', media }, 'cap')
    expect(found).toMatchObject({ ok: true, value: { as: 'image', caption: 'cap', width: 400, height: 200 } })
    if (!found.ok) throw new Error(found.error)
    const thumb = await sharp(Buffer.from(found.value.thumbnail ?? '', 'base64')).metadata()
    expect([thumb.width, thumb.height]).toEqual([96, 48])
  })

  it('is sent as a document if phones cannot show it, and fails if it is gone', async () => {
    const broken = await storeFile(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 'image/jpeg')
    expect(
      await prepareFile(
        { blobs: broken.blobs, ffmpeg: null },
        { companyId: 1, kind: 'image', media: broken.media },
        '',
      ),
    ).toMatchObject({
      ok: true,
      value: { as: 'document' },
    })
    const { blobs, media } = await storeFile(Buffer.from('x'), 'text/plain')
    expect(
      await prepareFile(
        { blobs, ffmpeg: null },
        { companyId: 1, kind: 'application', media: { ...media, blobId: 'none' } },
        '',
      ),
    ).toEqual({
      ok: false,
      error: 'ERR_NO_FILE_FOUND',
    })
  })
})

describe('an outgoing recording', () => {
  it('is read from its voice note once converted; other files are not', async () => {
    const { blobs, media } = await storeFile(recordedFile('chrome.webm'), 'audio/webm', { voice: true })
    const sound = { companyId: 1, kind: 'audio', media } as const
    const first = await prepareFile({ blobs, ffmpeg: null }, sound, '')
    if (!first.ok) throw new Error(first.error)
    const voiceNote = await storeVoiceNote(blobs, 1, media, first.value)
    expect(voiceNote).toMatchObject({
      ...{ blobId: voiceNoteIdOf(media.blobId), mimetype: 'audio/ogg', fileName: 'f.ogg' },
      size: first.value.content.length,
    })
    await blobs.remove(media.blobId)
    expect(await prepareFile({ blobs, ffmpeg: null }, sound, '')).toMatchObject({
      ok: true,
      value: { as: 'voice' },
    })
    const file = { ...sound, media: { ...media, voice: false } }
    expect(await prepareFile({ blobs, ffmpeg: null }, file, '')).toMatchObject({ ok: false })
    expect(await storeVoiceNote(blobs, 1, { ...media, ...voiceNote }, first.value)).toBeNull()
  })
})

/** The message that such a file becomes on WhatsApp. */
const preparedMessage = async (content: Buffer, mimetype: string, kind: MessageKind) => {
  const { blobs, media } = await storeFile(content, mimetype)
  const found = await prepareFile({ blobs, ffmpeg: null }, { companyId: 1, kind, media }, '')
  if (!found.ok) throw new Error(found.error)
  return found.value
}
describe('an outgoing video', () => {
  const measures = { as: 'video', mimetype: 'video/mp4', seconds: 2, width: 64, height: 36 }

  it('is sent unchanged, with its dimensions', async () => {
    const found = await preparedMessage(recordedFile('film.mp4'), 'video/mp4', 'video')
    expect(found).toMatchObject(measures)
    expect(found.content.equals(recordedFile('film.mp4'))).toBe(true)
  })

  it('of an iPhone is sent as MP4 with the same tracks, without ffmpeg', async () => {
    const moved = await preparedMessage(recordedFile('film.mov'), 'video/quicktime', 'video')
    expect(moved).toMatchObject(measures)
    expect(await contentTypeOf(moved.content)).toBe('video/mp4')
    expect(filmOf(moved.content)).toMatchObject({
      seconds: 2,
      width: 64,
      height: 36,
      video: 'avc1',
      audio: 'mp4a',
    })
    const old = recordedFile('old-film.mov')
    expect(filmOf(old)).toMatchObject({ video: 'mp4v', audio: 'sowt' })
    expect(await preparedMessage(old, 'video/quicktime', 'video')).toMatchObject({
      as: 'document',
      mimetype: 'video/quicktime',
    })
  })

  it('has its dimensions after rotation by its matrix, also after remuxing', async () => {
    const turned = (content: Buffer): Buffer => {
      const matrix = content.indexOf('tkhd') + 4 + 40
      for (const [at, value] of [0, 65_536, 0, -65_536, 0].entries())
        content.writeInt32BE(value, matrix + 4 * at)
      return content
    }
    expect(filmOf(turned(recordedFile('film.mp4')))).toMatchObject({ width: 36, height: 64 })
    const moved = await preparedMessage(turned(recordedFile('film.mov')), 'video/quicktime', 'video')
    expect(filmOf(moved.content)).toMatchObject({ width: 36, height: 64 })
  })

  it('that is damaged is sent nevertheless, or as a document', async () => {
    const broken = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\0\x01moov', 'latin1')
    const nothing = { seconds: null, width: null, height: null, thumbnail: null }
    expect(await preparedMessage(broken, 'video/mp4', 'video')).toMatchObject({ as: 'video', ...nothing })
    const phone = Buffer.from(broken.toString('latin1').replace('isom', 'qt  '), 'latin1')
    expect(await preparedMessage(phone, 'video/quicktime', 'video')).toMatchObject({
      as: 'document',
      ...nothing,
    })
  })

  it('that is an animated GIF without a converter is sent as a document; a still GIF as a picture', async () => {
    const moving = await preparedMessage(recordedFile('moving.gif'), 'image/gif', 'image')
    expect(moving).toMatchObject({ as: 'document', mimetype: 'image/gif' })
    expect(moving.content.equals(recordedFile('moving.gif'))).toBe(true)
    expect(await preparedMessage(recordedFile('still.gif'), 'image/gif', 'image')).toMatchObject({
      as: 'image',
      mimetype: 'image/jpeg',
    })
  })

  it('is sent as a document if shown as a document', async () => {
    for (const [content, mimetype] of [
      [recordedFile('moving.gif'), 'image/gif'],
      [recordedFile('film.mov'), 'video/quicktime'],
    ] as const) {
      const found = await preparedMessage(content, mimetype, 'application')
      expect(found).toMatchObject({ as: 'document', mimetype })
      expect(found.content.equals(content)).toBe(true)
    }
  })
})

describe('an incoming file', () => {
  it('is stored once under an unguessable name, with the type of its bytes', async () => {
    const { blobs, files } = createMemoryBlobs()
    const { provider } = createFakeProvider()
    const options = {
      companyId: 1,
      connectionId: 1,
      server: null,
      fence: { key: '', epoch: 1 },
      pairingNumber: null,
      history: async () => ({ wish: null, missed: null }),
      qrMs: 1,
      takenMs: 1,
    }
    const line = await provider.open({ ...options, emit: async () => undefined })
    const said: Media = {
      blobId: '',
      mimetype: 'image/png',
      fileName: 'a.pdf',
      size: 1,
      seconds: null,
      voice: false,
    }
    const message = { companyId: 1, waId: 'W', media: said }
    const first = await storeMedia(line, blobs, message, 8)
    expect(first).toMatchObject({
      ok: true,
      value: { mimetype: 'application/pdf', fileName: 'a.pdf', size: 8 },
    })
    await storeMedia(line, blobs, message, 8)
    expect(files.size).toBe(1)
    expect(await storeMedia(line, blobs, message, 7)).toBeNull()
  })
})
