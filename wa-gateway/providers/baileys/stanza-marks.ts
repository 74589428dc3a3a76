import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import type { BinaryNode } from '@whiskeysockets/baileys'

/** The package's mark on a message that it could not decrypt. */
export const CIPHERTEXT_STUB = 2
/** WhatsApp's mark on view-once messages, which only phones receive. */
export const VIEW_ONCE = 'view_once_unavailable_fanout'

const MAX_CACHED_STANZAS = 1_000

const partsOf = ({ content }: BinaryNode): readonly BinaryNode[] => (Array.isArray(content) ? content : [])

/** Reactions, edits and data for devices are no messages of their own: when they fail, nothing is missing. */
const isHidden = (node: BinaryNode): boolean =>
  node.attrs.category === 'peer' ||
  node.attrs.type === 'reaction' ||
  node.attrs.edit !== undefined ||
  partsOf(node).some(({ tag, attrs }) => tag === 'enc' && attrs['decrypt-fail'] === 'hide')

/** The envelope of a message that linked devices are not given, with WhatsApp's reason (`VIEW_ONCE`). */
export interface WithheldMessage {
  readonly attrs: BinaryNode['attrs']
  readonly reason: string
}

/** Remembers the marks on the stanzas of messages. The package leaves them out, or tells them of a whole batch. */
export const createStanzaMarks = () => {
  const hidden = createBoundedCache<string, string>(MAX_CACHED_STANZAS)
  const kept = createBoundedCache<string, true>(MAX_CACHED_STANZAS)
  return {
    /** messages that nobody misses without a readable content */
    hidden: {
      has: (waId: string): boolean => hidden.has(waId),
      /** the `edit` mark of a stanza that changes another message; an empty text without a mark */
      get: (waId: string): string | undefined => hidden.get(waId),
    },
    /** messages that WhatsApp kept while the line was away */
    kept: { has: (waId: string): boolean => kept.has(waId) },
    /** Notes the marks of a message that arrives. Gives a message that the package does not hand over, else null. */
    see: (node: BinaryNode): WithheldMessage | null => {
      const { attrs } = node
      if (attrs.id !== undefined && attrs.offline !== undefined) kept.set(attrs.id, true)
      if (attrs.id !== undefined && isHidden(node)) {
        hidden.set(attrs.id, attrs.edit ?? '')
        return null
      }
      const unavailable = partsOf(node).find(({ tag }) => tag === 'unavailable')
      return unavailable === undefined ? null : { attrs, reason: unavailable.attrs.type ?? '' }
    },
  }
}
