import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { Media } from '@guiche/contracts/events/message.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { mp3IdOf } from '@guiche/infra/ids.js'
import type { OutgoingFile } from '../providers/provider.js'
import { toVoiceNote } from './ffmpeg.js'
import { filmOf } from './film.js'
import { pagesOf } from './pdf-pages.js'
import { sniff } from './sniff.js'
import { gifToMp4, movToMp4, thumbnailOf } from './to-film.js'

const MB = 1024 * 1024
const MAX_DOCUMENT = 100 * MB
const MAX_PLAYED = 64 * MB
const MAX_IMAGE = 16 * MB
const MAX_PIXELS = 50_000_000
const THUMB = 96

const AUDIO = new Set(['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/amr'])
const VIDEO = new Set(['video/mp4', 'video/3gpp'])

type Prepared = Result<OutgoingFile, ErrorCode>

const read = async (blobs: Blobs, { blobId, voice }: Media): Promise<Buffer | ErrorCode> => {
  // a recording may have been replaced by its mp3 since
  const found = (await blobs.open(blobId)) ?? (voice ? await blobs.open(mp3IdOf(blobId)) : null)
  if (found === null) return 'ERR_NO_FILE_FOUND'
  if (found.info.size > MAX_DOCUMENT) {
    found.stream.destroy()
    return 'ERR_MEDIA_TOO_LARGE'
  }
  const parts: Buffer[] = []
  for await (const part of found.stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** A picture as phones show it: JPEG or PNG as it is, everything else as JPEG; null when it cannot be read. */
const picture = async (content: Buffer, mimetype: string) => {
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).rotate()
    const asIs = mimetype === 'image/jpeg' || mimetype === 'image/png'
    const sent = asIs
      ? content
      : await image.clone().flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer()
    const { width = 0, height = 0, orientation = 1 } = await image.metadata()
    const thumb = await image
      .clone()
      .resize(THUMB, THUMB, { fit: 'inside' })
      .flatten()
      .jpeg({ quality: 50 })
      .toBuffer()
    const turned = asIs && orientation >= 5
    return {
      content: sent,
      mimetype: asIs ? mimetype : 'image/jpeg',
      thumbnail: thumb.toString('base64'),
      width: turned ? height : width,
      height: turned ? width : height,
    }
  } catch {
    return null
  }
}

/** A film with its measures and a small picture of it; what phones do not play is converted. Null when that fails. */
const film = async (companyId: number, content: Buffer, mimetype: string) => {
  const known = filmOf(content)
  const converted = VIDEO.has(mimetype)
    ? content
    : known && (await movToMp4(companyId, content, known, MAX_PLAYED))
  if (converted === null) return null
  const { seconds = null, width = null, height = null } = known ?? {}
  const type = VIDEO.has(mimetype) ? mimetype : 'video/mp4'
  return {
    content: converted,
    mimetype: type,
    seconds,
    width,
    height,
    thumbnail: await thumbnailOf(companyId, converted),
  }
}

/** A GIF that moves, as a film without sound. Null when it does not move. */
const gif = async (companyId: number, content: Buffer) => {
  const { default: sharp } = await import('sharp')
  const { pages = 1 } = await sharp(content, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .catch(() => ({}) as { pages?: number })
  const converted = pages > 1 ? await gifToMp4(companyId, content, MAX_IMAGE) : null
  return converted && (await film(companyId, converted, 'video/mp4'))
}

/**
 * A stored file as it goes to WhatsApp, as what it is shown as here: the type by its bytes, voice notes as ogg/opus,
 * pictures and films with a small one, films as mp4. What a phone cannot show goes as a document. Errors:
 * ERR_NO_FILE_FOUND, ERR_MEDIA_TOO_LARGE, ERR_MEDIA_TYPE.
 */
export const prepareFile = async (
  blobs: Blobs,
  { companyId, kind, media }: Pick<MessageDoc, 'companyId' | 'kind'> & { readonly media: Media },
  caption: string,
): Promise<Prepared> => {
  const content = await read(blobs, media)
  if (typeof content === 'string') return err(content)
  if (content.length === 0) return err('ERR_MEDIA_TYPE')
  const mimetype = sniff(content) ?? media.mimetype
  const base = {
    content,
    mimetype,
    fileName: media.fileName,
    caption,
    seconds: media.seconds,
    waveform: null,
    thumbnail: null,
    width: null,
    height: null,
    pages: null,
  }
  if (media.voice) {
    const voice = await toVoiceNote({ companyId, way: 'sent' }, content)
    return voice === null
      ? err('ERR_MEDIA_TYPE')
      : ok({ ...base, as: 'voice', ...voice, mimetype: 'audio/ogg; codecs=opus' })
  }
  const isPlayed = kind !== 'application' && content.length <= MAX_PLAYED
  if (kind === 'sticker' && mimetype === 'image/webp') return ok({ ...base, as: 'sticker' })
  if (kind !== 'application' && mimetype.startsWith('image/') && content.length <= MAX_IMAGE) {
    const moving = mimetype === 'image/gif' ? await gif(companyId, content) : null
    if (moving !== null) return ok({ ...base, as: 'gif', ...moving })
    const shown = await picture(content, mimetype)
    if (shown !== null) return ok({ ...base, as: 'image', ...shown })
  }
  if (isPlayed && (VIDEO.has(mimetype) || mimetype === 'video/quicktime')) {
    const shown = await film(companyId, content, mimetype)
    if (shown !== null) return ok({ ...base, as: 'video', ...shown })
  }
  if (isPlayed && AUDIO.has(mimetype)) return ok({ ...base, as: 'audio' })
  const pages = mimetype === 'application/pdf' ? ((await pagesOf(content)) ?? null) : null
  return ok({ ...base, as: 'document', pages })
}
