import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { pluck } from '@guiche/contracts/pick.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { messageRoutes } from '@guiche/contracts/routes/messages.js'
import { COUNT_CAP } from '@guiche/contracts/ticket/counts.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { MessageDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import { spanOf } from '@guiche/contracts/views/ticket-span.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import type { Scalar, Where } from '@guiche/infra/read-store/read-store.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { RouteDeps } from '../deps.js'
import { type Conversation, conversationOf } from './conversation.js'
import { readPermittedTicket } from './guards.js'
import { fileOf } from './media.js'
import { cursorOf, findPage, type Page, type PagedRows, pageOf, toPage } from './paging.js'
import { textOf } from './params.js'
import { createPreviews } from './previews.js'

const PAGE = 20
const SORT = [['order', -1]] as const
const FORWARD = [['order', 1]] as const
/** Maximum of messages that a search checks to fill one page with visible messages. */
const SCAN_STEP = 200
const SCAN_LIMIT = 4000

interface Stretch {
  /** newest first */
  readonly rows: MessageDoc[]
  readonly hasMore: boolean
  /** cursor of the page before this page; null at the beginning of the conversation */
  readonly cursor: string | null
  /** cursor of the page after this page; null at the end of the conversation */
  readonly newer: string | null
}

/** The messages right after a position in the conversation. */
const messagesAfter = async (
  documents: Documents,
  where: Conversation['ordered'],
  place: readonly Scalar[],
): Promise<Pick<Stretch, 'rows' | 'newer'>> => {
  const page = { size: PAGE, skip: 0, after: place }
  const found = await findPage(documents, 'messages', { where: [where], sort: FORWARD }, page)
  return { rows: found.rows.reverse(), newer: found.cursor }
}

/**
 * A message with a page before it and a page after it. Errors: ERR_NO_MESSAGE_FOUND, also for a message of another
 * conversation.
 */
const messagesAround = async (
  documents: Documents,
  where: Conversation['ordered'],
  messageId: string,
): Promise<Result<Stretch, DomainError>> => {
  const middle = (await documents.getMany('messages', [messageId])).get(messageId)
  if (middle?.companyId !== where.companyId || !where.ticketId.in.includes(middle.ticketId))
    return err(domainError('ERR_NO_MESSAGE_FOUND'))
  const place = [middle.order]
  const [older, newer] = await Promise.all([
    findPage(documents, 'messages', { where: [where], sort: SORT }, { size: PAGE, skip: 0, after: place }),
    messagesAfter(documents, where, place),
  ])
  const rows = [...newer.rows, middle, ...older.rows]
  return ok({ rows, hasMore: older.hasMore, cursor: older.cursor, newer: newer.newer })
}

/** The requested part of a conversation: around a message, after a position, or else a page from its end. */
const stretchOf = async (
  documents: Documents,
  where: Conversation['ordered'],
  asked: { page: Page; around: string | undefined; newer: readonly Scalar[] | null },
): Promise<Result<Stretch, DomainError>> => {
  if (asked.around !== undefined) return messagesAround(documents, where, asked.around)
  if (asked.newer !== null) {
    const { rows, newer } = await messagesAfter(documents, where, asked.newer)
    // the requested position is before all of these
    const oldest = rows.at(-1)
    return ok({
      rows,
      newer,
      hasMore: oldest !== undefined,
      cursor: oldest === undefined ? null : cursorOf(oldest, SORT),
    })
  }
  const found = await findPage(documents, 'messages', { where: [where], sort: SORT }, asked.page)
  const [newest] = found.rows
  const fromEnd = asked.page.after === null && asked.page.skip === 0
  return ok({ ...found, newer: fromEnd || newest === undefined ? null : cursorOf(newest, SORT) })
}

/**
 * Found messages whose tickets the reader may open, newest first. Other messages are skipped, and not
 * counted.
 */
