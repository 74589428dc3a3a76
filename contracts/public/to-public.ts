import type { EventNamed, EventType } from '../events/index.js'
import type { Media, MessageKind } from '../events/message.js'
import type { Standing } from '../events/ticket.js'
import { PUBLIC_TOPICS, type PublicTopic } from '../topics.js'
import type { PublicEvent, PublicEventType } from './index.js'

type Data<T extends EventType> = EventNamed<T>['data']
type PublicData<T extends PublicEventType> = Extract<PublicEvent, { type: T }>['data']

const made =
  (topic: PublicTopic, about: string) =>
  <T extends PublicEventType>(id: number | string, type: T, data: PublicData<T>): PublicEvent =>
    ({ topic, subject: `${about}/${id}`, type, data }) as PublicEvent

const ticket = made(PUBLIC_TOPICS.tickets, 'ticket')
const message = made(PUBLIC_TOPICS.messages, 'message')
const contact = made(PUBLIC_TOPICS.contacts, 'contact')
const connection = made(PUBLIC_TOPICS.connections, 'connection')

const KINDS = {
  conversation: 'text',
  image: 'image',
  audio: 'audio',
  video: 'video',
  application: 'document',
  sticker: 'sticker',
  locationMessage: 'location',
  contactMessage: 'contact-card',
  call_log: 'call-log',
  unreadable: 'unreadable',
} as const satisfies Record<MessageKind, string>

const ACKS = ['pending', 'sent', 'sent', 'delivered', 'read', 'played'] as const

const STATUSES = {
  OPENING: 'opening',
  qrcode: 'qrcode',
  PAIRING: 'pairing',
  CONNECTED: 'connected',
  TIMEOUT: 'timeout',
  DISCONNECTED: 'disconnected',
} as const satisfies Record<Data<'connection.status-changed.v1'>['status'], string>

// Field by field everywhere: what an internal event gets one day does not reach other systems by itself.
const place = ({ status, userId, queueId, connectionId }: Standing) => ({
  status,
  userId,
  queueId,
  connectionId,
})
const move = ({ ticketId, contactId, from, to }: Data<'ticket.accepted.v1'>) => ({
  ticketId,
  contactId,
  from: place(from),
  to: place(to),
})
const ids = ({ messageId, ticketId, contactId, connectionId }: Data<'message.sent.v1'>) => ({
  messageId,
  ticketId,
  contactId,
  connectionId,
})
const file = ({ mimetype, fileName, size, seconds, voice }: Media) => ({
  mimetype,
  fileName,
  size,
  seconds,
  voice,
})
const content = (
  data: Pick<Data<'message.requested.v1'>, 'kind' | 'body' | 'media' | 'quotedId' | 'forwarded'>,
) => ({
  kind: KINDS[data.kind],
  body: data.body,
  file: data.media === null ? null : file(data.media),
  quotedId: data.quotedId,
  forwarded: data.forwarded,
})
const person = ({
  contactId,
  name,
  number,
  email,
  extraInfo,
}: Omit<Data<'contact.changed.v1'>, 'active'>) => ({
  contactId,
  name,
  number,
  email,
  extraInfo: extraInfo.map((info) => ({ name: info.name, value: info.value })),
})

type Mapper<T extends EventType> = (data: Data<T>) => PublicEvent | null

