import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import type { BinaryNode } from '@whiskeysockets/baileys'

const REMEMBERED = 1_000

/**
 * Remembers which messages WhatsApp kept while the line was away. WhatsApp marks their stanzas, but the package hands
 * the mark on only for a whole batch.
 */
export const createKeptMessages = () => {
  const kept = createBoundedCache<string, true>(REMEMBERED)
  return {
    has: (waId: string): boolean => kept.has(waId),
    /** sees every message when it arrives */
    see: ({ attrs: { id, offline } }: BinaryNode): void => {
      if (id !== undefined && offline !== undefined) kept.set(id, true)
    },
  }
}
