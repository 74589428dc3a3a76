import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { SetTicketFields } from '../events/ticket-fields.js'
import { LONGEST_WHY } from '../notices/move-notices.js'
import { VISIBLE_CHARACTER } from '../plain-text.js'
import { optionalText, optionalWords, pagedQuery } from '../text.js'
import { TICKET_CHOICES } from '../ticket/choices.js'
import {
  BADGE_FILTERS,
  FILTER_NAMES,
  type FilterName,
  type FilterParams,
  TICKET_FILTERS,
} from '../ticket-lists/filters.js'
import { TICKET_ORDERS, type TicketOrder } from '../ticket-lists/order.js'
import { Acknowledgement, PageOf } from '../views/answers.js'
import { BOT_FIELD_NAMES } from '../views/bot-fields.js'
import { AuditRecord } from '../views/insight.js'
import { viewsOf } from '../views/joined-views.js'
import { OpenedTicket, TicketRecord } from '../views/records.js'
import { routes } from './route.js'

const SHOWN_VIEWS = viewsOf('ticket')
const MISSING = ['ERR_NO_TICKET_FOUND'] as const
const ABSENT_ERRORS = ['ERR_QUEUE_NOT_FOUND', 'ERR_NO_USER_FOUND', 'ERR_NO_WAPP_FOUND'] as const

const Count = Type.Integer({ minimum: 0 })
/** Badges of the inbox. `open`: without snoozed tickets. */
export const InboxCounts = Strict({ open: Count, pending: Count, closed: Count, snoozed: Count })
export type InboxCounts = Static<typeof InboxCounts>

const NullableId = Type.Optional(Nullable(Id))
const Status = OneOf(['pending', 'open', 'closed'])

const NewTicket = Strict({
  contactId: Id,
  queueId: NullableId,
  whatsappId: NullableId,
  userId: NullableId,
  status: Type.Optional(OneOf(['open', 'pending', 'attending'])),
})
/**
 * One route for five commands. Accept: `open` of a waiting ticket; return: `pending`; resolve: `closed`;
 * reopen: `open` of a closed ticket. Transfer: another `queueId`, `userId` or `whatsappId`.
 */
const TicketBody = Strict({
  /** `attending` is another word for `open` */
  status: Type.Optional(OneOf(['pending', 'open', 'closed', 'attending'])),
  userId: NullableId,
  queueId: NullableId,
  whatsappId: NullableId,
  /** for a transfer to a queue without an agent: the contact gets the queue's menu, if it has options */
  startMenu: Type.Optional(Type.Boolean()),
  /** for a transfer or return: the reason, kept as a note on the ticket for its next agent */
  why: Type.Optional(Type.String({ minLength: 2, maxLength: LONGEST_WHY, pattern: VISIBLE_CHARACTER })),
})
const CloseAll = Strict({
  status: Status,
  selectedQueueIds: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
})

/** Existing clients send whole tags; only their ids count. */
const TagSync = Strict({
  ticketId: Id,
  tags: Type.Array(Type.Object({ id: Id }), { maxItems: 50 }),
  /** the ticket's present tags stay */
  add: Type.Optional(Type.Boolean()),
})

const FILTER_SCHEMAS = {
  ids: optionalText.ids,
  flag: optionalText.flag,
  day: optionalText.day,
}
type FilterSchemas = typeof FILTER_SCHEMAS & { readonly choice: ReturnType<typeof optionalWords> }
const filterSchema = (name: FilterName) => {
  const filter = TICKET_FILTERS[name]
  return filter.kind === 'choice'
    ? optionalWords(TICKET_CHOICES[filter.of].values)
    : FILTER_SCHEMAS[filter.kind]
}
/** The query parameters of these filters. */
const paramsOf = <N extends FilterName>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [TICKET_FILTERS[name].param, filterSchema(name)])) as FilterParams<
    FilterSchemas,
    N
  >