/** Every event type is here: null = our own business. */
const MAPPERS: { readonly [T in EventType]: Mapper<T> | null } = {
  'ticket.opened.v1': ({ ticketId, contactId, uuid, isGroup, imported, to }) =>
    ticket(ticketId, 'guiche.ticket.opened.v1', {
      ticketId,
      contactId,
      uuid,
      isGroup,
      imported,
      to: place(to),
    }),
  'ticket.accepted.v1': (data) => ticket(data.ticketId, 'guiche.ticket.accepted.v1', move(data)),
  'ticket.returned.v1': (data) => ticket(data.ticketId, 'guiche.ticket.returned.v1', move(data)),
  'ticket.transferred.v1': (data) => ticket(data.ticketId, 'guiche.ticket.transferred.v1', move(data)),
  'ticket.closed.v1': (data) =>
    ticket(data.ticketId, 'guiche.ticket.closed.v1', { ...move(data), reason: data.reason }),
  'ticket.reopened.v1': (data) =>
    ticket(data.ticketId, 'guiche.ticket.reopened.v1', { ...move(data), by: 'user' }),
  'ticket.resumed.v1': (data) =>
    ticket(data.ticketId, 'guiche.ticket.reopened.v1', { ...move(data), by: 'contact' }),
  'ticket.unlinked.v1': (data) =>
    ticket(data.ticketId, 'guiche.ticket.unlinked.v1', { ...move(data), because: data.because }),
  'ticket.contact-changed.v1': ({ ticketId, contactId, previous }) =>
    ticket(ticketId, 'guiche.ticket.contact-changed.v1', {
      ticketId,
      contactId,
      previousContactId: previous,
    }),
  'ticket.deleted.v1': ({ ticketId, contactId }) =>
    ticket(ticketId, 'guiche.ticket.deleted.v1', { ticketId, contactId }),
  'ticket.read.v1': null,
  'ticket.receipts-given.v1': null,
  'ticket.claim-lost.v1': null,

  'message.received.v1': (data) =>
    message(data.messageId, 'guiche.message.received.v1', {
      ...ids(data),
      ...content(data),
      fromMe: data.fromMe,
      filePending: data.mediaPending,
      sentAt: data.sentAt,
      imported: data.imported,
    }),
  'message.recovered.v1': (data) =>
    message(data.messageId, 'guiche.message.recovered.v1', {
      ...ids(data),
      ...content(data),
      filePending: data.mediaPending,
    }),
  'message.requested.v1': (data) =>
    message(data.messageId, 'guiche.message.requested.v1', {
      ...ids(data),
      ...content(data),
      userId: data.userId,
      source: data.source,
    }),
  'message.sent.v1': (data) => message(data.messageId, 'guiche.message.sent.v1', ids(data)),
  'message.acknowledged.v1': (data) =>
    message(data.messageId, 'guiche.message.acknowledged.v1', {
      ...ids(data),
      status: ACKS[data.ack] ?? 'pending',
    }),
  'message.failed.v1': (data) =>
    message(data.messageId, 'guiche.message.failed.v1', { ...ids(data), code: data.code }),
  'message.media-stored.v1': (data) =>
    message(data.messageId, 'guiche.message.file-stored.v1', { ...ids(data), file: file(data.media) }),
  'message.media-failed.v1': (data) =>
    message(data.messageId, 'guiche.message.file-failed.v1', { ...ids(data), code: data.code }),
  'message.edited.v1': (data) =>
    message(data.messageId, 'guiche.message.edited.v1', {
      ...ids(data),
      body: data.body,
      by: data.by,
      userId: data.userId,
    }),
  'message.revoked.v1': (data) =>
    message(data.messageId, 'guiche.message.revoked.v1', {
      ...ids(data),
      by: data.by,
      userId: data.userId,
    }),
  'message.reacted.v1': (data) =>
    message(data.messageId, 'guiche.message.reacted.v1', {
      ...ids(data),
      emoji: data.emoji,
      by: data.by,
      userId: data.userId,
    }),
  'message.erased.v1': (data) => message(data.messageId, 'guiche.message.erased.v1', ids(data)),
  'message.retried.v1': null,
  'message.media-retried.v1': null,
  'message.edit-requested.v1': null,
  'message.edit-failed.v1': null,
  'message.revoke-requested.v1': null,
  'message.revoke-failed.v1': null,
  'message.reaction-requested.v1': null,
  'message.reaction-failed.v1': null,
  'message.conflict-parked.v1': null,

  'contact.created.v1': (data) =>
    contact(data.contactId, 'guiche.contact.created.v1', { ...person(data), isGroup: data.isGroup }),
  'contact.changed.v1': (data) =>
    contact(data.contactId, 'guiche.contact.changed.v1', { ...person(data), active: data.active }),
  'contact.identified.v1': ({ contactId, identity }) =>
    identity.kind === 'pn'
      ? contact(contactId, 'guiche.contact.number-found.v1', { contactId, number: identity.value })
      : null,
  'contact.unidentified.v1': ({ contactId, identity }) =>
    identity.kind === 'pn'
      ? contact(contactId, 'guiche.contact.number-lost.v1', { contactId, number: identity.value })
      : null,
  'contact.merged.v1': ({ contactId, into }) =>
    contact(contactId, 'guiche.contact.merged.v1', { contactId, intoContactId: into }),
  'contact.erased.v1': ({ contactId }) => contact(contactId, 'guiche.contact.erased.v1', { contactId }),
  'contact.picture-changed.v1': null,
  'contact.erasing.v1': null,

  'connection.created.v1': ({ connectionId, name, queueIds, channel, isDefault }) =>
    connection(connectionId, 'guiche.connection.created.v1', {
      connectionId,
      name,
      queueIds,
      channel,
      isDefault,
    }),
  'connection.changed.v1': ({ connectionId, name, queueIds }) =>
    connection(connectionId, 'guiche.connection.changed.v1', { connectionId, name, queueIds }),
  'connection.default-changed.v1': ({ connectionId, previousId }) =>
    connection(connectionId, 'guiche.connection.default-changed.v1', {
      connectionId,
      previousConnectionId: previousId,
    }),
  'connection.status-changed.v1': ({ connectionId, status, previous, reason, number }) =>
    connection(connectionId, 'guiche.connection.status-changed.v1', {
      connectionId,
      status: STATUSES[status],
      previous: STATUSES[previous],
      reason,
      number,
    }),
  'connection.deleted.v1': ({ connectionId }) =>
    connection(connectionId, 'guiche.connection.deleted.v1', { connectionId }),
  'connection.session-requested.v1': null,

  'company.registered.v1': null,
  'setting.changed.v1': null,
  'quota.seat-taken.v1': null,
  'quota.seat-released.v1': null,
  'claim.taken.v1': null,
  'claim.released.v1': null,
  'command.ids-given.v1': null,
  'sequence.block-taken.v1': null,
  'sequence.block-returned.v1': null,
  'user.created.v1': null,
  'user.changed.v1': null,
  'user.password-changed.v1': null,
  'user.session-started.v1': null,
  'user.session-ended.v1': null,
  'user.deleted.v1': null,
  'queue.created.v1': null,
  'queue.changed.v1': null,
  'queue.deleted.v1': null,
  'relay.advanced.v1': null,
}

/**
 * What other systems are told of an event; null when that is nothing. One event gives one public event at most, so
 * the position tells them apart. Pure; a type that is not known gives null.
 */
export const toPublicEvent = (event: {
  readonly type: string
  readonly data: unknown
}): PublicEvent | null => {
  const mapper = Object.hasOwn(MAPPERS, event.type) ? MAPPERS[event.type as EventType] : null
  return mapper === null ? null : (mapper as (data: unknown) => PublicEvent | null)(event.data)
}
