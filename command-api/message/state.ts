import {
  type GroupAuthor,
  type MessageDetails,
  type MessageEvent,
  mediaStateOf,
  type Reactor,
} from '@guiche/contracts/events/message.js'
import { pick } from '@guiche/contracts/pick.js'

/** An event of a message with the needed fields of its envelope. */
export type MessageFact = MessageEvent & { readonly companyId?: number; readonly time?: string }

/** Fields of a message that its first event sets, received or requested. */
const FROM_FIRST = [
  ...(['messageId', 'ticketId', 'contactId', 'connectionId'] as const),
  ...(['waId', 'kind', 'body', 'media'] as const),
] as const
type ReceivedData = Extract<MessageEvent, { type: 'message.received.v1' }>['data']

/** A message as its stream tells it. */
export interface MessageState
  extends Readonly<Pick<ReceivedData, (typeof FROM_FIRST)[number] | 'fromMe' | 'participant' | 'ack'>> {
  readonly exists: boolean
  readonly companyId: number
  /** the chat it is in */
  readonly jid: string
  /** the writer inside a group by all addresses, where the event has them */
  readonly author: GroupAuthor | null
  /** asked for here, rather than seen on WhatsApp */
  readonly requested: boolean
  /** time when WhatsApp accepted the message, as far as known; null while pending */
  readonly sentAt: string | null
  /** the planned message that it is, or null */
  readonly scheduleId: number | null
  /** code why it could not be sent, or null */
  readonly failed: string | null
  readonly details: MessageDetails | null
  readonly mediaState: 'none' | 'pending' | 'stored' | 'failed'
  /** blobs that the message had before the one of now */
  readonly formerFiles: readonly string[]
  readonly deleted: boolean
  /** an edit of this text came that could not be decrypted */
  readonly editUnreadable: boolean
  readonly pendingEdit: { readonly body: string; readonly userId: number } | null
  readonly pendingRevoke: { readonly userId: number } | null
  readonly pendingReaction: { readonly emoji: string; readonly userId: number } | null
  readonly reactions: {
    readonly contact: string
    readonly us: string
    /** reactions inside a group; '' for removed ones */
    readonly members: readonly (Reactor & { readonly emoji: string })[]
  }
  /** chats of further senders under the same WhatsApp id */
  readonly parked: readonly string[]
}

export const noMessage: MessageState = {
  exists: false,
  companyId: 0,
  messageId: '',
  ticketId: 0,
  contactId: 0,
  connectionId: 0,
  waId: '',
  kind: 'conversation',
  body: '',
  media: null,
  fromMe: false,
  jid: '',
  participant: null,
  author: null,
  requested: false,
  ack: 0,
  sentAt: null,
  scheduleId: null,
  failed: null,
  details: null,
  mediaState: 'none',
  formerFiles: [],
  deleted: false,
  editUnreadable: false,
  pendingEdit: null,
  pendingRevoke: null,
  pendingReaction: null,
  reactions: { contact: '', us: '', members: [] },
  parked: [],
}

/** The acknowledgement level of a message that was written to the socket. */
export const SENT_ACK = 1

/** WhatsApp has it. An acknowledgement may tell so before the event that it was sent. */
const acknowledgeMessage = (state: MessageState, { time }: MessageFact, ack: number): MessageState => ({
  ...state,
  ack: Math.max(state.ack, ack),
  sentAt: state.sentAt ?? time ?? null,
  failed: null,
})

export const evolve = (state: MessageState, event: MessageFact): MessageState => {
  switch (event.type) {
    case 'message.received.v1':
      return {
        ...noMessage,
        ...pick(event.data, ...FROM_FIRST, 'fromMe', 'participant', 'ack', 'sentAt'),
        exists: true,
        companyId: event.companyId ?? 0,
        jid: event.data.remoteJid,
        author: event.data.author ?? null,
        details: event.data.details ?? null,
        mediaState: mediaStateOf(event.data),
      }
    case 'message.recovered.v1': {
      const { kind, body, media, details = null } = event.data
      return { ...state, kind, body, media, details, mediaState: mediaStateOf(event.data) }
    }
    case 'message.requested.v1':
      return {
        ...noMessage,
        ...pick(event.data, ...FROM_FIRST),
        exists: true,
        companyId: event.companyId ?? 0,
        fromMe: true,
        jid: event.data.to,
        requested: true,
        scheduleId: event.data.scheduleId ?? null,
        details: event.data.details ?? null,
        mediaState: event.data.media === null ? 'none' : 'stored',
      }
    case 'message.sent.v1':
      return acknowledgeMessage(state, event, SENT_ACK)
    case 'message.acknowledged.v1':
      return acknowledgeMessage(state, event, event.data.ack)
    case 'message.failed.v1':
      return { ...state, failed: event.data.code }
    case 'message.retried.v1':
      return { ...state, failed: null }
    case 'message.media-stored.v1': {
      const { media } = event.data
      const before = state.media?.blobId ?? ''
      const formerFiles =
        before === '' || before === media.blobId ? state.formerFiles : [...state.formerFiles, before]
      return { ...state, media, mediaState: 'stored', formerFiles }
    }
    case 'message.media-failed.v1':
      return { ...state, mediaState: 'failed' }
    case 'message.media-retried.v1':
      return { ...state, mediaState: 'pending' }
    case 'message.edit-requested.v1':
      return { ...state, pendingEdit: { body: event.data.body, userId: event.data.userId } }
    case 'message.edited.v1':
      return {
        ...state,
        body: event.data.body,
        editUnreadable: event.data.unreadable ?? false,
        // an edit requested later is still pending
        pendingEdit: state.pendingEdit?.body === event.data.body ? null : state.pendingEdit,
      }
    case 'message.edit-failed.v1':
      return { ...state, pendingEdit: null }
    case 'message.revoke-requested.v1':
      return { ...state, pendingRevoke: { userId: event.data.userId } }
    case 'message.revoked.v1':
      return { ...state, deleted: true, pendingRevoke: null, pendingEdit: null, pendingReaction: null }
    case 'message.revoke-failed.v1':
      return { ...state, pendingRevoke: null }
    case 'message.reaction-requested.v1':
      return { ...state, pendingReaction: { emoji: event.data.emoji, userId: event.data.userId } }
    case 'message.reacted.v1': {
      const { by, emoji, reactor } = event.data
      if (reactor !== undefined) {
        const others = state.reactions.members.filter(({ id }) => id !== reactor.id)
        return { ...state, reactions: { ...state.reactions, members: [...others, { ...reactor, emoji }] } }
      }
      const isDone = by === 'us' && state.pendingReaction?.emoji === emoji
      return {
        ...state,
        reactions: { ...state.reactions, [by]: emoji },
        pendingReaction: isDone ? null : state.pendingReaction,
      }
    }
    case 'message.reaction-failed.v1':
      return { ...state, pendingReaction: null }
    case 'message.conflict-parked.v1':
      return { ...state, parked: [...state.parked, event.data.remoteJid] }
    default:
      return state
  }
}
