import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { Media } from '@guiche/contracts/events/message.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { contentTypeOf, typeOf } from '@guiche/infra/files/content-type.js'
import { voiceNoteIdOf } from '@guiche/infra/ids.js'
import { type Rendition, readPicture } from '@guiche/infra/pictures/pictures.js'
import { createTurns } from '@guiche/infra/turns.js'
import type { OutgoingFile } from '../providers/provider.js'
import type { Ffmpeg } from './ffmpeg.js'
import { filmOf } from './film.js'
import { gifToMp4, movToMp4, thumbnailOf } from './film-conversion.js'
import { pagesOf } from './pdf-pages.js'
import { toVoiceNote } from './sound.js'

const MB = 1024 * 1024
const MAX_DOCUMENT = 100 * MB
const MAX_PLAYED = 64 * MB
const MAX_IMAGE = 16 * MB
const THUMB = 96

const AUDIO = new Set(['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/amr'])
const VIDEO = new Set(['video/mp4', 'video/3gpp'])

/** Limits of parallel conversions: each needs a CPU core. */
const pictures = createTurns({ atOnce: 2, perCompany: 1 })

type PreparedFile = Result<OutgoingFile, ErrorCode>

const read = async (blobs: Blobs, { blobId, voice }: Media): Promise<Buffer | ErrorCode> => {
  // a recording may have been replaced by its voice note meanwhile
  const found = (await blobs.open(blobId)) ?? (voice ? await blobs.open(voiceNoteIdOf(blobId)) : null)
  if (found === null) return 'ERR_NO_FILE_FOUND'
  if (found.info.size > MAX_DOCUMENT) {
    found.stream.destroy()
    return 'ERR_MEDIA_TOO_LARGE'
  }
  const parts: Buffer[] = []
  for await (const part of found.stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const THUMBNAIL_RENDITION: Rendition = { side: THUMB, fit: 'inside', quality: 50 }
const FULL_RENDITION: Rendition = { side: null, fit: 'inside', quality: 85 }

/**
 * A picture as phones show it: JPEG or PNG unchanged, other types as JPEG; null for an unreadable picture. `moves`:
 * whether the result shows the first of several pictures alone.
 */
const preparePicture = async (companyId: number, content: Buffer, mimetype: string) => {
  const asIs = mimetype === 'image/jpeg' || mimetype === 'image/png'
  const read = await pictures({ companyId, later: false }, () =>
    readPicture(content, { small: THUMBNAIL_RENDITION, ...(asIs ? {} : { whole: FULL_RENDITION }) } as Record<
      'small' | 'whole',
      Rendition
    >),
  )
  if (read === null) return null
  const { width, height, moves, made } = read
  return {
    moves: moves && !asIs,
    still: {
      content: asIs ? content : made.whole,
      mimetype: asIs ? mimetype : 'image/jpeg',
      thumbnail: made.small.toString('base64'),
      width,
      height,
    },
  }
}

/** A film with its size and a thumbnail; formats that phones do not play are converted. Null on failure. */
const prepareFilm = async (ffmpeg: Ffmpeg, companyId: number, content: Buffer, mimetype: string) => {
  const known = filmOf(content)
  const converted = VIDEO.has(mimetype)
    ? content
    : known && (await movToMp4(ffmpeg, companyId, content, known, MAX_PLAYED))
  if (converted === null) return null
  const { seconds = null, width = null, height = null } = known ?? {}
  const type = VIDEO.has(mimetype) ? mimetype : 'video/mp4'
  return {
    content: converted,
    mimetype: type,
    seconds,
    width,
    height,
    thumbnail: await thumbnailOf(ffmpeg, companyId, converted),
  }
}

/** An animated GIF as a film without sound. Null if it cannot be converted. */
const prepareGif = async (ffmpeg: Ffmpeg, companyId: number, content: Buffer) => {
  const converted = await gifToMp4(ffmpeg, companyId, content, MAX_IMAGE)
  return converted && (await prepareFilm(ffmpeg, companyId, converted, 'video/mp4'))
}

/** The means by which files are prepared. */
export interface Tools {
  readonly blobs: Blobs
  readonly ffmpeg: Ffmpeg
}

/**
 * A stored file in WhatsApp's form. The bytes decide the type. Voice notes become ogg/opus, films mp4; pictures and
 * films get a thumbnail. A recording that cannot be converted is sent as a sound, a file that phones cannot show as a
 * document. Errors: ERR_NO_FILE_FOUND, ERR_MEDIA_TOO_LARGE, ERR_MEDIA_TYPE.
 */
export const prepareFile = async (
  { blobs, ffmpeg }: Tools,
  { companyId, kind, media }: Pick<MessageDoc, 'companyId' | 'kind'> & { readonly media: Media },
  caption: string,
): Promise<PreparedFile> => {
  const content = await read(blobs, media)
  if (typeof content === 'string') return err(content)
  if (content.length === 0) return err('ERR_MEDIA_TYPE')
  const found = await contentTypeOf(content)
  // a sound may lie in a container of films
  const mimetype = kind === 'audio' ? await typeOf(content, media.mimetype) : (found ?? media.mimetype)
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
    const voice = await toVoiceNote(ffmpeg, { companyId, way: 'sent' }, content)
    if (voice !== null) return ok({ ...base, as: 'voice', ...voice, mimetype: 'audio/ogg; codecs=opus' })
    if (found === null) return err('ERR_MEDIA_TYPE')
  }
  const isPlayed = kind !== 'application' && content.length <= MAX_PLAYED
  if (kind === 'sticker' && mimetype === 'image/webp') return ok({ ...base, as: 'sticker' })
  if (kind !== 'application' && mimetype.startsWith('image/') && content.length <= MAX_IMAGE) {
    const shown = await preparePicture(companyId, content, mimetype)
    if (shown !== null && !shown.moves) return ok({ ...base, as: 'image', ...shown.still })
    const moving =
      shown?.moves && mimetype === 'image/gif' ? await prepareGif(ffmpeg, companyId, content) : null
    if (moving !== null) return ok({ ...base, as: 'gif', ...moving })
  }
  if (isPlayed && (VIDEO.has(mimetype) || mimetype === 'video/quicktime')) {
    const shown = await prepareFilm(ffmpeg, companyId, content, mimetype)
    if (shown !== null) return ok({ ...base, as: 'video', ...shown })
  }
  if (isPlayed && AUDIO.has(mimetype)) return ok({ ...base, as: 'audio' })
  const pages = mimetype === 'application/pdf' ? ((await pagesOf(content)) ?? null) : null
  return ok({ ...base, as: 'document', pages })
}
