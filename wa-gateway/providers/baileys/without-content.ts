import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import type { BinaryNode } from '@whiskeysockets/baileys'

/** The package's mark on a message that it could not decrypt. */
export const CIPHERTEXT = 2
/** WhatsApp's mark on view-once messages, which only phones receive. */
export const VIEW_ONCE = 'view_once_unavailable_fanout'

const REMEMBERED = 1_000

const partsOf = ({ content }: BinaryNode): readonly BinaryNode[] => (Array.isArray(content) ? content : [])

/** Reactions, edits and data for devices are no messages of their own: when they fail, nothing is missing. */
const isHidden = (node: BinaryNode): boolean =>
  node.attrs.category === 'peer' ||
  node.attrs.type === 'reaction' ||
  node.attrs.edit !== undefined ||
  partsOf(node).some(({ tag, attrs }) => tag === 'enc' && attrs['decrypt-fail'] === 'hide')

/**
 * Detects incoming messages without a readable content, which the package does not hand over. `withheld` gets the
 * envelope of a message that WhatsApp withholds from linked devices, with WhatsApp's reason (`VIEW_ONCE`).
 */
export const createWithoutContent = (withheld: (attrs: BinaryNode['attrs'], reason: string) => void) => {
  const hidden = createBoundedCache<string, string>(REMEMBERED)
  return {
    hidden: {
      has: (waId: string): boolean => hidden.has(waId),
      /** its stanza's mark of a change to another message (`edit`), or an empty text */
      get: (waId: string): string | undefined => hidden.get(waId),
    },
    /** sees every message when it arrives */
    see: (node: BinaryNode): void => {
      const { id } = node.attrs
      const unavailable = partsOf(node).find(({ tag }) => tag === 'unavailable')
      if (id !== undefined && isHidden(node)) hidden.set(id, node.attrs.edit ?? '')
      else if (unavailable !== undefined) withheld(node.attrs, unavailable.attrs.type ?? '')
    },
  }
}
