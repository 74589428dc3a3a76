import { pick } from '@guiche/contracts/pick.js'
import { DELETED_MESSAGE, type TicketDoc } from '@guiche/contracts/views/ticket.js'
import {
  allRules,
  type Docs,
  type DocumentWrite,
  declareView,
  type EventOf,
  type Ref,
  type Rule,
  updateRule,
} from '../engine/projection.js'
import { botMoves } from './inbox-bot.js'
import { counterRef, putTicket, sameCounter, tagCounted, tagCountRef } from './inbox-counters.js'
import { fieldsSet } from './inbox-fields.js'
import { laneMoved } from './inbox-lane.js'
import { type Author, contactAuthor, previewOf, textPreview, withLastMessage } from './inbox-last.js'
import { deletedRule, moveRules, openedRule, openingRef, showTicket, ticketRef } from './inbox-moves.js'
import { originErased, originFound, withOrigin } from './inbox-origin.js'
import { silentFrom } from './inbox-silence.js'

/** Adds a tag to a ticket, or removes it. The ticket keeps its place in lists. */
const withTag = <T extends 'ticket.tagged.v1' | 'ticket.untagged.v1'>(has: boolean): Rule<T> => ({
  touch: ({ data }) => [ticketRef(data.ticketId), openingRef(data.ticketId), tagCountRef(data.tagId)],
  apply: (docs, { data: { ticketId, tagId }, position }) => {
    const shown = docs.get('tickets', ticketId)
    const ticket = shown ?? docs.get('opening', ticketId)
    if (ticket === null || ticket.tagIds.includes(tagId) === has) return []
    const others = ticket.tagIds.filter((id) => id !== tagId)
    const doc = { ...ticket, tagIds: has ? [...others, tagId] : others, position }
    return [
      { collection: shown === null ? 'opening' : 'tickets', id: ticket.id, doc },
      tagCounted(docs, ticket.companyId, tagId, has ? 1 : -1),
    ]
  },
})

