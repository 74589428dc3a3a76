import type { Report } from '@guiche/contracts/bus/reports.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import { readPicture } from '@guiche/infra/pictures/pictures.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { type Logger, wordsOf } from '../logger.js'
import type { InboundMessage, ProviderSession } from '../providers/provider.js'

interface Deps {
  readonly blobs: Blobs
  readonly report: (report: Report) => Promise<void>
  readonly logger: Logger
}

const DAY_MS = 24 * 3_600_000
const PROFILE_RENDITION = { picture: { side: 256, fit: 'cover', quality: 80 } } as const
const MAX_WAITING = 50

/** Fetches the pictures of contacts that write, at most once a day each and one after the other. */
export const createPictures = ({ blobs, report, logger }: Deps) => {
  const asked = createBoundedCache<string, true>(20_000, DAY_MS)
  let waiting = 0
  const inOrder = createSerialQueue()

  const fetchOne = async (
    line: ProviderSession,
    ids: { readonly companyId: number; readonly connectionId: number },
    { remoteJid, peer }: InboundMessage,
  ): Promise<void> => {
    const found = await line.profilePicture(remoteJid)
    if (!found.ok || found.value === null) return
    const read = await readPicture(found.value, PROFILE_RENDITION)
    if (read === null) return
    const content = read.made.picture
    const { companyId } = ids
    const meta = { companyId, mimetype: 'image/jpeg', fileName: 'picture.jpg', maxSize: content.length }
    const info = await blobs.put(content, meta)
    if (info !== 'too-large') await report({ kind: 'picture', ...ids, peer, blobId: info.id })
  }

  return {
    /** Requests the picture of a contact that has written, without waiting. */
    seen: (
      line: ProviderSession,
      ids: { readonly companyId: number; readonly connectionId: number },
      message: InboundMessage,
    ): void => {
      const name = `${ids.connectionId}:${message.remoteJid}`
      if (asked.has(name) || waiting >= MAX_WAITING) return
      asked.set(name, true)
      waiting += 1
      void inOrder('picture', () => fetchOne(line, ids, message))
        .catch((error: unknown) => {
          logger.debug({ connectionId: ids.connectionId, error: wordsOf(error) }, 'no picture')
        })
        .finally(() => {
          waiting -= 1
        })
    },
  }
}