export const ticketRoutes = routes({
  'GET /tickets': {
    allow: 'user',
    query: pagedQuery({
      ...paramsOf(FILTER_NAMES),
      status: Type.Optional(OneOf(['open', 'pending', 'closed', 'attending', ''])),
      date: optionalText.day,
      updatedAt: optionalText.day,
      /** searches all tickets that the caller may open, as a search by words does */
      wide: optionalText.flag,
      /** `waiting`: for pending tickets: most urgent first, then the longest waiting first */
      order: Type.Optional(OneOf(Object.keys(TICKET_ORDERS) as TicketOrder[])),
    }),
    answer: PageOf('tickets', TicketRecord),
    views: SHOWN_VIEWS,
    summary: 'Tickets, 40 a page, last changed first unless `order` says otherwise',
  },
  'GET /tickets/counts': {
    allow: 'user',
    query: Strict(paramsOf(BADGE_FILTERS)),
    answer: InboxCounts,
    views: ['inbox', 'tags'],
    summary:
      'How many tickets the lists of the caller hold; up to 1000 of each where more than queues narrows them',
  },
  'GET /tickets/mentions': {
    allow: 'user',
    answer: OpenedTicket.properties.notes,
    views: ['notes', 'inbox', 'contacts', 'users'],
    summary: 'Of the newest 20 notes that mention the caller, those about tickets that are not closed',
  },
  'GET /tickets/:id': {
    allow: 'user',
    on: 'ticket',
    answer: OpenedTicket,
    views: [...SHOWN_VIEWS, 'notes'],
    errors: MISSING,
    summary: 'One ticket, with the notes about its contact',
  },
  'GET /tickets/u/:uuid': {
    allow: 'user',
    on: 'ticket',
    params: { uuid: Type.String({ format: 'uuid' }) },
    answer: OpenedTicket,
    views: [...SHOWN_VIEWS, 'notes'],
    errors: MISSING,
    summary: 'One ticket by the id that stands in its address, with the notes about its contact',
  },
  'GET /tickets/:id/history': {
    allow: 'user',
    on: 'ticket',
    query: pagedQuery({}),
    answer: PageOf('records', AuditRecord),
    views: ['inbox', 'audit'],
    errors: MISSING,
    summary: 'What happened to a ticket, newest first',
  },
  'POST /tickets': {
    allow: 'user',
    body: NewTicket,
    answer: TicketRecord,
    views: ['inbox'],
    errors: [
      ...ABSENT_ERRORS,
      'ERR_SELECT_QUEUE',
      'ERR_NO_CONTACT_FOUND',
      'ERR_CONTACT_ERASED',
      'ERR_NO_DEF_WAPP_FOUND',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_USER_AT_CAPACITY',
    ],
    jsonErrors: ['ERR_OTHER_OPEN_TICKET'],
    summary: 'Opens a ticket with a contact',
  },
  'PUT /tickets/:id': {
    allow: 'user',
    on: 'decider',
    body: TicketBody,
    // existing clients send these fields back unchanged; only the bot changes them
    later: BOT_FIELD_NAMES,
    answer: TicketRecord,
    views: ['inbox'],
    errors: [
      ...MISSING,
      ...ABSENT_ERRORS,
      'ERR_OTHER_OPEN_TICKET',
      'ERR_TICKET_ALREADY_TAKEN',
      'ERR_TICKET_OF_COLLEAGUE',
      'ERR_TICKET_CHANGED',
      'ERR_TICKET_STATE',
      'ERR_USER_AT_CAPACITY',
      'ERR_CONTACT_ERASED',
    ],
    summary:
      'Accepts, returns, transfers, resolves or reopens a ticket; with X-Seen-Position only as it was seen there',
  },
  'POST /tickets/:id/ask': {
    allow: 'user',
    errors: [...MISSING, 'ERR_TICKET_STATE', 'ERR_CONTACT_ERASED'],
    summary: 'Asks those who have a ticket for it, by a note that mentions them, once a day',
  },
  'PUT /tickets/:id/fields': {
    allow: 'user',
    on: 'decider',
    body: SetTicketFields,
    answer: TicketRecord,
    views: ['inbox'],
    errors: [...MISSING, 'ERR_TICKET_OF_COLLEAGUE'],
    summary:
      'Sets fields on a ticket, which moves nothing; absent fields stay as they are, with X-Seen-Position also those that were set since',
  },
  'DELETE /tickets/:id/bot': {
    allow: 'user',
    on: 'decider',
    answer: TicketRecord,
    views: ['inbox'],
    errors: MISSING,
    summary: 'Takes a waiting ticket out of the bot, which is silent on it from then on',
  },
  'POST /tickets/:id/snooze': {
    allow: 'user',
    on: 'decider',
    body: Strict({ until: Time }),
    answer: TicketRecord,
    views: ['inbox'],
    errors: [...MISSING, 'ERR_TICKET_STATE'],
    summary:
      "Takes an attended ticket out of its agent's list until a time, or until the contact writes; with X-Seen-Position only where it is snoozed as it was there",
  },
  'DELETE /tickets/:id/snooze': {
    allow: 'user',
    on: 'decider',
    answer: TicketRecord,
    views: ['inbox'],
    errors: MISSING,
    summary: 'Brings a snoozed ticket back; with X-Seen-Position only where it is snoozed as it was there',
  },
  'POST /tickets/:id/undo-close': {
    allow: 'user',
    on: 'decider',
    answer: TicketRecord,
    views: ['inbox'],
    errors: [
      ...MISSING,
      'ERR_NO_USER_FOUND',
      'ERR_QUEUE_NOT_FOUND',
      'ERR_CONTACT_ERASED',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_TICKET_STATE',
      'ERR_UNDO_OVER',
    ],
    summary: 'Undoes the resolution of a ticket within seconds, by whoever resolved it or an admin',
  },
  'DELETE /tickets/:id': {
    allow: 'admin',
    answer: Acknowledgement,
    views: ['inbox'],
    errors: [...MISSING, 'ERR_TICKET_STATE'],
    summary: 'Deletes a ticket',
  },
  'POST /tickets/closeAll': {
    allow: 'admin',
    body: CloseAll,
    errors: ['ERR_QUEUE_NOT_FOUND'],
    summary: 'Closes all tickets of a status in the chosen queues',
  },
  'POST /tags/sync': {
    allow: 'user',
    on: 'decider',
    body: TagSync,
    answer: TicketRecord,
    views: ['inbox'],
    errors: [...MISSING, 'ERR_NO_TAG_FOUND'],
    summary: 'Gives a ticket these tags and no others, or adds them',
  },
  'POST /tickets/:id/read': {
    reads: true,
    allow: 'user',
    on: 'ticket',
    errors: MISSING,
    summary: 'Marks the messages of the contact as read',
  },
})
