import { type GroupAuthor, mediaStateOf } from '@guiche/contracts/events/message.js'
import { pick } from '@guiche/contracts/pick.js'
import type { RatingPart } from '@guiche/contracts/views/ticket.js'
import {
  allRules,
  change,
  type DocumentWrite,
  declareView,
  type EventOf,
  foldRule,
  make,
  type Rule,
  removeRule,
} from '../engine/projection.js'
import { orderOf } from './message-order.js'

type MessageNamed = { readonly data: { readonly messageId: string } }
const messageIdOf = (event: MessageNamed): string => event.data.messageId

type FirstEvent = EventOf<'message.received.v1'> | EventOf<'message.requested.v1'>

const CONTENT_FIELDS = ['kind', 'body', 'media', 'quotedId', 'forwarded'] as const

/** Most messages have none, and so have their documents. */
const detailsOf = ({ details }: FirstEvent['data'] | EventOf<'message.recovered.v1'>['data']) =>
  details === undefined ? {} : { details }

/** The content of the first event of a message, received or requested. */
const firstContent = ({ data }: FirstEvent) => ({
  ...pick(data, 'ticketId', 'contactId', 'connectionId', 'waId', ...CONTENT_FIELDS),
  ...detailsOf(data),
  mediaError: null,
  error: null,
  pendingEdit: null,
  pendingRevoke: false,
  actionError: null,
  deleted: false,
  edited: false,
  reactions: [],
  order: '',
  arrived: '',
})

/** Gives a new message its place in the conversation; a message with a place keeps it. */
const placeMessage = <T extends FirstEvent['type']>(): Rule<T> => ({
  touch: ({ data }) => [{ collection: 'chat-clocks', id: String(data.contactId) }],
  apply: (docs, event) => {
    const doc = docs.get('messages', event.data.messageId)
    if (doc === null || doc.order !== '') return []
    const before = docs.get('chat-clocks', event.data.contactId)
    const { place, clock } = orderOf(event as FirstEvent, before)
    const put: DocumentWrite = { collection: 'messages', id: doc.id, doc: { ...doc, ...place } }
    return clock === null || clock === before
      ? [put]
      : [put, { collection: 'chat-clocks', id: clock.id, doc: clock }]
  },
})

/**
 * WhatsApp keeps one reaction of each person. In a group a person is a member, elsewhere it is one of the two sides.
 * Ours belongs to the account, whichever user set it. An empty emoji takes it back.
 */
const reacted: Rule<'message.reacted.v1'> = {
  touch: ({ data: { messageId, reactor } }) => [
    { collection: 'messages', id: messageId },
    ...(reactor === undefined ? [] : [{ collection: 'reactors' as const, id: reactor.id }]),
  ],
  apply: (docs, event) => {
    const { by, emoji, userId, reactor } = event.data
    const named = reactor === undefined ? null : docs.get('reactors', reactor.id)
    const own = {
      ...{ emoji, by, userId },
      ...(reactor !== undefined && { reactorId: reactor.id }),
      ...(named !== null && { author: named.author }),
    }
    const put = change<'messages', 'message.reacted.v1'>('messages', messageIdOf, (_event, doc) => {
      const others = doc.reactions.filter((one) => one.by !== by || one.reactorId !== reactor?.id)
      return {
        reactions: emoji === '' ? others : [...others, own],
        actionError: by === 'us' ? null : doc.actionError,
      }
    })
    return put.apply(docs, event)
  },
}

const reactor = (event: { readonly data: { readonly reactorId: string } }): string => event.data.reactorId

const named: Rule<'reactor.named.v1'> = foldRule(
  'reactors',
  reactor,
  (doc, { companyId, position, data }) => {
    const { reactorId: id, author, ...about } = data
    return {
      id,
      companyId,
      ...about,
      author,
      ...pick(author, 'pn', 'lid'),
      position: doc?.position ?? position,
    }
  },
)

/** The reaction stays, and nobody sees whose it was. */
const unnamed: Rule<'reactor.erased.v1'> = allRules(
  removeRule('reactors', reactor),
  change('messages', messageIdOf, ({ data }, doc) => ({
    reactions: doc.reactions.map(({ author, ...one }) =>
      author === undefined || one.reactorId === data.reactorId ? one : { ...one, author },
    ),
  })),
)

/** The writer inside a group, or null. Older events have only an address. */
const authorOf = ({
  author,
  participant,
  fromMe,
}: EventOf<'message.received.v1'>['data']): GroupAuthor | null => {
  if (author !== undefined || participant === null || fromMe) return author ?? null
  const [user = '', server] = participant.split('@')
  if (server === 'lid') return { pn: null, lid: user, name: null }
  return server === 's.whatsapp.net' ? { pn: user, lid: null, name: null } : null
}

/** Stores the author of a message inside a group. */
const authored: Rule<'message.received.v1'> = {
  touch: () => [],
  apply: (_docs, { companyId, data, position }) => {
    const author = authorOf(data)
    if (author === null) return []
    const id = data.messageId
    return [{ collection: 'authors', id, doc: { id, companyId, position, ...pick(author, 'pn', 'lid') } }]
  },
}

/** Marks the messages that a reader has seen. */
const read: Rule<'ticket.read.v1'> = {
  touch: (event) => event.data.messageIds.map((id) => ({ collection: 'messages', id })),
  apply: (docs, { data, time: updatedAt, position }) =>
    data.messageIds.flatMap((id) => {
      const doc = docs.get('messages', id)
      if (doc === null || doc.read || doc.ticketId !== data.ticketId) return []
      return [{ collection: 'messages', id, doc: { ...doc, read: true, updatedAt, position } }]
    }),
}

