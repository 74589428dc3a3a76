import { COUNT_CAP } from '@guiche/contracts/counts.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { TicketStatus } from '@guiche/contracts/events/ticket.js'
import { DEFAULT_TICKET_VALUES } from '@guiche/contracts/events/ticket-fields.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/permissions.js'
import { pluck } from '@guiche/contracts/pick.js'
import type { Priority } from '@guiche/contracts/priority.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { QueryOf } from '@guiche/contracts/routes/route.js'
import type { InboxCounts } from '@guiche/contracts/routes/tickets.js'
import { ticketRoutes } from '@guiche/contracts/routes/tickets.js'
import type { OpenedTicket } from '@guiche/contracts/views/records.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { RouteDeps } from '../deps.js'
import { createHistory } from './audit.js'
import { contactTextOf } from './contact-text.js'
import { ticketsOfContacts } from './contact-tickets.js'
import { FIRST_DAY, LAST_DAY, type Period, periodOf } from './days.js'
import { createNotes } from './notes.js'
import { findPage, type Page, type Paged, pageInMemory, pageOf } from './paging.js'
import { flagOf, idsOf, prioritiesOf, textOf } from './params.js'
import { fulfils, type TicketFilter, type TicketMatch, ticketScope, total, whereOf } from './ticket-scope.js'

const PAGE = 40
const SORT = [
  ['updatedAt', -1],
  ['id', -1],
] as const
const MOST_URGENT = [
  ['urgency', 1],
  ['waitingSince', 1],
  ['id', 1],
] as const
/** By the order in the store: the times come from the clocks of several machines. */
const AS_IT_HAPPENED = [['position', -1]] as const
/** No company has more counters: one for each status, queue and user. */
const COUNTERS = 100_000
const SNOOZED = { snoozedUntil: { gt: '' } } as const
const AWAKE = { snoozedUntil: null } as const
/** A search looks at so many contacts and messages at most, the newest messages first. */
const CONTACTS_SEARCHED = 300
const MESSAGES_SEARCHED = 1000

type TicketsQuery = QueryOf<(typeof ticketRoutes)['GET /tickets']>
type Narrowing = QueryOf<(typeof ticketRoutes)['GET /tickets/counts']>

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

/** Tickets that changed last from one day to another; either end may be open. */
const changedOn = async (
  deps: RouteDeps,
  companyId: number,
  { dateFrom, dateTo }: Narrowing,
): Promise<Result<Period | null, DomainError>> => {
  const [first, last] = [textOf(dateFrom), textOf(dateTo)]
  if (first === null && last === null) return ok(null)
  const timezone = (await deps.records.company(companyId))?.timezone ?? 'UTC'
  const period = periodOf(timezone, first ?? FIRST_DAY, last ?? LAST_DAY)
  return period === null ? err(domainError('ERR_VALIDATION', { field: 'dateFrom' })) : ok(period)
}

/** As documents have them: those of an older generation lack the default. */
const storedAs = (priorities: readonly Priority[]): readonly (Priority | null)[] =>
  priorities.includes(DEFAULT_TICKET_VALUES.priority) ? [...priorities, null] : priorities

/** What narrows the lists and their numbers. */
const narrowed = async (
  deps: RouteDeps,
  caller: Caller,
  query: Narrowing,
): Promise<Result<Omit<TicketFilter, 'status' | 'wide'>, DomainError>> => {
  const changed = await changedOn(deps, caller.companyId, query)
  if (!changed.ok) return changed
  const tagIds = idsOf(query.tags) ?? []
  const tags = await deps.documents.getMany('tags', tagIds)
  const isThere = (id: number) => tags.get(String(id))?.companyId === caller.companyId
  // a ticket may still name a tag that was deleted, but has it no more
  const tagged = tagIds.every(isThere) ? { tagIds: { has: tagIds } } : { ticketId: { in: [] } }
  const connections = idsOf(query.whatsappIds)
  const priorities = prioritiesOf(query.priorities)
  return ok({
    showAll: flagOf(query.showAll),
    queueIds: idsOf(query.queueIds),
    users: idsOf(query.users),
    and: {
      ...(tagIds.length === 0 ? {} : tagged),
      ...(flagOf(query.withUnreadMessages) ? { unread: { gt: 0 } } : {}),
      ...(flagOf(query.fromAd) ? { originId: { gt: '' } } : {}),
      ...(priorities.length === 0 ? {} : { priority: { in: storedAs(priorities) } }),
      ...(connections === null ? {} : { connectionId: { in: connections } }),
      ...(changed.value === null ? {} : { updatedAt: changed.value }),
    },
  })
}

const filterOf = async (
  deps: RouteDeps,
  caller: Caller,
  query: TicketsQuery,
): Promise<Result<TicketFilter, DomainError>> => {
  const created = await dayOf(deps, caller.companyId, query.date)
  if (!created.ok) return created
  const updated = await dayOf(deps, caller.companyId, query.updatedAt)
  if (!updated.ok) return updated
  const filter = await narrowed(deps, caller, query)
  if (!filter.ok) return filter
  const { and, ...rest } = filter.value
  const status = statusOf(query.status)
  const isTagged = (idsOf(query.tags)?.length ?? 0) > 0
  const isSearch = textOf(query.searchParam) !== null || created.value !== null || updated.value !== null
  return ok({
    ...rest,
    status,
    and: {
      ...and,
      ...(query.snoozed === undefined ? {} : flagOf(query.snoozed) ? SNOOZED : AWAKE),
      ...(created.value === null ? {} : { createdAt: created.value }),
      ...(updated.value === null ? {} : { updatedAt: updated.value }),
    },
    // tags and users narrow a tab; without one they are a search of their own
    wide: isSearch || (status === null && (isTagged || (rest.users?.length ?? 0) > 0)),
  })
}

