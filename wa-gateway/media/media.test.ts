import type { Media } from '@guiche/contracts/events/message.js'
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { createFakeProvider } from '../testing/fake-provider.js'
import { createMemoryBlobs } from '../testing/memory-blobs.js'
import { wav } from '../testing/sound.js'
import { secondsOf, toMp3, toVoiceNote, waveformOf } from './ffmpeg.js'
import { storeMedia } from './inbound.js'
import { prepareFile } from './outgoing.js'
import { sniff, typeOf } from './sniff.js'

const store = async (content: Buffer, mimetype: string, fields: Partial<Media> = {}) => {
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

describe('the type of a file', () => {
  it.each([
    ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['image/gif', Buffer.from('GIF89a')],
    ['image/webp', Buffer.from('RIFF0000WEBP')],
    ['audio/wav', wav(0)],
    ['application/pdf', Buffer.from('%PDF-1.7')],
    ['audio/ogg', Buffer.from('OggS')],
    ['audio/mpeg', Buffer.from('ID3')],
    ['video/mp4', Buffer.from('0000ftypisom')],
    ['audio/mp4', Buffer.from('0000ftypM4A ')],
    ['video/webm', Buffer.from([0x1a, 0x45, 0xdf, 0xa3])],
    ['application/zip', Buffer.from('PK\x03\x04')],
  ])('%s is told by its bytes', (type, bytes) => {
    expect(sniff(bytes)).toBe(type)
  })

  it('is never what somebody declares a page to be', () => {
    const page = Buffer.from('<script>alert(1)</script>')
    expect(typeOf(page, 'text/html')).toBe('application/octet-stream')
    expect(typeOf(page, 'image/svg+xml')).toBe('application/octet-stream')
    expect(typeOf(page, 'image/png')).toBe('application/octet-stream')
    expect(typeOf(Buffer.from('a;b'), 'text/csv')).toBe('text/csv')
  })

  it('keeps sound and film apart where they share a container', () => {
    expect(typeOf(Buffer.from('0000ftypisom'), 'audio/mp4')).toBe('audio/mp4')
    expect(typeOf(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), 'audio/webm')).toBe('audio/webm')
  })
})

describe('sound', () => {
  it('becomes a voice note with its length and waveform, and mp3 for playing', async () => {
    const voice = await toVoiceNote(wav(2))
    expect(voice).toMatchObject({ seconds: 2 })
    expect(sniff(voice?.content ?? Buffer.alloc(0))).toBe('audio/ogg')
    expect(voice?.waveform).toHaveLength(64)
    expect(Math.max(...(voice?.waveform ?? []))).toBe(100)
    expect(sniff((await toMp3(voice?.content ?? Buffer.alloc(0))) ?? Buffer.alloc(0))).toBe('audio/mpeg')
  })

  it('is refused when it is none', async () => {
    expect(await toVoiceNote(Buffer.from('no sound'))).toBeNull()
    expect(await toMp3(Buffer.from('no sound'))).toBeNull()
  })

  it('is measured by what the program says last', () => {
    expect(secondsOf('time=00:00:01.00 x\ntime=00:01:02.60 y')).toBe(63)
    expect(secondsOf('')).toBeNull()
    expect([...waveformOf(Buffer.alloc(0))]).toEqual(Array(64).fill(0))
  })
})

describe('a file on its way out', () => {
  it('is a picture with a small one, within limits of pixels', async () => {
    const large = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const { blobs, media } = await store(large, 'image/jpeg')
    const found = await prepareFile(blobs, media, 'cap')
    expect(found).toMatchObject({ ok: true, value: { as: 'image', caption: 'cap', width: 400, height: 200 } })
    if (!found.ok) throw new Error(found.error)
    const thumb = await sharp(Buffer.from(found.value.thumbnail ?? '', 'base64')).metadata()
    expect([thumb.width, thumb.height]).toEqual([96, 48])
  })

  it('goes as a document when a phone could not show it, and not at all when it is gone', async () => {
    const broken = await store(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 'image/jpeg')
    expect(await prepareFile(broken.blobs, broken.media, '')).toMatchObject({
      ok: true,
      value: { as: 'document' },
    })
    const { blobs, media } = await store(Buffer.from('x'), 'text/plain')
    expect(await prepareFile(blobs, { ...media, blobId: 'none' }, '')).toEqual({
      ok: false,
      error: 'ERR_NO_FILE_FOUND',
    })
  })
})

describe('a file on its way in', () => {
  it('is stored once under a name that nobody guesses, with the type of its bytes', async () => {
    const { blobs, files } = createMemoryBlobs()
    const { provider } = createFakeProvider()
    const options = {
      companyId: 1,
      connectionId: 1,
      server: null,
      fence: { key: '', epoch: 1 },
      pairingNumber: null,
      history: async () => null,
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
    const first = await storeMedia(line, blobs, message)
    expect(first).toMatchObject({
      ok: true,
      value: { mimetype: 'application/pdf', fileName: 'a.pdf', size: 8 },
    })
    await storeMedia(line, blobs, message)
    expect(files.size).toBe(1)
  })
})