/** The kind of a message about the question how a conversation was. */
const markRatingPart = <
  T extends 'ticket.rated.v1' | 'ticket.rating-unclear.v1' | 'ticket.rating-commented.v1',
>(
  ratingPart: RatingPart,
): Rule<T> => change('messages', messageIdOf, () => ({ ratingPart }))

/** The messages of every conversation, in the order that message-order.ts gives them. */
export const conversation = declareView({
  name: 'conversation',
  version: 12,
  collections: [
    {
      name: 'messages',
      indexes: [
        ['companyId', 'ticketId', 'order'],
        ['companyId', 'deleted', 'order'],
        ['companyId', 'ticketId', 'fromMe', 'read', 'order'],
        ['companyId', 'ticketId', 'fromMe', 'arrived'],
        ['companyId', 'contactId', 'order', 'ticketId'],
        // the gallery of a contact; its counts are read from the index alone
        ['companyId', 'contactId', 'mediaState', 'order', 'ticketId', 'deleted'],
        ['companyId', 'contactId', 'connectionId', 'fromMe'],
        ['companyId', 'media.blobId'],
      ],
      search: { text: ['body'] },
    },
    {
      name: 'authors',
      indexes: [
        ['companyId', 'lid', 'position'],
        ['companyId', 'pn', 'position'],
      ],
    },
    { name: 'chat-clocks', indexes: [] },
    {
      name: 'reactors',
      indexes: [
        ['companyId', 'lid', 'position'],
        ['companyId', 'pn', 'position'],
        ['companyId', 'messageId'],
        ['companyId', 'contactId'],
      ],
    },
  ],
  visibility: { messages: (doc) => ({ ticketId: doc.ticketId }) },
  on: {
    'message.received.v1': allRules(
      make('messages', messageIdOf, (event) => {
        const author = authorOf(event.data)
        return {
          ...firstContent(event),
          ...pick(event.data, 'remoteJid', 'participant', 'fromMe', 'ack', 'imported'),
          ...(author !== null && { author }),
          mediaState: mediaStateOf(event.data),
          // own and imported messages need nobody's attention
          read: event.data.fromMe || event.data.imported,
          userId: null,
          createdAt: event.data.sentAt,
          sentAt: event.data.sentAt,
        }
      }),
      placeMessage(),
      authored,
    ),
    'message.recovered.v1': change('messages', messageIdOf, ({ data }) => ({
      ...pick(data, ...CONTENT_FIELDS),
      ...detailsOf(data),
      mediaState: mediaStateOf(data),
    })),
    'message.requested.v1': allRules(
      make('messages', messageIdOf, (event) => ({
        ...firstContent(event),
        remoteJid: event.data.to,
        participant: null,
        fromMe: true,
        mediaState: event.data.media === null ? ('none' as const) : ('stored' as const),
        read: true,
        ack: 0,
        userId: event.data.userId,
        imported: false,
        sentAt: null,
      })),
      placeMessage(),
    ),
    'message.sent.v1': change('messages', messageIdOf, ({ time }, doc) => ({
      ack: Math.max(doc.ack, 1),
      error: null,
      sentAt: doc.sentAt ?? time,
    })),
    'message.acknowledged.v1': change('messages', messageIdOf, ({ data: { ack }, time }, doc) =>
      ack <= doc.ack ? null : { ack, error: null, sentAt: doc.sentAt ?? time },
    ),
    'message.failed.v1': change('messages', messageIdOf, ({ data }) => ({ error: data.code })),
    'message.retried.v1': change('messages', messageIdOf, () => ({ error: null })),
    'message.media-stored.v1': change('messages', messageIdOf, ({ data }) => ({
      media: data.media,
      mediaState: 'stored' as const,
      mediaError: null,
    })),
    'message.media-failed.v1': change('messages', messageIdOf, ({ data }) => ({
      mediaState: 'failed' as const,
      mediaError: data.code,
    })),
    'message.media-retried.v1': change('messages', messageIdOf, () => ({
      mediaState: 'pending' as const,
      mediaError: null,
    })),
    'message.edit-requested.v1': change('messages', messageIdOf, ({ data }) => ({
      pendingEdit: data.body,
      actionError: null,
    })),
    'message.edited.v1': change('messages', messageIdOf, ({ data }, doc) => ({
      body: data.body,
      edited: true,
      editUnreadable: data.unreadable ?? false,
      pendingEdit: doc.pendingEdit === data.body ? null : doc.pendingEdit,
      actionError: data.by === 'us' ? null : doc.actionError,
    })),
    'message.edit-failed.v1': change('messages', messageIdOf, ({ data }) => ({
      pendingEdit: null,
      actionError: data.code,
    })),
    'message.revoke-requested.v1': change('messages', messageIdOf, () => ({
      pendingRevoke: true,
      actionError: null,
    })),
    'message.revoked.v1': change('messages', messageIdOf, () => ({
      deleted: true,
      pendingRevoke: false,
      pendingEdit: null,
      actionError: null,
    })),
    'message.revoke-failed.v1': change('messages', messageIdOf, ({ data }) => ({
      pendingRevoke: false,
      actionError: data.code,
    })),
    'message.reacted.v1': reacted,
    'message.reaction-failed.v1': change('messages', messageIdOf, ({ data }) => ({ actionError: data.code })),
    'contact.erased.v1': removeRule('chat-clocks', ({ data }) => data.contactId),
    'message.erased.v1': allRules(removeRule('messages', messageIdOf), removeRule('authors', messageIdOf)),
    'reactor.named.v1': named,
    'reactor.erased.v1': unnamed,
    'ticket.read.v1': read,
    'ticket.rated.v1': markRatingPart('rating'),
    'ticket.rating-unclear.v1': markRatingPart('unclear'),
    'ticket.rating-commented.v1': markRatingPart('comment'),
  },
})
