import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { TicketStatus } from '@guiche/contracts/events/ticket.js'
import { pluck } from '@guiche/contracts/pick.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { QueryOf } from '@guiche/contracts/routes/route.js'
import type { InboxCounts } from '@guiche/contracts/routes/tickets.js'
import { ticketRoutes } from '@guiche/contracts/routes/tickets.js'
import { COUNT_CAP } from '@guiche/contracts/ticket/counts.js'
import { type FilterValues, isNarrowed, offeredIn } from '@guiche/contracts/ticket-lists/filters.js'
import { matchesOf, type TicketList } from '@guiche/contracts/ticket-lists/lists.js'
import { fulfilsMatch, type OtherConditions, type TicketMatch } from '@guiche/contracts/ticket-lists/match.js'
import { type Order, TICKET_ORDERS } from '@guiche/contracts/ticket-lists/order.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { OpenedTicket } from '@guiche/contracts/views/records.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { RouteDeps } from '../deps.js'
import { createHistory } from './audit.js'
import { contactTextOf } from './contact-text.js'
import { ticketsOfContacts } from './contact-tickets.js'
import { type Period, periodOf } from './days.js'
import { createNotes } from './notes.js'
import { findPage, type Page, type PagedRows, pageInMemory, pageOf } from './paging.js'
import { flagOf, textOf } from './params.js'
import { filtersIn } from './ticket-filters.js'
import { totalOf, whereOf } from './ticket-scope.js'

const PAGE = 40
/** Orders by position, because times come from the clocks of several machines. */
const AS_IT_HAPPENED = [['position', -1]] as const
/** Greater than the number of counters of any company: one for each status, queue and user. */
const COUNTERS = 100_000
/** A search checks at most this number of contacts, and of messages, newest first. */
const CONTACTS_SEARCHED = 300
const MESSAGES_SEARCHED = 1000

type TicketsQuery = QueryOf<(typeof ticketRoutes)['GET /tickets']>

const statusOf = (text: string | undefined): TicketStatus | null =>
  text === 'attending' ? 'open' : text === 'open' || text === 'pending' || text === 'closed' ? text : null

const dayOf = async (
  deps: RouteDeps,
  companyId: number,
  day: string | undefined,
): Promise<Result<Period | null, DomainError>> => {
  if (textOf(day) === null || day === undefined) return ok(null)
  const company = await deps.records.company(companyId)
  const period = periodOf(company?.timezone ?? 'UTC', day, day)
  return period === null ? err(domainError('ERR_VALIDATION', { field: 'date' })) : ok(period)
}

const listOf = async (
  deps: RouteDeps,
  caller: Caller,
  query: TicketsQuery,
): Promise<Result<TicketList, DomainError>> => {
  const created = await dayOf(deps, caller.companyId, query.date)
  if (!created.ok) return created
  const updated = await dayOf(deps, caller.companyId, query.updatedAt)
  if (!updated.ok) return updated
  const filters = await filtersIn(deps, caller.companyId, query)
  if (!filters.ok) return filters
  return ok({
    ...filters.value,
    status: statusOf(query.status),
    and: {
      ...filters.value.and,
      ...(created.value === null ? {} : { createdAt: { ...created.value } }),
      ...(updated.value === null ? {} : { updatedAt: { ...updated.value } }),
    },
    wide:
      flagOf(query.wide) ||
      textOf(query.searchParam) !== null ||
      created.value !== null ||
      updated.value !== null,
  })
}

/** Tickets whose contact or messages contain all words of the text, as far as the reader may see them. */
const searchTickets = async (
  { documents, records }: Pick<RouteDeps, 'documents' | 'records'>,
  caller: Caller,
  text: string,
  matches: readonly TicketMatch[],
): Promise<TicketDoc[]> => {
  const { companyId } = caller
  const isMeant = (ticket: TicketDoc) =>
    ticket.companyId === companyId && matches.some((match) => fulfilsMatch(ticket, match))
  const [contacts, messages] = await Promise.all([
    documents.search('contacts', {
      companyId,
      text: (await contactTextOf(records, companyId, text)) ?? text,
      sort: [['id', 1]],
      limit: CONTACTS_SEARCHED,
    }),
    documents.search('messages', {
      companyId,
      text,
      where: { deleted: false },
      sort: [['order', -1]],
      limit: MESSAGES_SEARCHED,
    }),
  ])
  const [ofContacts, ofMessages] = await Promise.all([
    ticketsOfContacts(documents, companyId, pluck(contacts, 'contactId'), isMeant, COUNT_CAP),
    documents.getMany('tickets', pluck(messages, 'ticketId')),
  ])
  const found = new Map([...ofContacts, ...ofMessages.values()].map((ticket) => [ticket.id, ticket]))
  return [...found.values()].filter(isMeant)
}

