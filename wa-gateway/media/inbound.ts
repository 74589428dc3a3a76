import type { Media } from '@guiche/contracts/events/message.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { wordsOf } from '../logger.js'
import type { Failure, ProviderSession } from '../providers/provider.js'
import { measure } from './measure.js'
import { asMp3 } from './mp3.js'
import { typeOf } from './sniff.js'

/** Bytes of a file that is taken from WhatsApp at most. */
export const MAX_INBOUND = 100 * 1024 * 1024

/** Null when there is more. */
const collect = async (source: AsyncIterable<Buffer>, most: number): Promise<Buffer | null> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of source) {
    size += part.length
    if (size > most) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * Fetches the file of a received message and stores it. The type is decided by the bytes. A voice note is stored as mp3,
 * which every browser plays, or as ogg/opus where that fails. Repeating it stores the same blob. If the file has more
 * than `most` bytes, it gives null and stores nothing.
 */
export const storeMedia = async (
  line: ProviderSession,
  blobs: Blobs,
  message: Pick<MessageDoc, 'companyId' | 'waId' | 'media'>,
  most: number,
): Promise<Result<Media, Failure> | null> => {
  const found = await line.fetchMedia(message.waId)
  if (!found.ok) return found
  let content: Buffer | null
  try {
    content = await collect(found.value.content, most)
  } catch (error) {
    return err({ kind: 'fault', code: 'ERR_WAPP_DOWNLOAD_MEDIA', detail: wordsOf(error) })
  } finally {
    found.value.content.destroy()
  }
  if (content === null) return null
  if (content.length === 0) return err({ kind: 'fault', code: 'ERR_WAPP_DOWNLOAD_MEDIA', detail: 'empty' })
  const { companyId, media } = message
  const voice = media?.voice === true
  const name = media?.fileName ?? 'file'
  const mp3 = voice ? await asMp3(content, name) : null
  const kept = mp3 ?? {
    content,
    mimetype: typeOf(content.subarray(0, 4_100), media?.mimetype ?? ''),
    fileName: name,
  }
  const { mimetype, fileName } = kept
  const about = { companyId, mimetype, fileName, maxSize: kept.content.length, id: found.value.key }
  const info = await blobs.put(kept.content, about)
  if (info === 'too-large') return null
  const seconds = media?.seconds ?? null
  const measures = await measure(content, mimetype, media)
  return ok({ blobId: info.id, mimetype, fileName, size: info.size, seconds, voice, ...measures })
}
