import type { EventType } from '@guiche/contracts/events/index.js'
import { excerptOf } from '@guiche/contracts/views/excerpt.js'
import { DELETED_MESSAGE, type TicketDoc } from '@guiche/contracts/views/ticket.js'
import {
  all,
  type Docs,
  type EventOf,
  projection,
  type Ref,
  type Rule,
  update,
  type Write,
} from '../engine/projection.js'
import { added, counterRef, put } from './inbox-counters.js'

const ticketRef = (ticketId: number): Ref => ({ collection: 'tickets', id: String(ticketId) })
/** A ticket that a message opened: nobody sees it before that message. */
const openingRef = (ticketId: number): Ref => ({ collection: 'opening', id: String(ticketId) })

const opened: Rule<'ticket.opened.v1'> = {
  touch: ({ companyId, data }) => [
    ticketRef(data.ticketId),
    openingRef(data.ticketId),
    counterRef(companyId, data.to),
  ],
  apply: (docs, { companyId, data, time, position }) => {
    const id = String(data.ticketId)
    if (docs.get('tickets', id) !== null || docs.get('opening', id) !== null) return []
    const doc: TicketDoc = {
      id,
      companyId,
      ticketId: data.ticketId,
      uuid: data.uuid,
      status: data.to.status,
      userId: data.to.userId,
      queueId: data.to.queueId,
      contactId: data.contactId,
      connectionId: data.to.connectionId,
      isGroup: data.isGroup,
      imported: data.imported,
      unread: 0,
      lastMessage: '',
      lastMessageId: null,
      lastMessageKind: null,
      fromMe: false,
      lastAuthor: null,
      createdAt: time,
      updatedAt: time,
      position,
    }
    return data.byMessage === true ? [{ collection: 'opening', id, doc }] : put(docs, null, doc)
  },
}

type Moving = Exclude<
  Extract<EventType, `ticket.${string}`>,
  | 'ticket.opened.v1'
  | 'ticket.read.v1'
  | 'ticket.receipts-given.v1'
  | 'ticket.contact-changed.v1'
  | 'ticket.deleted.v1'
  | 'ticket.claim-lost.v1'
>

/** From now on everybody sees the ticket. */
const appear = (docs: Docs, ticket: TicketDoc): Write[] => [
  { collection: 'opening', id: ticket.id, doc: null },
  ...put(docs, null, ticket),
]

/** A ticket stands elsewhere from now on. Imported history that somebody attends to is an ordinary ticket again. */
const moved = <T extends Moving>(attended: boolean): Rule<T> => ({
  touch: ({ companyId, data }) => [
    ticketRef(data.ticketId),
    openingRef(data.ticketId),
    counterRef(companyId, data.from),
    counterRef(companyId, data.to),
  ],
  apply: (docs, { data, time, position }) => {
    const shown = docs.get('tickets', data.ticketId)
    const before = shown ?? docs.get('opening', data.ticketId)
    if (before === null) return []
    const after: TicketDoc = {
      ...before,
      status: data.to.status,
      userId: data.to.userId,
      queueId: data.to.queueId,
      connectionId: data.to.connectionId,
      imported: before.imported && !attended,
      updatedAt: time,
      position,
    }
    return shown === null ? appear(docs, after) : put(docs, { doc: shown, from: data.from }, after)
  },
})

const deleted: Rule<'ticket.deleted.v1'> = {
  touch: ({ companyId, data }) => [
    ticketRef(data.ticketId),
    openingRef(data.ticketId),
    counterRef(companyId, data.from),
  ],
  apply: (docs, { data }) => {
    const id = String(data.ticketId)
    const before = docs.get('tickets', id)
    if (before === null) return [{ collection: 'opening', id, doc: null }]
    const gone: Write = { collection: 'tickets', id, doc: null }
    return before.imported ? [gone] : [gone, added(docs, before.companyId, data.from, -1)]
  },
}

type Content = Pick<EventOf<'message.requested.v1'>['data'], 'body' | 'kind' | 'media'>
type Shown = EventOf<'message.received.v1'> | EventOf<'message.requested.v1'>

const words = (lastMessage: string) => ({ lastMessage, lastMessageKind: null })

/** What a list shows of a message: its words, or the name of its file, and what it is when it is no mere text. */
const shown = ({ body, kind, media }: Content): Pick<TicketDoc, 'lastMessage' | 'lastMessageKind'> => {
  if (body === '')
    return { lastMessage: media?.fileName ?? '', lastMessageKind: media?.voice ? 'voice' : kind }
  const isCard = kind === 'locationMessage' || kind === 'contactMessage'
  return isCard ? { lastMessage: excerptOf({ kind, body }), lastMessageKind: kind } : words(body)
}

type Author = NonNullable<TicketDoc['lastAuthor']>

/** The ticket with its newest message; imported history shows only where nothing else does. */
const showing = (doc: TicketDoc, event: Shown, author: Author, imported: boolean): TicketDoc => {
  if (imported && doc.lastMessageId !== null) return doc
  return {
    ...doc,
    ...shown(event.data),
    lastMessageId: event.data.messageId,
    fromMe: author.kind !== 'contact',
    lastAuthor: author,
    updatedAt: imported ? doc.updatedAt : event.time,
    position: event.position,
  }
}

