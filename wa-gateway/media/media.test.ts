import type { Media, MessageKind } from '@guiche/contracts/events/message.js'
import { mp3IdOf } from '@guiche/infra/ids.js'
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { createFakeProvider } from '../testing/fake-provider.js'
import { film, gif } from '../testing/films.js'
import { createMemoryBlobs } from '../testing/memory-blobs.js'
import { wav } from '../testing/sound.js'
import { secondsOf, toMp3, toSamples, toVoiceNote, toWaveform, type Whose, waveformOf } from './ffmpeg.js'
import { filmOf } from './film.js'
import { storeMedia } from './inbound.js'
import { storeMp3 } from './mp3.js'
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

const RECEIVED: Whose = { companyId: 1, way: 'received' }
const SENT: Whose = { companyId: 1, way: 'sent' }

describe('sound', () => {
  it('becomes a voice note with its length and waveform, and mp3 for playing', async () => {
    const voice = await toVoiceNote(SENT, wav(2))
    expect(voice).toMatchObject({ seconds: 2 })
    expect(sniff(voice?.content ?? Buffer.alloc(0))).toBe('audio/ogg')
    expect(voice?.waveform).toHaveLength(64)
    expect(Math.max(...(voice?.waveform ?? []))).toBe(100)
    expect(sniff((await toMp3(SENT, voice?.content ?? Buffer.alloc(0))) ?? Buffer.alloc(0))).toBe(
      'audio/mpeg',
    )
  })

  it('is refused when it is none', async () => {
    expect(await toVoiceNote(SENT, Buffer.from('no sound'))).toBeNull()
    expect(await toMp3(SENT, Buffer.from('no sound'))).toBeNull()
  })

  it('is left as it came if its mp3 would be too long: nothing is cut', async () => {
    const second = 8_000
    expect(await toMp3(RECEIVED, wav(3), 2 * second)).toBeNull()
    expect((await toMp3(RECEIVED, wav(1), 2 * second))?.length).toBeGreaterThan(second / 2)
  })

  it('is measured by some hundred samples a second, which are as loud as it is', async () => {
    expect((await toSamples(RECEIVED, wav(10)))?.length).toBeLessThan(10 * 1_000)
    const rising = wav(2)
    for (let at = 44; at < rising.length / 2; at += 2) rising.writeInt16LE(rising.readInt16LE(at) / 4, at)
    const waveform = [...((await toWaveform(RECEIVED, rising)) ?? [])]
    expect(Math.abs((waveform[10] ?? 0) - 25)).toBeLessThan(5)
    expect(waveform[50]).toBeGreaterThan(90)
  })

  it('is converted one by one for a company, and what it sends does not wait for what it has received', async () => {
    const done: string[] = []
    const convert = async (name: string, whose: Whose, seconds: number) => {
      await toMp3(whose, wav(seconds))
      done.push(name)
    }
    await Promise.all([
      convert('long', RECEIVED, 100),
      convert('next', RECEIVED, 1),
      convert('own', SENT, 1),
      convert('other', { ...RECEIVED, companyId: 2 }, 1),
    ])
    expect([done.slice(0, 2).sort(), ...done.slice(2)]).toEqual([['other', 'own'], 'long', 'next'])
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
    const found = await prepareFile(blobs, { companyId: 1, kind: 'image', media }, 'cap')
    expect(found).toMatchObject({ ok: true, value: { as: 'image', caption: 'cap', width: 400, height: 200 } })
    if (!found.ok) throw new Error(found.error)
    const thumb = await sharp(Buffer.from(found.value.thumbnail ?? '', 'base64')).metadata()
    expect([thumb.width, thumb.height]).toEqual([96, 48])
  })

  it('goes as a document when a phone could not show it, and not at all when it is gone', async () => {
    const broken = await store(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 'image/jpeg')
    expect(
      await prepareFile(broken.blobs, { companyId: 1, kind: 'image', media: broken.media }, ''),
    ).toMatchObject({
      ok: true,
      value: { as: 'document' },
    })
    const { blobs, media } = await store(Buffer.from('x'), 'text/plain')
    expect(
      await prepareFile(
        blobs,
        { companyId: 1, kind: 'application', media: { ...media, blobId: 'none' } },
        '',
      ),
    ).toEqual({
      ok: false,
      error: 'ERR_NO_FILE_FOUND',
    })
  })
})

