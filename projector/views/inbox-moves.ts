import { BOT_START } from '@guiche/contracts/bot/state.js'
import { userOf } from '@guiche/contracts/envelope.js'
import { moveNameOf, type TicketMove } from '@guiche/contracts/events/ticket.js'
import { rankOnTop } from '@guiche/contracts/ticket/kanban.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Docs, DocumentWrite, Ref, Rule, Rules } from '../engine/projection.js'
import { isAttended } from './imported-history.js'
import { botOf } from './inbox-bot.js'
import { addToCounter, counterRef, putTicket, tagCounted, tagCountRef } from './inbox-counters.js'
import { withValues } from './inbox-fields.js'
import { closedAfter } from './inbox-last.js'
import { silenceMoved } from './inbox-silence.js'
import { waitFields } from './inbox-waits.js'

export const ticketRef = (ticketId: number): Ref => ({ collection: 'tickets', id: String(ticketId) })
/** A ticket that a message opened: nobody sees it before that message. */
export const openingRef = (ticketId: number): Ref => ({ collection: 'opening', id: String(ticketId) })

export const openedRule: Rule<'ticket.opened.v1'> = {
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
      ...data.to,
      ...withValues({}),
      contactId: data.contactId,
      isGroup: data.isGroup,
      imported: data.imported,
      tagIds: [],
      laneId: null,
      laneRank: rankOnTop(time, data.ticketId),
      laneBy: null,
      lane: null,
      unread: 0,
      lastMessage: '',
      lastMessageId: null,
      lastMessageKind: null,
      lastMessageFile: null,
      fromMe: false,
      lastAuthor: null,
      createdAt: time,
      updatedAt: time,
      waitingSince: data.to.status === 'pending' ? time : null,
      askedAt: null,
      silentSince: null,
      silence: null,
      snoozedUntil: null,
      beforeClose: null,
      closedAt: null,
      closeReason: null,
      rating: null,
      originId: null,
      origin: null,
      bot: BOT_START,
      position,
    }
    return data.byMessage === true ? [{ collection: 'opening', id, doc }] : putTicket(docs, null, doc)
  },
}

/** From now on everybody sees the ticket. */
export const showTicket = (docs: Docs, ticket: TicketDoc): DocumentWrite[] => [
  { collection: 'opening', id: ticket.id, doc: null },
  ...putTicket(docs, null, ticket),
]

/** Moves a ticket. Imported history that a user attends to becomes an ordinary ticket. */
const moveRule = <T extends TicketMove['type']>(waitsAfter = waitFields.afterMove): Rule<T> => ({
  touch: ({ companyId, data }) => [
    ticketRef(data.ticketId),
    openingRef(data.ticketId),
    counterRef(companyId, data.from),
    counterRef(companyId, data.to),
  ],
  apply: (docs, event) => {
    const { data, time, position } = event
    const visible = docs.get('tickets', data.ticketId)
    const before = visible ?? docs.get('opening', data.ticketId)
    if (before === null) return []
    const after: TicketDoc = {
      ...before,
      ...data.to,
      imported: before.imported && !isAttended(event),
      updatedAt: time,
      ...closedAfter(before, event),
      bot: botOf(before, event),
      ...waitsAfter(before, data.to.status, time),
      ...silenceMoved(before, event),
      moved: {
        ...{ how: moveNameOf(event.type), userId: userOf(event.actor), position },
        ...(data.to.userId !== null && data.to.userId !== data.from.userId && { given: true as const }),
        ...('noteId' in data && data.noteId !== undefined && { noteId: data.noteId }),
      },
      position,
    }
    return visible === null
      ? showTicket(docs, after)
      : putTicket(docs, { doc: visible, from: data.from }, after)
  },
})

export const moveRules: Rules<TicketMove['type']> = {
  'ticket.accepted.v1': moveRule(),
  'ticket.returned.v1': moveRule(),
  'ticket.transferred.v1': moveRule(),
  'ticket.reopened.v1': moveRule(),
  'ticket.resumed.v1': moveRule(waitFields.afterReturn),
  'ticket.closed.v1': moveRule(waitFields.afterClose),
  'ticket.close-undone.v1': moveRule(waitFields.afterUndo),
  'ticket.unlinked.v1': moveRule(),
}

export const deletedRule: Rule<'ticket.deleted.v1'> = {
  touch: ({ companyId, data }) => [
    ticketRef(data.ticketId),
    openingRef(data.ticketId),
    counterRef(companyId, data.from),
    ...(data.tagIds ?? []).map(tagCountRef),
  ],
  apply: (docs, { data }) => {
    const id = String(data.ticketId)
    const shown = docs.get('tickets', id)
    const before = shown ?? docs.get('opening', id)
    if (before === null) return []
    const { companyId, imported, tagIds, laneId = null } = before
    const gone: DocumentWrite[] = [
      { collection: shown === null ? 'opening' : 'tickets', id, doc: null },
      ...tagIds.map((tagId) => tagCounted(docs, companyId, tagId, -1)),
    ]
    return imported || shown === null
      ? gone
      : [...gone, addToCounter(docs, companyId, { ...data.from, laneId }, -1)]
  },
}
