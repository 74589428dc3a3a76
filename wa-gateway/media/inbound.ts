import type { Readable } from 'node:stream'
import type { Media } from '@guiche/contracts/events/message.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { typeOf } from '@guiche/infra/files/content-type.js'
import { wordsOf } from '../logger.js'
import type { Failure, ProviderSession } from '../providers/provider.js'
import { measureFile } from './measure.js'

/** Limit of a file from WhatsApp, in bytes. */
export const MAX_INBOUND = 100 * 1024 * 1024

/** Minimum speed of a download, so that a slow host does not block a place. */
export interface Pace {
  /** `leastBytes` must arrive in each window of this many milliseconds */
  readonly windowMs: number
  readonly leastBytes: number
  /** longest time for the whole file, in ms */
  readonly wholeMs: number
}
/** Slow enough for the largest file over a line of 1 Mbit/s. */
const MINIMUM_PACE: Pace = { windowMs: 30_000, leastBytes: 256 * 1024, wholeMs: 20 * 60_000 }

/** Gives null if the source is longer. Rejects if it is too slow. */
const collectBytes = async (source: Readable, most: number, pace: Pace): Promise<Buffer | null> => {
  const parts: Buffer[] = []
  let size = 0
  let before = 0
  const giveUp = () => source.destroy(new Error('the file comes too slowly'))
  const whole = setTimeout(giveUp, pace.wholeMs)
  const windows = setInterval(() => {
    if (size - before < pace.leastBytes) giveUp()
    before = size
  }, pace.windowMs)
  try {
    for await (const part of source) {
      size += part.length
      if (size > most) return null
      parts.push(part)
    }
    return Buffer.concat(parts)
  } finally {
    clearTimeout(whole)
    clearInterval(windows)
  }
}

/**
 * Downloads the file of a received message and stores it unconverted. The bytes decide the type. Repeating it stores
 * the same blob. Beyond `most` bytes it gives null and stores nothing.
 */
export const storeMedia = async (
  line: ProviderSession,
  blobs: Blobs,
  message: Pick<MessageDoc, 'companyId' | 'waId' | 'media'>,
  most: number,
  pace = MINIMUM_PACE,
): Promise<Result<Media, Failure> | null> => {
  const found = await line.fetchMedia(message.waId)
  if (!found.ok) return found
  let content: Buffer | null
  try {
    content = await collectBytes(found.value.content, most, pace)
  } catch (error) {
    if ((error as { name?: unknown }).name === 'AbortError') return err({ kind: 'offline' })
    return err({ kind: 'fault', code: 'ERR_WAPP_DOWNLOAD_MEDIA', detail: wordsOf(error) })
  } finally {
    found.value.content.destroy()
  }
  if (content === null) return null
  if (content.length === 0) return err({ kind: 'fault', code: 'ERR_WAPP_DOWNLOAD_MEDIA', detail: 'empty' })
  const { companyId, media } = message
  const voice = media?.voice === true
  const fileName = media?.fileName ?? 'file'
  const whose = { companyId, way: 'received' } as const
  const mimetype = await typeOf(content, media?.mimetype ?? '')
  const about = { companyId, mimetype, fileName, maxSize: content.length, id: found.value.key }
  const info = await blobs.put(content, about)
  if (info === 'too-large') return null
  const seconds = media?.seconds ?? null
  const measures = await measureFile(whose, content, mimetype, media)
  return ok({ blobId: info.id, mimetype, fileName, size: info.size, seconds, voice, ...measures })
}
