import { mediaStateOf } from '@guiche/contracts/events/message.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import { create, type EventOf, projection, type Rule, remove, update } from '../engine/projection.js'

type Named = { readonly data: { readonly messageId: string } }
const message = (event: Named): string => event.data.messageId

/** What every change leaves behind. */
const stamp = (event: { readonly time: string; readonly position: string }) => ({
  updatedAt: event.time,
  position: event.position,
})

type First = EventOf<'message.received.v1'> | EventOf<'message.requested.v1'>

/** A message at its first event; what differs by who wrote it is given. */
const first = (
  event: First,
  own: Pick<
    MessageDoc,
    | 'remoteJid'
    | 'participant'
    | 'fromMe'
    | 'mediaState'
    | 'read'
    | 'ack'
    | 'userId'
    | 'imported'
    | 'createdAt'
  >,
): MessageDoc => ({
  id: event.data.messageId,
  companyId: event.companyId,
  ticketId: event.data.ticketId,
  contactId: event.data.contactId,
  connectionId: event.data.connectionId,
  waId: event.data.waId,
  remoteJid: own.remoteJid,
  participant: own.participant,
  fromMe: own.fromMe,
  kind: event.data.kind,
  body: event.data.body,
  media: event.data.media,
  mediaState: own.mediaState,
  mediaError: null,
  quotedId: event.data.quotedId,
  forwarded: event.data.forwarded,
  read: own.read,
  ack: own.ack,
  error: null,
  pendingEdit: null,
  pendingRevoke: false,
  actionError: null,
  deleted: false,
  edited: false,
  reactions: [],
  userId: own.userId,
  imported: own.imported,
  createdAt: own.createdAt,
  updatedAt: event.time,
  order: event.position,
  position: event.position,
})

const received = (event: EventOf<'message.received.v1'>): MessageDoc => {
  const { data } = event
  return first(event, {
    remoteJid: data.remoteJid,
    participant: data.participant,
    fromMe: data.fromMe,
    mediaState: mediaStateOf(data),
    // what we wrote ourselves and what was imported needs nobody's attention
    read: data.fromMe || data.imported,
    ack: data.ack,
    userId: null,
    imported: data.imported,
    createdAt: data.sentAt,
  })
}

const requested = (event: EventOf<'message.requested.v1'>): MessageDoc =>
  first(event, {
    remoteJid: event.data.to,
    participant: null,
    fromMe: true,
    mediaState: event.data.media === null ? 'none' : 'stored',
    read: true,
    ack: 0,
    userId: event.data.userId,
    imported: false,
    createdAt: event.time,
  })

/** WhatsApp keeps one reaction a side: ours is the account's, whichever user set it. An empty emoji takes it back. */
const reacted = (doc: MessageDoc, event: EventOf<'message.reacted.v1'>): MessageDoc => {
  const { by, emoji, userId } = event.data
  const others = doc.reactions.filter((reaction) => reaction.by !== by)
  return {
    ...doc,
    reactions: emoji === '' ? others : [...others, { emoji, by, userId }],
    actionError: by === 'us' ? null : doc.actionError,
    ...stamp(event),
  }
}

/** Marks what a reader has seen. */
const read: Rule<'ticket.read.v1'> = {
  touch: (event) => event.data.messageIds.map((id) => ({ collection: 'messages', id })),
  apply: (docs, event) =>
    event.data.messageIds.flatMap((id) => {
      const doc = docs.get('messages', id)
      if (doc === null || doc.read || doc.ticketId !== event.data.ticketId) return []
      return [{ collection: 'messages', id, doc: { ...doc, read: true, ...stamp(event) } }]
    }),
}

/** The messages of every conversation, in the order of their first events. */
export const conversation = projection({
  name: 'conversation',
  version: 2,
  collections: [
    {
      name: 'messages',
      indexes: [
        ['companyId', 'ticketId', 'order'],
        ['companyId', 'deleted', 'order'],
        ['companyId', 'ticketId', 'fromMe', 'read', 'order'],
        ['companyId', 'contactId', 'order', 'ticketId'],
        ['companyId', 'media.blobId'],
      ],
      search: { text: ['body'] },
    },
  ],
  visibility: { messages: (doc) => ({ ticketId: doc.ticketId }) },
  on: {
    'message.received.v1': create('messages', message, received),
    'message.recovered.v1': update('messages', message, (doc, event) => ({
      ...doc,
      kind: event.data.kind,
      body: event.data.body,
      media: event.data.media,
      mediaState: mediaStateOf(event.data),
      quotedId: event.data.quotedId,
      forwarded: event.data.forwarded,
      ...stamp(event),
    })),
    'message.requested.v1': create('messages', message, requested),
    'message.sent.v1': update('messages', message, (doc, event) => ({
      ...doc,
      ack: Math.max(doc.ack, 1),
      error: null,
      ...stamp(event),
    })),
    'message.acknowledged.v1': update('messages', message, (doc, event) =>
      event.data.ack <= doc.ack ? doc : { ...doc, ack: event.data.ack, error: null, ...stamp(event) },
    ),
    'message.failed.v1': update('messages', message, (doc, event) => ({
      ...doc,
      error: event.data.code,
      ...stamp(event),
    })),
    'message.retried.v1': update('messages', message, (doc, event) => ({
      ...doc,
      error: null,
      ...stamp(event),
    })),
    'message.media-stored.v1': update('messages', message, (doc, event) => ({
      ...doc,
      media: event.data.media,
      mediaState: 'stored',
      mediaError: null,
      ...stamp(event),
    })),
    'message.media-failed.v1': update('messages', message, (doc, event) => ({
      ...doc,
      mediaState: 'failed',
      mediaError: event.data.code,
      ...stamp(event),
    })),
    'message.media-retried.v1': update('messages', message, (doc, event) => ({
      ...doc,
      mediaState: 'pending',
      mediaError: null,
      ...stamp(event),
    })),
    'message.edit-requested.v1': update('messages', message, (doc, event) => ({
      ...doc,
      pendingEdit: event.data.body,
      actionError: null,
      ...stamp(event),
    })),
    'message.edited.v1': update('messages', message, (doc, event) => ({
      ...doc,
      body: event.data.body,
      edited: true,
      pendingEdit: doc.pendingEdit === event.data.body ? null : doc.pendingEdit,
      actionError: event.data.by === 'us' ? null : doc.actionError,
      ...stamp(event),
    })),
    'message.edit-failed.v1': update('messages', message, (doc, event) => ({
      ...doc,
      pendingEdit: null,
      actionError: event.data.code,
      ...stamp(event),
    })),
    'message.revoke-requested.v1': update('messages', message, (doc, event) => ({
      ...doc,
      pendingRevoke: true,
      actionError: null,
      ...stamp(event),
    })),
    'message.revoked.v1': update('messages', message, (doc, event) => ({
      ...doc,
      deleted: true,
      pendingRevoke: false,
      pendingEdit: null,
      actionError: null,
      ...stamp(event),
    })),
    'message.revoke-failed.v1': update('messages', message, (doc, event) => ({
      ...doc,
      pendingRevoke: false,
      actionError: event.data.code,
      ...stamp(event),
    })),
    'message.reacted.v1': update('messages', message, reacted),
    'message.reaction-failed.v1': update('messages', message, (doc, event) => ({
      ...doc,
      actionError: event.data.code,
      ...stamp(event),
    })),
    'message.erased.v1': remove('messages', message),
    'ticket.read.v1': read,
  },
})