const received: Rule<'message.received.v1'> = {
  touch: ({ companyId, data }) => [
    ticketRef(data.ticketId),
    openingRef(data.ticketId),
    ...(data.standing === undefined ? [] : [counterRef(companyId, data.standing)]),
    { collection: 'unread', id: data.messageId },
  ],
  apply: (docs, event) => {
    const { messageId, ticketId, fromMe, imported } = event.data
    const visible = docs.get('tickets', ticketId)
    const known = visible ?? docs.get('opening', ticketId)
    if (known === null) return []
    const author: Author = fromMe ? { kind: 'phone', userId: null } : contactAuthor(event.data)
    const counts = !fromMe && !imported && docs.get('unread', messageId) === null
    const unread = known.unread + (counts ? 1 : 0)
    const next: TicketDoc = {
      ...withOrigin(withLastMessage(known, event, author, imported), event),
      unread,
    }
    const { standing } = event.data
    // A live message arrives where only imported history was.
    const wakes = known.imported && !imported && standing !== undefined && sameCounter(standing, known)
    const ticket = wakes ? { ...next, imported: false } : next
    const written: DocumentWrite[] =
      visible === null ? showTicket(docs, ticket) : putTicket(docs, { doc: known, from: known }, ticket)
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

/** Subtracts messages from the badge: only messages that the badge counts, and each once. */
const takeOffUnread = (
  docs: Docs,
  messageIds: readonly string[],
  event: { readonly data: { readonly ticketId: number }; readonly position: string },
): DocumentWrite[] => {
  const ticket = docs.get('tickets', event.data.ticketId)
  const counted = [...new Set(messageIds)].filter(
    (id) => docs.get('unread', id)?.ticketId === event.data.ticketId,
  )
  if (counted.length === 0) return []
  const gone: DocumentWrite[] = counted.map((id) => ({ collection: 'unread', id, doc: null }))
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
  apply: (docs, event) => takeOffUnread(docs, event.data.messageIds, event),
}

/** The last message of the ticket has another text now. */
const previewChanged = <
  T extends 'message.recovered.v1' | 'message.edited.v1' | 'message.revoked.v1' | 'message.erased.v1',
>(
  now: (event: EventOf<T>, before: TicketDoc) => Partial<TicketDoc>,
): Rule<T> =>
  updateRule(
    'tickets',
    (event: EventOf<T>) => event.data.ticketId,
    (doc, event) =>
      doc.lastMessageId === event.data.messageId
        ? { ...doc, ...now(event, doc), position: event.position }
        : doc,
  )

/**
 * After a rebuild this event is all that remains of a message that opened a ticket. So the ticket is shown without the
 * message.
 */
const appearsWithout: Rule<'message.erased.v1'> = {
  touch: ({ companyId, data: { ticketId, standing } }) =>
    standing === undefined ? [] : [openingRef(ticketId), counterRef(companyId, standing)],
  apply: (docs, { data: { ticketId, standing }, position }) => {
    const hidden = docs.get('opening', ticketId)
    if (hidden === null || standing === undefined || !sameCounter(standing, hidden)) return []
    return showTicket(docs, { ...hidden, position })
  },
}

const erased: Rule<'message.erased.v1'> = allRules(
  {
    touch: ({ data }) => [ticketRef(data.ticketId), { collection: 'unread', id: data.messageId }],
    apply: (docs, event) => takeOffUnread(docs, [event.data.messageId], event),
  },
  previewChanged((_event, { lastAuthor }) => ({
    ...textPreview(''),
    lastAuthor: lastAuthor === null ? null : pick(lastAuthor, 'kind', 'userId'),
  })),
  originErased,
  appearsWithout,
)

const ofOtherContact = (collection: 'tickets' | 'opening'): Rule<'ticket.contact-changed.v1'> =>
  updateRule(
    collection,
    (event) => event.data.ticketId,
    (doc, { data, position }) => ({ ...doc, contactId: data.contactId, position }),
  )

/** Tickets of the lists, unread messages, and numbers of tickets by place. */
export const inbox = declareView({
  name: 'inbox',
  version: 21,
  collections: [
    {
      name: 'tickets',
      indexes: [
        ['companyId', 'status', 'userId', 'updatedAt', 'id'],
        ['companyId', 'status', 'queueId', 'updatedAt', 'id'],
        ['companyId', 'status', 'updatedAt', 'id'],
        ['companyId', 'updatedAt', 'id'],
        ['companyId', 'connectionId', 'status', 'silentSince', 'id'],
        ['companyId', 'uuid'],
        ['companyId', 'contactId', 'updatedAt', 'id'],
        ['companyId', 'status', 'queueId', 'urgency', 'waitingSince', 'id'],
        ['companyId', 'status', 'urgency', 'waitingSince', 'id'],
        // a lane of the board in its order; the other fields say whose a card is without reading its document
        ['companyId', 'lane', 'laneRank', 'id', 'queueId', 'userId', 'status'],
        ['companyId', 'laneId', 'id'],
      ],
    },
    { name: 'counters', indexes: [['companyId', 'status']] },
    { name: 'unread', indexes: [] },
    { name: 'opening', indexes: [['companyId', 'id']] },
    { name: 'tag-counts', indexes: [] },
  ],
  visibility: {
    tickets: ({ status, userId, queueId, ticketId, snoozedUntil, imported, lane = null }) => ({
      ...{ status, userId, queueId, ticketId },
      ...{ snoozedUntil, imported, lane },
    }),
    'tag-counts': () => ({}),
  },
  on: {
    'ticket.opened.v1': openedRule,
    ...moveRules,
    ...fieldsSet,
    ...botMoves,
    'ticket.deleted.v1': deletedRule,
    'ticket.snoozed.v1': updateRule(
      'tickets',
      (event) => event.data.ticketId,
      (doc, { data, position }) => ({ ...doc, snoozedUntil: data.until, position }),
    ),
    'ticket.woken.v1': updateRule(
      'tickets',
      (event) => event.data.ticketId,
      (doc, { time, position }) => ({
        ...doc,
        ...{ snoozedUntil: null, updatedAt: time, silentSince: silentFrom(doc, time), position },
      }),
    ),
    'ticket.rated.v1': updateRule(
      'tickets',
      (event) => event.data.ticketId,
      (doc, { data, position }) => ({ ...doc, rating: data.rating, position }),
    ),
    'ticket.tagged.v1': withTag(true),
    'ticket.untagged.v1': withTag(false),
    'ticket.lane-moved.v1': laneMoved,
    'ticket.contact-changed.v1': allRules(ofOtherContact('tickets'), ofOtherContact('opening')),
    'ticket.read.v1': read,
    'message.received.v1': received,
    'message.requested.v1': updateRule(
      'tickets',
      (event) => event.data.ticketId,
      (doc, event) =>
        withLastMessage(
          doc,
          event,
          { kind: event.data.source === 'user' ? 'user' : 'automatic', userId: event.data.userId },
          false,
        ),
    ),
    'message.recovered.v1': allRules(
      previewChanged((event) => previewOf(event.data)),
      originFound,
    ),
    'message.edited.v1': previewChanged(({ data }, { lastMessageFile }) =>
      textPreview(data.body, lastMessageFile),
    ),
    'message.revoked.v1': previewChanged(() => textPreview(DELETED_MESSAGE)),
    'message.erased.v1': erased,
  },
})