const listTickets = async (
  deps: Pick<RouteDeps, 'documents' | 'records'>,
  caller: Caller,
  matches: readonly TicketMatch[],
  text: string | null,
  page: Page,
  sort: Order,
): Promise<PagedRows<TicketDoc> & { count: number }> => {
  const { documents } = deps
  if (matches.length === 0) return { rows: [], hasMore: false, cursor: null, count: 0 }
  if (text !== null) {
    const found = await searchTickets(deps, caller, text, matches)
    return { ...pageInMemory(found, sort, page), count: found.length }
  }
  const where: Where[] = matches.map((match) => whereOf(caller.companyId, match))
  const [paged, count] = await Promise.all([
    findPage(documents, 'tickets', { where, sort }, page),
    documents.count('tickets', where, COUNT_CAP),
  ])
  return { ...paged, count }
}

/** The number of tickets in each list of the caller. Imported tickets are not counted (decision 0044). */
const countsOf = async (
  documents: Documents,
  caller: Caller,
  filters: TicketList & { readonly and: OtherConditions },
): Promise<InboxCounts> => {
  const { companyId } = caller
  const matchesIn = (status: TicketStatus, more: FilterValues = {}, and: OtherConditions = {}) =>
    matchesOf(caller, {
      ...offeredIn(status, filters),
      ...more,
      ...{ status, and: { ...filters.and, ...and } },
    })
  const countDocs = (status: TicketStatus, more: FilterValues = {}): Promise<number> => {
    const where = matchesIn(status, more, { imported: false }).map((match) => whereOf(companyId, match))
    return where.length === 0 ? Promise.resolve(0) : documents.count('tickets', where, COUNT_CAP)
  }
  const snoozed = await countDocs('open', { snoozed: true })
  if (isNarrowed(filters)) {
    const [open, pending, closed] = await Promise.all([
      countDocs('open', { snoozed: false }),
      countDocs('pending'),
      countDocs('closed'),
    ])
    return { open, pending, closed, snoozed }
  }
  const own: Where = caller.profile === 'admin' && filters.showAll ? {} : { userId: caller.userId }
  const where: Where[] = [
    { companyId, status: { in: ['open', 'pending'] } },
    { companyId, status: 'closed', ...own },
  ]
  const counters = await documents.find('counters', { where, limit: COUNTERS })
  const badge = (status: TicketStatus): number => totalOf(matchesIn(status), counters)
  return {
    open: Math.max(0, badge('open') - snoozed),
    pending: badge('pending'),
    closed: badge('closed'),
    snoozed,
  }
}

/** Lists of the inbox, its badges, one ticket by id or address, and its history. */
export const ticketQueries = (deps: RouteDeps): readonly Route[] => {
  const { records, documents } = deps
  const history = createHistory(documents)
  const notes = createNotes(documents)
  const activeBeside = async (caller: Caller, closed: TicketDoc): Promise<OpenedTicket['active']> => {
    const { companyId, contactId, connectionId } = closed
    const found = await documents.find('tickets', {
      where: { companyId, contactId, connectionId, status: { in: ['open', 'pending'] } },
      sort: TICKET_ORDERS.changed,
      limit: 1,
    })
    const [active] = found.filter((ticket) => mayOpenTicket(caller, ticket))
    return active === undefined ? null : { id: active.ticketId, uuid: active.uuid }
  }
  const shown = async ({ caller, found }: { caller: Caller; found: TicketDoc }) => {
    const [[ticket], contact] = await Promise.all([
      records.presentTickets([found]),
      records.contact(found.companyId, found.contactId),
    ])
    if (ticket === undefined) return err(domainError('ERR_NO_TICKET_FOUND'))
    const [whole = ticket.contact] = records.presentContacts(contact === null ? [] : [contact])
    const [active, written] = await Promise.all([
      found.status === 'closed' ? activeBeside(caller, found) : null,
      notes.about(caller, found),
    ])
    return ok({ body: { ...ticket, contact: whole, active, notes: written } })
  }

  return serving('query', deps.guards)(ticketRoutes, {
    'GET /tickets': async ({ caller, query }) => {
      const sort =
        query.order === 'waiting' && query.status === 'pending'
          ? TICKET_ORDERS.waiting
          : TICKET_ORDERS.changed
      const page = pageOf(query, PAGE, sort.length)
      if (!page.ok) return page
      const asked = await listOf(deps, caller, query)
      if (!asked.ok) return asked
      const matches = matchesOf(caller, asked.value)
      const text = textOf(query.searchParam)
      const { rows, ...rest } = await listTickets(deps, caller, matches, text, page.value, sort)
      return ok({ body: { tickets: await records.presentTickets(rows), ...rest } })
    },

    'GET /tickets/counts': async ({ caller, query }) => {
      const filters = await filtersIn(deps, caller.companyId, query)
      return filters.ok ? ok({ body: await countsOf(documents, caller, filters.value) }) : filters
    },

    'GET /tickets/mentions': async ({ caller }) => ok({ body: await notes.mentioning(caller) }),
    'GET /tickets/:id': shown,
    'GET /tickets/u/:uuid': shown,
    'GET /tickets/:id/history': async ({ found: { companyId, ticketId }, query }) =>
      history([{ companyId, ticketId }], AS_IT_HAPPENED, query),
  })
}
