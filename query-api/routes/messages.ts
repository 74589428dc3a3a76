import { COLLECTIONS } from '@guiche/contracts/collections.js'
import { Strict } from '@guiche/contracts/envelope.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/permissions.js'
import { ok } from '@guiche/contracts/result.js'
import type { MessageDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import { type Route, route } from '@guiche/infra/http/route.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { RouteDeps } from '../deps.js'
import { COUNT_CAP, cut, findPage, type Page, type Paged, pageOf } from './paging.js'
import { IdText, optional, pagedQuery, textOf } from './params.js'
import { openTicket, TICKET_VIEWS } from './ticket-access.js'

const PAGE = 20
const SORT = [['order', -1]] as const
/** A contact's newest tickets that one conversation joins. */
const TICKETS_JOINED = 500
/** Messages that a search looks at, at most, to fill one page with visible ones. */
const SCAN_STEP = 200
const SCAN_LIMIT = 4000

/** The tickets of one conversation: all of the ticket's contact that the reader may open. */
const conversation = async (documents: Documents, caller: Caller, ticket: TicketDoc): Promise<number[]> => {
  const { companyId } = caller
  const others = await documents.find<TicketDoc>({
    collection: COLLECTIONS.tickets,
    where: { companyId, contactId: ticket.contactId },
    sort: [
      ['updatedAt', -1],
      ['id', -1],
    ],
    limit: TICKETS_JOINED,
  })
  const ids = new Set([ticket.ticketId])
  for (const other of others) if (mayOpenTicket(caller, other)) ids.add(other.ticketId)
  return [...ids]
}

/** Found messages whose tickets the reader may open, newest first. Whose he may not are passed over, unseen and uncounted. */
const searchVisible = async (
  documents: Documents,
  caller: Caller,
  text: string,
  where: Where,
  page: Page,
): Promise<Paged<MessageDoc> & { tickets: Map<string, TicketDoc> }> => {
  const wanted = page.skip + page.size + 1
  const visible: MessageDoc[] = []
  const tickets = new Map<string, TicketDoc>()
  let after = page.after
  for (let scanned = 0; scanned < SCAN_LIMIT && visible.length < wanted; scanned += SCAN_STEP) {
    const found = await documents.search<MessageDoc>({
      collection: COLLECTIONS.messages,
      companyId: caller.companyId,
      text,
      where,
      sort: SORT,
      limit: SCAN_STEP,
      ...(after === null ? {} : { after }),
    })
    const docs = await documents.getMany<TicketDoc>(
      COLLECTIONS.tickets,
      found.map((message) => message.ticketId),
    )
    for (const message of found) {
      const ticket = docs.get(String(message.ticketId))
      if (ticket === undefined || !mayOpenTicket(caller, ticket)) continue
      tickets.set(ticket.id, ticket)
      visible.push(message)
    }
    const last = found.at(-1)
    if (last === undefined || found.length < SCAN_STEP) break
    after = [last.order]
  }
  return { ...cut(visible.slice(page.skip, wanted), page.size, SORT), tickets }
}

/** GET of messages: a conversation, newest page first, and the search over bodies. */
export const messageRoutes = ({ records, documents }: RouteDeps): Route[] => [
  route(
    'GET /messages/:ticketId',
    { params: Strict({ ticketId: IdText }), query: pagedQuery({}), views: [...TICKET_VIEWS, 'conversation'] },
    async ({ caller, params, query }) => {
      const page = pageOf(query, PAGE, SORT.length)
      if (!page.ok) return page
      const ticket = await openTicket(records, caller, Number(params.ticketId))
      if (!ticket.ok) return ticket
      const where = {
        companyId: caller.companyId,
        ticketId: { in: await conversation(documents, caller, ticket.value) },
      }
      const [{ rows, hasMore, cursor }, count, [shown]] = await Promise.all([
        findPage<MessageDoc>(
          documents,
          { collection: COLLECTIONS.messages, where: [where], sort: SORT },
          page.value,
        ),
        documents.count({ collection: COLLECTIONS.messages, where, cap: COUNT_CAP }),
        records.presentTickets([ticket.value]),
      ])
      const messages = await records.presentMessages(rows.reverse())
      return ok({ body: { messages, count, ticket: shown, hasMore, cursor } })
    },
  ),

  route(
    'GET /search/messages',
    { query: pagedQuery({ ticketId: optional.id }), views: [...TICKET_VIEWS, 'conversation'] },
    async ({ caller, query }) => {
      const page = pageOf(query, PAGE, SORT.length)
      if (!page.ok) return page
      const text = textOf(query.searchParam)
      if (text === null) return ok({ body: { messages: [], count: 0, hasMore: false, cursor: null } })
      let where: Where = { deleted: false }
      if (query.ticketId !== undefined) {
        const ticket = await openTicket(records, caller, Number(query.ticketId))
        if (!ticket.ok) return ticket
        where = { ...where, ticketId: { in: await conversation(documents, caller, ticket.value) } }
      }
      const found = await searchVisible(documents, caller, text, where, page.value)
      const [messages, tickets] = await Promise.all([
        records.presentMessages(found.rows),
        records.presentTickets([...found.tickets.values()]),
      ])
      const ticketOf = new Map(tickets.map((ticket) => [ticket.id, ticket]))
      return ok({
        body: {
          messages: messages.map((message) => ({
            ...message,
            ticket: ticketOf.get(message.ticketId) ?? null,
          })),
          count: page.value.skip + messages.length + (found.hasMore ? 1 : 0),
          hasMore: found.hasMore,
          cursor: found.cursor,
        },
      })
    },
  ),
]
