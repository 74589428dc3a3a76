import type { MessageDetails, MessageKind } from './events/message.js'

/** What of a message decides whether it can be forwarded. */
interface Forwarded {
  readonly kind: MessageKind
  readonly mediaState: 'none' | 'pending' | 'stored' | 'failed'
  readonly details: MessageDetails | null
}

/**
 * Whether a message can be forwarded: what arrives is the same. A poll would be one without answers, what is to be seen
 * once is seen once, and a file has to be here.
 */
export const isForwardable = ({ kind, mediaState, details }: Forwarded): boolean => {
  if (details?.of === 'poll' || details?.of === 'view-once') return false
  switch (kind) {
    case 'conversation':
    case 'contactMessage':
      return true
    case 'locationMessage':
      return details?.of === 'place'
    case 'call_log':
    case 'unreadable':
      return false
    default:
      return mediaState === 'stored'
  }
}