export const searchVisible = async (
  documents: Documents,
  caller: Caller,
  text: string,
  where: Where,
  page: Page,
): Promise<PagedRows<MessageDoc> & { tickets: Map<string, TicketDoc> }> => {
  const wanted = page.skip + page.size + 1
  const visible: MessageDoc[] = []
  const tickets = new Map<string, TicketDoc>()
  let after = page.after
  for (let scanned = 0; scanned < SCAN_LIMIT && visible.length < wanted; scanned += SCAN_STEP) {
    const found = await documents.search('messages', {
      companyId: caller.companyId,
      text,
      where,
      sort: SORT,
      limit: SCAN_STEP,
      ...(after === null ? {} : { after }),
    })
    const docs = await documents.getMany('tickets', pluck(found, 'ticketId'))
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
  return { ...toPage(visible.slice(page.skip, wanted), page.size, SORT), tickets }
}

/** A conversation, newest page first, the search over bodies, and the files of both. */
export const messageQueries = (deps: RouteDeps): readonly Route[] => {
  const { records, documents } = deps
  const previews = createPreviews(deps.blobs)
  return serving('query', deps.guards)(messageRoutes, {
    'GET /messages/:ticketId': async ({ caller, found, query }) => {
      const page = pageOf(query, PAGE, SORT.length)
      if (!page.ok) return page
      const from = pageOf({ cursor: query.newer ?? '' }, PAGE, SORT.length)
      if (!from.ok) return err(domainError('ERR_VALIDATION', { field: 'newer' }))
      const { where, ordered, tickets } = await conversationOf(documents, caller, found)
      const [stretch, count] = await Promise.all([
        stretchOf(documents, ordered, { page: page.value, around: query.around, newer: from.value.after }),
        documents.count('messages', where, COUNT_CAP),
      ])
      if (!stretch.ok) return stretch
      const { rows, ...places } = stretch.value
      const ids = new Set(pluck(rows, 'ticketId'))
      const others = tickets.filter(({ ticketId }) => ids.has(ticketId) && ticketId !== found.ticketId)
      const [messages, [ticket, ...rest]] = await Promise.all([
        records.presentMessages(rows.reverse(), (other) => mayOpenTicket(caller, other)),
        records.presentTickets([found, ...others]),
      ])
      if (ticket === undefined) return err(domainError('ERR_NO_TICKET_FOUND'))
      const spans = [ticket, ...rest].map(spanOf)
      return ok({ body: { messages, count, ticket, tickets: spans, ...places } })
    },

    'GET /search/messages': async ({ caller, query }) => {
      const page = pageOf(query, PAGE, SORT.length)
      if (!page.ok) return page
      const text = textOf(query.searchParam)
      if (text === null) return ok({ body: { messages: [], count: 0, hasMore: false, cursor: null } })
      let where: Where = { deleted: false }
      if (query.ticketId !== undefined) {
        const ticket = await readPermittedTicket(records, caller, Number(query.ticketId))
        if (!ticket.ok) return ticket
        where = { ...where, ...(await conversationOf(documents, caller, ticket.value)).where }
      }
      const found = await searchVisible(documents, caller, text, where, page.value)
      const [messages, tickets] = await Promise.all([
        records.presentMessages(found.rows, (other) => mayOpenTicket(caller, other)),
        records.presentTickets([...found.tickets.values()]),
      ])
      const ticketOf = new Map(tickets.map((ticket) => [ticket.id, ticket]))
      return ok({
        body: {
          messages: messages.map((one) => ({ ...one, ticket: ticketOf.get(one.ticketId) ?? null })),
          count: page.value.skip + messages.length + (found.hasMore ? 1 : 0),
          hasMore: found.hasMore,
          cursor: found.cursor,
        },
      })
    },

    'GET /public/:blobId': ({ caller, params: { blobId }, query, request }) =>
      fileOf({ ...deps, previews }, caller, { blobId, preview: query.preview === '1' }, request),
  })
}
