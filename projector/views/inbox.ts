import type { EventType } from '@guiche/contracts/events/index.js'
import type { Standing } from '@guiche/contracts/events/ticket.js'
import { type CounterDoc, DELETED_MESSAGE, type TicketDoc } from '@guiche/contracts/views/ticket.js'
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

type Place = Pick<Standing, 'status' | 'queueId' | 'userId'>

const counterId = (companyId: number, place: Place): string =>
  `${companyId}:${place.status}:${place.queueId ?? 0}:${place.userId ?? 0}`

const counterRef = (companyId: number, place: Place): Ref => ({
  collection: 'counters',
  id: counterId(companyId, place),
})

const added = (docs: Docs, companyId: number, place: Place, by: 1 | -1): Write => {
  const id = counterId(companyId, place)
  const known: CounterDoc = docs.get('counters', id) ?? {
    id,
    companyId,
    status: place.status,
    queueId: place.queueId,
    userId: place.userId,
    tickets: 0,
  }
  const tickets = known.tickets + by
  return { collection: 'counters', id, doc: tickets > 0 ? { ...known, tickets } : null }
}

const samePlace = (a: Place, b: Place): boolean =>
  a.status === b.status && a.queueId === b.queueId && a.userId === b.userId

/**
 * Writes a ticket and moves the counters with it, so that they always are what counting would give. Imported history
 * is not counted. `from` is where the event says that the ticket stood.
 */
const put = (
  docs: Docs,
  before: { readonly doc: TicketDoc; readonly from: Place } | null,
  after: TicketDoc,
): Write[] => {
  const ticket: Write = { collection: 'tickets', id: after.id, doc: after }
  const from = before === null || before.doc.imported ? null : before.from
  const to = after.imported ? null : after
  if (from !== null && to !== null && samePlace(from, to)) return [ticket]
  return [
    ticket,
    ...(from === null ? [] : [added(docs, after.companyId, from, -1)]),
    ...(to === null ? [] : [added(docs, after.companyId, to, 1)]),
  ]
}

const ticketRef = (ticketId: number): Ref => ({ collection: 'tickets', id: String(ticketId) })

const opened: Rule<'ticket.opened.v1'> = {
  touch: ({ companyId, data }) => [ticketRef(data.ticketId), counterRef(companyId, data.to)],
  apply: (docs, { companyId, data, time, position }) => {
    const id = String(data.ticketId)
    const known = docs.get('tickets', id)
    if (known !== null) return []
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
      createdAt: time,
      updatedAt: time,
      position,
    }
    return put(docs, null, doc)
  },
}

type Moving = Exclude<
  Extract<EventType, `ticket.${string}`>,
  | 'ticket.opened.v1'
  | 'ticket.read.v1'
  | 'ticket.contact-changed.v1'
  | 'ticket.deleted.v1'
  | 'ticket.claim-lost.v1'
>

/** A ticket stands elsewhere from now on. Imported history that somebody attends to is an ordinary ticket again. */
const moved = <T extends Moving>(attended: boolean): Rule<T> => ({
  touch: ({ companyId, data }) => [
    ticketRef(data.ticketId),
    counterRef(companyId, data.from),
    counterRef(companyId, data.to),
  ],
  apply: (docs, { data, time, position }) => {
    const before = docs.get('tickets', data.ticketId)
    if (before === null) return []
    return put(
      docs,
      { doc: before, from: data.from },
      {
        ...before,
        status: data.to.status,
        userId: data.to.userId,
        queueId: data.to.queueId,
        connectionId: data.to.connectionId,
        imported: before.imported && !attended,
        updatedAt: time,
        position,
      },
    )
  },
})

const deleted: Rule<'ticket.deleted.v1'> = {
  touch: ({ companyId, data }) => [ticketRef(data.ticketId), counterRef(companyId, data.from)],
  apply: (docs, { data }) => {
    const id = String(data.ticketId)
    const before = docs.get('tickets', id)
    if (before === null) return []
    const gone: Write = { collection: 'tickets', id, doc: null }
    return before.imported ? [gone] : [gone, added(docs, before.companyId, data.from, -1)]
  },
}

type Content = Pick<EventOf<'message.requested.v1'>['data'], 'body' | 'kind' | 'media'>
type Shown = EventOf<'message.received.v1'> | EventOf<'message.requested.v1'>

const words = (lastMessage: string) => ({ lastMessage, lastMessageKind: null })

/** What a list shows of a message: its words, or the name of its file, and what it is when it has no words. */
const shown = ({ body, kind, media }: Content): Pick<TicketDoc, 'lastMessage' | 'lastMessageKind'> =>
  body === ''
    ? { lastMessage: media?.fileName ?? '', lastMessageKind: media?.voice ? 'voice' : kind }
    : words(body)

/** The ticket with its newest message; imported history shows only where nothing else does. */
const showing = (doc: TicketDoc, event: Shown, fromMe: boolean, imported: boolean): TicketDoc => {
  if (imported && doc.lastMessageId !== null) return doc
  return {
    ...doc,
    ...shown(event.data),
    lastMessageId: event.data.messageId,
    fromMe,
    updatedAt: imported ? doc.updatedAt : event.time,
    position: event.position,
  }
}

const received: Rule<'message.received.v1'> = {
  touch: ({ data }) => [ticketRef(data.ticketId), { collection: 'unread', id: data.messageId }],
  apply: (docs, event) => {
    const { messageId, ticketId, fromMe, imported } = event.data
    const known = docs.get('tickets', ticketId)
    if (known === null) return []
    const ticket = showing(known, event, fromMe, imported)
    const counts = !fromMe && !imported && docs.get('unread', messageId) === null
    if (!counts) return [{ collection: 'tickets', id: ticket.id, doc: ticket }]
    return [
      { collection: 'tickets', id: ticket.id, doc: { ...ticket, unread: ticket.unread + 1 } },
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

/** Tickets as lists show them, what nobody has read yet, and how many stand where. */
export const inbox = projection({
  name: 'inbox',
  version: 2,
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
    'ticket.contact-changed.v1': update(
      'tickets',
      (event) => event.data.ticketId,
      (doc, { data, position }) => ({ ...doc, contactId: data.contactId, position }),
    ),
    'ticket.read.v1': read,
    'message.received.v1': received,
    'message.requested.v1': update(
      'tickets',
      (event) => event.data.ticketId,
      (doc, event) => showing(doc, event, true, false),
    ),
    'message.recovered.v1': shownOtherwise((event) => shown(event.data)),
    'message.edited.v1': shownOtherwise((event) => words(event.data.body)),
    'message.revoked.v1': shownOtherwise(() => words(DELETED_MESSAGE)),
    'message.erased.v1': erased,
  },
})
