import type { BlobInfo, Blobs } from '@guiche/infra/blobs/blobs.js'
import { createReadCache } from '@guiche/infra/bounded-cache.js'
import { PICTURE_LIMITS, readPicture } from '@guiche/infra/pictures/pictures.js'
import { createTurns } from '@guiche/infra/turns.js'

const MB = 1024 * 1024
/** Maximum size in bytes of a picture with a preview. */
const MAX_SOURCE = 64 * MB
/** The size of a preview: fits a window; reading 30,000 × 30,000 pixels in rows stays within the limits. */
const PREVIEW_SIZE = { preview: { side: 1600, fit: 'inside', quality: 82 } } as const
const LIMITS = { ...PICTURE_LIMITS, pixels: 1_000_000_000, made: 2 * MB }
const MAX_CACHED = 50
const CACHED_MS = 10 * 60_000

/**
 * Previews of pictures, as JPEG, made on request; the last 50 are kept in memory. Null for a file that is no
 * picture or exceeds the limits. Null is kept, too, so that a decompression bomb is decoded only once.
 */
export const createPreviews = (blobs: Pick<Blobs, 'open'>) => {
  const made = createReadCache<string, Buffer | null>(MAX_CACHED, CACHED_MS)
  /** Each preview takes a CPU core. */
  const turns = createTurns({ atOnce: 2, perCompany: 1 })

  const make = async ({ id, companyId }: BlobInfo): Promise<Buffer | null> =>
    turns({ companyId, later: false }, async () => {
      const opened = await blobs.open(id)
      if (opened === null) return null
      const parts: Buffer[] = []
      for await (const part of opened.stream) parts.push(part as Buffer)
      return (await readPicture(Buffer.concat(parts), PREVIEW_SIZE, LIMITS))?.made.preview ?? null
    })

  return (info: BlobInfo): Promise<Buffer | null> => {
    if (!info.mimetype.startsWith('image/') || info.size > MAX_SOURCE) return Promise.resolve(null)
    return made.of(info.id, () => make(info))
  }
}

export type Previews = ReturnType<typeof createPreviews>
