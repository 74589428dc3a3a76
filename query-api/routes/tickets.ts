import { COLLECTIONS } from '@guiche/contracts/collections.js'
import { OneOf, Strict } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { TicketStatus } from '@guiche/contracts/events/ticket.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/permissions.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import type { InboxCounts, OpenedTicket } from '@guiche/contracts/views/records.js'
import type { CounterDoc, MessageDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import { type Route, route } from '@guiche/infra/http/route.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import { type Static, Type } from '@sinclair/typebox'
import type { RouteDeps } from '../deps.js'
import { periodOf } from './days.js'
import { COUNT_CAP, findPage, type Page, type Paged, pageInMemory, pageOf } from './paging.js'
import { flagOf, IdParams, idsOf, optional, pagedQuery, textOf } from './params.js'
import { openTicket, permitted, TICKET_VIEWS } from './ticket-access.js'
import {
  type Period,
  type Standing,
  stands,
  type TicketFilter,
  ticketScope,
  total,
  whereOf,
} from './ticket-scope.js'

const PAGE = 40
const SORT = [
  ['updatedAt', -1],
  ['id', -1],
] as const
/** A search looks at so many contacts and messages at most, the newest messages first. */
const CONTACTS_SEARCHED = 300
const MESSAGES_SEARCHED = 1000

const TicketsQuery = pagedQuery({
  status: Type.Optional(OneOf(['open', 'pending', 'closed', 'attending', ''])),
  showAll: optional.flag,
  withUnreadMessages: optional.flag,
  queueIds: optional.ids,
  users: optional.ids,
  tags: optional.ids,
  date: optional.day,
  updatedAt: optional.day,
})
type TicketsQuery = Static<typeof TicketsQuery>

const statusOf = (text: string | undefined): TicketStatus | null =>
  text === 'open' || text === 'pending' || text === 'closed' ? text : null

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

const filterOf = async (
  deps: RouteDeps,
  caller: Caller,
  query: TicketsQuery,
): Promise<Result<TicketFilter, DomainError>> => {
  const created = await dayOf(deps, caller.companyId, query.date)
  if (!created.ok) return created
  const updated = await dayOf(deps, caller.companyId, query.updatedAt)
  if (!updated.ok) return updated
  return ok({
    status: statusOf(query.status),
    showAll: flagOf(query.showAll),
    queueIds: idsOf(query.queueIds),
    users: idsOf(query.users),
    unread: flagOf(query.withUnreadMessages),
    createdAt: created.value,
    updatedAt: updated.value,
    wide: textOf(query.searchParam) !== null || created.value !== null || updated.value !== null,
  })
}

/** Tickets whose contact or messages hold all words of the text, as far as the reader may see them. */
const searched = async (
  documents: Documents,
  caller: Caller,
  text: string,
  standings: readonly Standing[],
): Promise<TicketDoc[]> => {
  const { companyId } = caller
  const [contacts, messages] = await Promise.all([
    documents.search<ContactDoc>({
      collection: COLLECTIONS.contacts,
      companyId,
      text,
      sort: [['id', 1]],
      limit: CONTACTS_SEARCHED,
    }),
    documents.search<MessageDoc>({
      collection: COLLECTIONS.messages,
      companyId,
      text,
      where: { deleted: false },
      sort: [['order', -1]],
      limit: MESSAGES_SEARCHED,
    }),
  ])
  const [ofContacts, ofMessages] = await Promise.all([
    contacts.length === 0
      ? []
      : documents.find<TicketDoc>({
          collection: COLLECTIONS.tickets,
          where: { companyId, contactId: { in: contacts.map((contact) => contact.contactId) } },
          sort: SORT,
          limit: COUNT_CAP,
        }),
    documents.getMany<TicketDoc>(
      COLLECTIONS.tickets,
      messages.map((message) => message.ticketId),
    ),
  ])
  const found = new Map([...ofContacts, ...ofMessages.values()].map((ticket) => [ticket.id, ticket]))
  return [...found.values()].filter(
    (ticket) => ticket.companyId === companyId && standings.some((standing) => stands(standing, ticket)),
  )
}

const list = async (
  documents: Documents,
  caller: Caller,
  standings: readonly Standing[],
  text: string | null,
  page: Page,
): Promise<Paged<TicketDoc> & { count: number }> => {
  if (standings.length === 0) return { rows: [], hasMore: false, cursor: null, count: 0 }
  if (text !== null) {
    const found = await searched(documents, caller, text, standings)
    return { ...pageInMemory(found, SORT, page), count: found.length }
  }
  const where: Where[] = standings.map((standing) => whereOf(caller.companyId, standing))
  const [paged, count] = await Promise.all([
    findPage<TicketDoc>(documents, { collection: COLLECTIONS.tickets, where, sort: SORT }, page),
    documents.count({ collection: COLLECTIONS.tickets, where, cap: COUNT_CAP }),
  ])
  return { ...paged, count }
}

/** GET of tickets: the inbox, its badges, one ticket by id or address. */
export const ticketRoutes = (deps: RouteDeps): Route[] => {
  const { records, documents } = deps
  const activeBeside = async (caller: Caller, closed: TicketDoc): Promise<OpenedTicket['active']> => {
    const { companyId, contactId, connectionId } = closed
    const found = await documents.find<TicketDoc>({
      collection: COLLECTIONS.tickets,
      where: { companyId, contactId, connectionId, status: { in: ['open', 'pending'] } },
      sort: SORT,
      limit: 1,
    })
    const [active] = found.filter((ticket) => mayOpenTicket(caller, ticket))
    return active === undefined ? null : { id: active.ticketId, uuid: active.uuid }
  }
  const shown = async (caller: Caller, found: Result<TicketDoc, DomainError>) => {
    if (!found.ok) return found
    const [ticket] = await records.presentTickets([found.value])
    const active = found.value.status === 'closed' ? await activeBeside(caller, found.value) : null
    return ok({ body: { ...ticket, active } })
  }

  return [
    route('GET /tickets', { query: TicketsQuery, views: TICKET_VIEWS }, async ({ caller, query }) => {
      const page = pageOf(query, PAGE, SORT.length)
      if (!page.ok) return page
      const filter = await filterOf(deps, caller, query)
      if (!filter.ok) return filter
      // no ticket has a tag yet: asking for tags finds none
      const tagged = (idsOf(query.tags) ?? []).length > 0
      const standings = tagged ? [] : ticketScope(caller, filter.value)
      const { rows, ...rest } = await list(
        documents,
        caller,
        standings,
        textOf(query.searchParam),
        page.value,
      )
      return ok({ body: { tickets: await records.presentTickets(rows), ...rest } })
    }),

    route(
      'GET /tickets/counts',
      { query: Strict({ queueIds: optional.ids, showAll: optional.flag }), views: ['inbox'] },
      async ({ caller, query }) => {
        const counters = await documents.find<CounterDoc>({
          collection: COLLECTIONS.counters,
          where: { companyId: caller.companyId, status: { in: ['open', 'pending'] } },
          sort: [['id', 1]],
          limit: 100_000,
        })
        const badge = (status: TicketStatus): number =>
          total(
            ticketScope(caller, {
              status,
              showAll: flagOf(query.showAll),
              queueIds: idsOf(query.queueIds),
              users: null,
              unread: false,
              createdAt: null,
              updatedAt: null,
              wide: false,
            }),
            counters,
          )
        const body: InboxCounts = { open: badge('open'), pending: badge('pending') }
        return ok({ body })
      },
    ),

    route('GET /tickets/:id', { params: IdParams, views: TICKET_VIEWS }, async ({ caller, params }) =>
      shown(caller, await openTicket(records, caller, Number(params.id))),
    ),

    route(
      'GET /tickets/u/:uuid',
      { params: Strict({ uuid: Type.String({ format: 'uuid' }) }), views: TICKET_VIEWS },
      async ({ caller, params }) =>
        shown(
          caller,
          permitted(caller, await records.ticketByUuid(caller.companyId, params.uuid.toLowerCase())),
        ),
    ),
  ]
}
