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
const MAX_INBOUND = 100 * 1024 * 1024

const collect = async (source: AsyncIterable<Buffer>): Promise<Buffer | null> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of source) {
    size += part.length
    if (size > MAX_INBOUND) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const refused = (detail: string): Result<never, Failure> =>
  err({ kind: 'refused', code: 'ERR_WAPP_DOWNLOAD_MEDIA', detail })

/**
 * Fetches the file of a received message and stores it. The type is decided by the bytes; a voice note is stored as
 * mp3, which every browser plays (ogg/opus where that fails). Repeating it stores the same blob.
 */
export const storeMedia = async (
  line: ProviderSession,
  blobs: Blobs,
  message: Pick<MessageDoc, 'companyId' | 'waId' | 'media'>,
): Promise<Result<Media, Failure>> => {
  const found = await line.fetchMedia(message.waId)
  if (!found.ok) return found
  let content: Buffer | null
  try {
    content = await collect(found.value.content)
  } catch (error) {
    return err({ kind: 'fault', code: 'ERR_WAPP_DOWNLOAD_MEDIA', detail: wordsOf(error) })
  } finally {
    found.value.content.destroy()
  }
  if (content === null) return refused('too large')
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
  const about = { companyId, mimetype, fileName, maxSize: MAX_INBOUND, id: found.value.key }
  const info = await blobs.put(kept.content, about)
  if (info === 'too-large') return refused('too large')
  const seconds = media?.seconds ?? null
  const measures = await measure(content, mimetype, media)
  return ok({ blobId: info.id, mimetype, fileName, size: info.size, seconds, voice, ...measures })
}