const received: Rule<'message.received.v1'> = {
  touch: ({ companyId, data }) => [
    ticketRef(data.ticketId),
    openingRef(data.ticketId),
    ...(data.standing === undefined ? [] : [counterRef(companyId, data.standing)]),
    { collection: 'unread', id: data.messageId },
  ],
  apply: (docs, event) => {
    const { messageId, ticketId, fromMe, imported } = event.data
    const seen = docs.get('tickets', ticketId)
    const known = seen ?? docs.get('opening', ticketId)
    if (known === null) return []
    const author: Author = { kind: fromMe ? 'phone' : 'contact', userId: null }
    const counts = !fromMe && !imported && docs.get('unread', messageId) === null
    const unread = known.unread + (counts ? 1 : 0)
    const ticket: TicketDoc = { ...showing(known, event, author, imported), unread }
    const written: Write[] =
      seen === null ? appear(docs, ticket) : [{ collection: 'tickets', id: ticket.id, doc: ticket }]
    if (!counts) return written
    return [
      ...written,
      {
        collection: 'unread',
        id: messageId,
        doc: { id: messageId, companyId: event.companyId, ticketId },
      },
    ]
  },
}

/** Takes messages off the badge: only those that are on it, however often they are named. */
const seen = (
  docs: Docs,
  messageIds: readonly string[],
  event: { readonly data: { readonly ticketId: number }; readonly position: string },
): Write[] => {
  const ticket = docs.get('tickets', event.data.ticketId)
  const counted = [...new Set(messageIds)].filter(
    (id) => docs.get('unread', id)?.ticketId === event.data.ticketId,
  )
  if (counted.length === 0) return []
  const gone: Write[] = counted.map((id) => ({ collection: 'unread', id, doc: null }))
  if (ticket === null) return gone
  const unread = Math.max(0, ticket.unread - counted.length)
  return [
    ...gone,
    { collection: 'tickets', id: ticket.id, doc: { ...ticket, unread, position: event.position } },
  ]
}

const read: Rule<'ticket.read.v1'> = {
  touch: ({ data }) => [
    ticketRef(data.ticketId),
    ...data.messageIds.map((id): Ref => ({ collection: 'unread', id })),
  ],
  apply: (docs, event) => seen(docs, event.data.messageIds, event),
}

/** The message that the ticket shows now reads differently. */
const shownOtherwise = <
  T extends 'message.recovered.v1' | 'message.edited.v1' | 'message.revoked.v1' | 'message.erased.v1',
>(
  now: (event: EventOf<T>) => ReturnType<typeof shown>,
): Rule<T> =>
  update(
    'tickets',
    (event: EventOf<T>) => event.data.ticketId,
    (doc, event) =>
      doc.lastMessageId === event.data.messageId ? { ...doc, ...now(event), position: event.position } : doc,
  )

const erased: Rule<'message.erased.v1'> = all(
  {
    touch: ({ data }) => [ticketRef(data.ticketId), { collection: 'unread', id: data.messageId }],
    apply: (docs, event) => seen(docs, [event.data.messageId], event),
  },
  shownOtherwise(() => words('')),
)

const ofOtherContact = (collection: 'tickets' | 'opening'): Rule<'ticket.contact-changed.v1'> =>
  update(
    collection,
    (event) => event.data.ticketId,
    (doc, { data, position }) => ({ ...doc, contactId: data.contactId, position }),
  )

/** Tickets as lists show them, what nobody has read yet, and how many stand where. */
export const inbox = projection({
  name: 'inbox',
  version: 3,
  collections: [
    {
      name: 'tickets',
      indexes: [
        ['companyId', 'status', 'userId', 'updatedAt', 'id'],
        ['companyId', 'status', 'queueId', 'updatedAt', 'id'],
        ['companyId', 'status', 'updatedAt', 'id'],
        ['companyId', 'updatedAt', 'id'],
        ['companyId', 'uuid'],
        ['companyId', 'contactId', 'updatedAt', 'id'],
      ],
    },
    { name: 'counters', indexes: [['companyId', 'status']] },
    { name: 'unread', indexes: [] },
    { name: 'opening', indexes: [['companyId', 'id']] },
  ],
  visibility: {
    tickets: ({ status, userId, queueId, ticketId }) => ({ status, userId, queueId, ticketId }),
  },
  on: {
    'ticket.opened.v1': opened,
    'ticket.accepted.v1': moved(true),
    'ticket.returned.v1': moved(true),
    'ticket.transferred.v1': moved(true),
    'ticket.reopened.v1': moved(true),
    'ticket.resumed.v1': moved(true),
    'ticket.closed.v1': moved(false),
    'ticket.unlinked.v1': moved(false),
    'ticket.deleted.v1': deleted,
    'ticket.contact-changed.v1': all(ofOtherContact('tickets'), ofOtherContact('opening')),
    'ticket.read.v1': read,
    'message.received.v1': received,
    'message.requested.v1': update(
      'tickets',
      (event) => event.data.ticketId,
      (doc, event) =>
        showing(
          doc,
          event,
          { kind: event.data.source === 'user' ? 'user' : 'automatic', userId: event.data.userId },
          false,
        ),
    ),
    'message.recovered.v1': shownOtherwise((event) => shown(event.data)),
    'message.edited.v1': shownOtherwise((event) => words(event.data.body)),
    'message.revoked.v1': shownOtherwise(() => words(DELETED_MESSAGE)),
    'message.erased.v1': erased,
  },
})
