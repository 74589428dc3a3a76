import type { WhatsAppAddress } from '@guiche/contracts/bus/reports.js'
import type { Media, MessageEvent } from '@guiche/contracts/events/message.js'
import type { ReactorNames } from './reactor.js'

type DataOf<T extends MessageEvent['type']> = Extract<MessageEvent, { type: T }>['data']
export type ReceivedData = DataOf<'message.received.v1'>
export type RequestedData = DataOf<'message.requested.v1'>
/** The side that acted. `author`: the member of a group, if the report names the member. */
interface MessageAct {
  readonly by: 'contact' | 'us'
  readonly author?: WhatsAppAddress | null
}

/** Commands on a message: from people (`request…`, `retry`), or from reports of the gateway. */
export type MessageCommand =
  | { readonly kind: 'receive'; readonly data: ReceivedData }
  | { readonly kind: 'request'; readonly data: RequestedData }
  | { readonly kind: 'sent' }
  | { readonly kind: 'acknowledge'; readonly ack: number }
  | {
      readonly kind: 'fail'
      readonly what: 'send' | 'edit' | 'revoke' | 'reaction' | 'media'
      /** text of the failed edit or reaction; absent: the pending one has failed */
      readonly body?: string
      readonly code: string
    }
  | { readonly kind: 'retry'; readonly userId: number }
  | { readonly kind: 'store-media'; readonly media: Media }
  /** `shown`: the text that the person changed, null where it is not known */
  | {
      readonly kind: 'request-edit'
      readonly body: string
      readonly userId: number
      readonly shown: string | null
    }
  /** `unreadable`: the new text is not known */
  | ({ readonly kind: 'edited'; readonly body: string; readonly unreadable?: true } & MessageAct)
  | { readonly kind: 'request-revoke'; readonly userId: number }
  | ({ readonly kind: 'revoked'; readonly byAdmin?: true } & MessageAct)
  | { readonly kind: 'request-reaction'; readonly emoji: string; readonly userId: number }
  | ({
      readonly kind: 'reacted'
      readonly emoji: string
      /** the member of a group; absent elsewhere, and where the report does not say it */
      readonly reactor?: ReactorNames
    } & Pick<MessageAct, 'by'>)
  /** another sender used the same WhatsApp id */
  | { readonly kind: 'park'; readonly remoteJid: string; readonly body: string }