describe('a recording on its way out', () => {
  it('is read from its mp3 once that has taken its place, and no other file is', async () => {
    const { blobs, media } = await store(wav(1), 'audio/wav', { voice: true })
    const mp3 = await storeMp3(blobs, 1, media, wav(1))
    expect(mp3).toMatchObject({ blobId: mp3IdOf(media.blobId), mimetype: 'audio/mpeg', fileName: 'f.mp3' })
    await blobs.remove(media.blobId)
    const sound = { companyId: 1, kind: 'audio', media } as const
    expect(await prepareFile(blobs, sound, '')).toMatchObject({ ok: true, value: { as: 'voice' } })
    const file = { ...sound, media: { ...media, voice: false } }
    expect(await prepareFile(blobs, file, '')).toMatchObject({ ok: false })
    expect(await storeMp3(blobs, 1, { ...media, ...mp3 }, wav(1))).toBeNull()
  })
})

/** What such a file goes to WhatsApp as. */
const prepared = async (content: Buffer, mimetype: string, kind: MessageKind) => {
  const { blobs, media } = await store(content, mimetype)
  const found = await prepareFile(blobs, { companyId: 1, kind, media }, '')
  if (!found.ok) throw new Error(found.error)
  return found.value
}
const sizeOf = async (picture: string | null) => {
  const { width, height } = await sharp(Buffer.from(picture ?? '', 'base64')).metadata()
  return { width, height }
}

describe('a film on its way out', () => {
  const measures = { as: 'video', mimetype: 'video/mp4', seconds: 2, width: 64, height: 36 }

  it('goes as it is, with its measures and a small picture', async () => {
    const content = await film('mp4')
    const found = await prepared(content, 'video/mp4', 'video')
    expect(found).toMatchObject(measures)
    expect(found.content.equals(content)).toBe(true)
    expect(await sizeOf(found.thumbnail)).toEqual({ width: 96, height: 54 })
  })

  it('of an iPhone goes as mp4, encoded anew only if phones would not play it', async () => {
    const kept = await prepared(await film('mov'), 'video/quicktime', 'video')
    expect(kept).toMatchObject(measures)
    expect(sniff(kept.content)).toBe('video/mp4')
    expect(filmOf(kept.content)).toMatchObject({ video: 'avc1', audio: 'mp4a' })
    const old = await film('mov', 'mpeg4', 'pcm_s16le')
    expect(filmOf(old)).toMatchObject({ video: 'mp4v', audio: 'sowt' })
    const converted = await prepared(old, 'video/quicktime', 'video')
    expect(converted).toMatchObject(measures)
    expect(filmOf(converted.content)).toMatchObject({ video: 'avc1', audio: 'mp4a' })
  })

  it('is measured as it is to be shown, turned by its matrix', async () => {
    const content = await film('mp4')
    const matrix = content.indexOf('tkhd') + 4 + 40
    content.writeInt32BE(0, matrix)
    content.writeInt32BE(0, matrix + 16)
    expect(filmOf(content)).toMatchObject({ width: 36, height: 64 })
  })

  it('that is broken goes all the same, or as a document', async () => {
    const broken = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\0\x01moov', 'latin1')
    const nothing = { seconds: null, width: null, height: null, thumbnail: null }
    expect(await prepared(broken, 'video/mp4', 'video')).toMatchObject({ as: 'video', ...nothing })
    const phone = Buffer.from(broken.toString('latin1').replace('isom', 'qt  '), 'latin1')
    expect(await prepared(phone, 'video/quicktime', 'video')).toMatchObject({ as: 'document', ...nothing })
  })

  it('that is a GIF moves on the phone, too, if it moves', async () => {
    const moving = await prepared(await gif(), 'image/gif', 'image')
    expect(moving).toMatchObject({ as: 'gif', mimetype: 'video/mp4', seconds: 2, width: 62, height: 34 })
    expect(filmOf(moving.content)).toMatchObject({ video: 'avc1', audio: null })
    expect(await prepared(await gif(1), 'image/gif', 'image')).toMatchObject({
      as: 'image',
      mimetype: 'image/jpeg',
    })
  })

  it('goes as a document where it is shown as one', async () => {
    for (const [content, mimetype] of [
      [await gif(), 'image/gif'],
      [await film('mov'), 'video/quicktime'],
    ] as const) {
      const found = await prepared(content, mimetype, 'application')
      expect(found).toMatchObject({ as: 'document', mimetype })
      expect(found.content.equals(content)).toBe(true)
    }
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
