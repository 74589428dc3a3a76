import type { MessageSource } from '@guiche/contracts/events/message.js'
import { askerOf } from '@guiche/contracts/views/due-work.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import type { Refusal } from '@guiche/infra/http/route.js'
import { tooMany } from '@guiche/infra/http/too-many.js'
import type { Documents } from '@guiche/infra/records/documents.js'

/**
 * Sources whose messages are refused while too many wait. Messages that the company promised itself are always kept.
 */
const LIMITED_SOURCES: ReadonlySet<MessageSource> = new Set(['user', 'api'])
const RETRY_AFTER_MS = 60_000
/** Maximum of askers whose room is cached. */
const MAX_CACHED_SENDERS = 20_000
/** Part of the free room that messages take without a new count. */
const UNCOUNTED_SHARE = 1 / 4

/**
 * Refuses a message if too many messages of the asker wait for the connection; null if there is room. Counts in the
 * views, so a few more may pass while they are behind.
 */
export type RoomToSend = (
  connectionId: number,
  content: { readonly source: MessageSource; readonly userId: number | null },
) => Promise<Refusal | null>

/** `most`: maximum of waiting messages of one asker for a connection; any number unless given. */
export const createRoomToSend = (
  { documents }: { readonly documents: Pick<Documents, 'count'> },
  most: number | undefined,
): RoomToSend => {
  /** number of messages that pass without a new count, by connection and asker */
  const uncounted = createBoundedCache<string, number>(MAX_CACHED_SENDERS)
  return async (connectionId, content) => {
    if (most === undefined || !LIMITED_SOURCES.has(content.source)) return null
    const asker = askerOf(content)
    const key = `${connectionId}/${asker}`
    const left = uncounted.get(key) ?? 0
    if (left > 0) {
      uncounted.set(key, left - 1)
      return null
    }
    const count = await documents.count('due-work', { connectionId, asker, kind: 'send' }, most)
    if (count >= most) return tooMany(RETRY_AFTER_MS)
    uncounted.set(key, Math.floor((most - count) * UNCOUNTED_SHARE))
    return null
  }
}