/** Tickets whose contact or messages hold all words of the text, as far as the reader may see them. */
const searched = async (
  { documents, records }: Pick<RouteDeps, 'documents' | 'records'>,
  caller: Caller,
  text: string,
  matches: readonly TicketMatch[],
): Promise<TicketDoc[]> => {
  const { companyId } = caller
  const isMeant = (ticket: TicketDoc) =>
    ticket.companyId === companyId && matches.some((match) => fulfils(ticket, match))
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

const list = async (
  deps: Pick<RouteDeps, 'documents' | 'records'>,
  caller: Caller,
  matches: readonly TicketMatch[],
  text: string | null,
  page: Page,
  sort: typeof SORT | typeof MOST_URGENT,
): Promise<Paged<TicketDoc> & { count: number }> => {
  const { documents } = deps
  if (matches.length === 0) return { rows: [], hasMore: false, cursor: null, count: 0 }
  if (text !== null) {
    const found = await searched(deps, caller, text, matches)
    return { ...pageInMemory(found, sort, page), count: found.length }
  }
  const where: Where[] = matches.map((match) => whereOf(caller.companyId, match))
  const [paged, count] = await Promise.all([
    findPage(documents, 'tickets', { where, sort }, page),
    documents.count('tickets', where, COUNT_CAP),
  ])
  return { ...paged, count }
}

/** How many tickets each list of the caller holds. What came with a phone's history is not counted (decisions 33). */
const countsOf = async (
  documents: Documents,
  caller: Caller,
  filter: Omit<TicketFilter, 'status' | 'wide'>,
): Promise<InboxCounts> => {
  const { companyId } = caller
  const scope = (status: TicketStatus, and: TicketFilter['and'] = {}) =>
    ticketScope(caller, {
      ...filter,
      ...{ status, wide: false, and: { ...filter.and, ...and } },
      // nobody attends what waits
      users: status === 'pending' ? null : filter.users,
    })
  const countDocs = (status: TicketStatus, and: TicketFilter['and'] = {}): Promise<number> => {
    const where = scope(status, { ...and, imported: false }).map((match) => whereOf(companyId, match))
    return where.length === 0 ? Promise.resolve(0) : documents.count('tickets', where, COUNT_CAP)
  }
  const snoozed = await countDocs('open', SNOOZED)
  if (filter.users !== null || Object.keys(filter.and).length > 0) {
    const [open, pending, closed] = await Promise.all([
      countDocs('open', AWAKE),
      countDocs('pending'),
      countDocs('closed'),
    ])
    return { open, pending, closed, snoozed }
  }
  const own: Where = caller.profile === 'admin' && filter.showAll ? {} : { userId: caller.userId }
  const where: Where[] = [
    { companyId, status: { in: ['open', 'pending'] } },
    { companyId, status: 'closed', ...own },
  ]
  const counters = await documents.find('counters', { where, limit: COUNTERS })
  const badge = (status: TicketStatus): number => total(scope(status), counters)
  return {
    open: Math.max(0, badge('open') - snoozed),
    pending: badge('pending'),
    closed: badge('closed'),
    snoozed,
  }
}

/** The inbox, its badges, one ticket by id or address, and what happened to it. */
export const ticketQueries = (deps: RouteDeps): readonly Route[] => {
  const { records, documents } = deps
  const history = createHistory(documents)
  const notes = createNotes(documents)
  const activeBeside = async (caller: Caller, closed: TicketDoc): Promise<OpenedTicket['active']> => {
    const { companyId, contactId, connectionId } = closed
    const found = await documents.find('tickets', {
      where: { companyId, contactId, connectionId, status: { in: ['open', 'pending'] } },
      sort: SORT,
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
      const sort = query.order === 'waiting' && query.status === 'pending' ? MOST_URGENT : SORT
      const page = pageOf(query, PAGE, sort.length)
      if (!page.ok) return page
      const filter = await filterOf(deps, caller, query)
      if (!filter.ok) return filter
      const matches = ticketScope(caller, filter.value)
      const text = textOf(query.searchParam)
      const { rows, ...rest } = await list(deps, caller, matches, text, page.value, sort)
      return ok({ body: { tickets: await records.presentTickets(rows), ...rest } })
    },

    'GET /tickets/counts': async ({ caller, query }) => {
      const filter = await narrowed(deps, caller, query)
      return filter.ok ? ok({ body: await countsOf(documents, caller, filter.value) }) : filter
    },

    'GET /tickets/mentions': async ({ caller }) => ok({ body: await notes.mentioning(caller) }),
    'GET /tickets/:id': shown,
    'GET /tickets/u/:uuid': shown,
    'GET /tickets/:id/history': async ({ found: { companyId, ticketId }, query }) =>
      history({ companyId, ticketId }, AS_IT_HAPPENED, query),
  })
}
