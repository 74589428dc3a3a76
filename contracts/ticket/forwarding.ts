import type { MessageDetails, MessageKind } from '../events/message.js'

/** The fields of a message that decide whether it can be forwarded. */
interface ForwardedFields {
  readonly kind: MessageKind
  readonly mediaState: 'none' | 'pending' | 'stored' | 'failed'
  readonly details: MessageDetails | null
}

/**
 * Whether a message can be forwarded unchanged. A poll would lose its answers. A view-once message may be
 * seen only once. A file must be stored.
 */
export const isForwardable = ({ kind, mediaState, details }: ForwardedFields): boolean => {
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
