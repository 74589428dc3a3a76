import type { TicketStatus } from '@guiche/contracts/events/ticket.js'
import type { InboxCounts } from '@guiche/contracts/routes/tickets.js'
import type { TicketChosen } from '@guiche/contracts/ticket/choices.js'
import { urgencyOf } from '@guiche/contracts/ticket/priority.js'
import { type FilterValues, isDated, offeredIn } from '@guiche/contracts/ticket-lists/filters.js'
import { matchesOf, sameLists } from '@guiche/contracts/ticket-lists/lists.js'
import {
  fulfilsMatch,
  type ListedTicket,
  type OtherConditions,
} from '@guiche/contracts/ticket-lists/match.js'
import { compareBy, TICKET_ORDERS } from '@guiche/contracts/ticket-lists/order.js'
import { mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { FoundResults } from '../../../api/search.js'
import type { Narrowing, TicketFilter } from '../api.js'
import { readerOf, type Viewer } from '../model/ticket-access.js'

/** State of a ticket on the server. */
export interface ServerTicket extends TicketChosen {
  readonly id: number
  readonly status: TicketStatus
  readonly userId: number
  readonly queueId: number | null
  readonly connection: number
  readonly tags: readonly number[]
  readonly unread: number
  readonly snoozed: boolean
  readonly imported: boolean
  readonly minute: number
}
type Doc = ListedTicket &
  Pick<
    TicketDoc,
    'id' | 'ticketId' | 'waitingSince' | 'urgency' | 'imported' | 'origin' | 'updatedAt' | 'position'
  >
const PAGE = 2
const isoTime = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
/** Tests use days of ten minutes. */
export const dayOf = (minute: number): string => `2026-01-0${1 + Math.floor(minute / 10)}`
const startOf = (day: string): number => (Number(day.slice(-2)) - 1) * 10

const recordOf = (doc: Doc): TicketRecord =>
  ({
    ...doc,
    ...{ id: doc.ticketId, uuid: `u${doc.id}`, whatsappId: doc.connectionId, unreadMessages: doc.unread },
    user: doc.userId === null ? null : { id: doc.userId, name: `user ${doc.userId}` },
    contact: { name: `contact ${doc.id}` },
    contactId: doc.ticketId,
    tags: doc.tagIds.map((id) => ({ id })),
  }) as unknown as TicketRecord

/** The inbox of a company in memory, for one viewer. Its responses and frames follow the server's own rules. */
export class Server {
  private readonly docs = new Map<number, Doc>()
  private position = 0
  private readonly reader
  constructor(viewer: Viewer) {
    this.reader = readerOf(viewer, 1)
  }

  /** The ticket as its viewer may see it. */
  seen(id: number): TicketRecord | null {
    const doc = this.docs.get(id)
    return doc !== undefined && mayOpenTicket(this.reader, doc) ? recordOf(doc) : null
  }

  /**
   * Changes a ticket, or deletes it (null). Gives the viewer's frame (null: no frame), and the ticket in the response to the
   * user who changed it.
   */
  put(id: number, standing: ServerTicket | null): { frame: object | null; answer: TicketRecord | null } {
    const before = this.docs.get(id)
    this.position += 1
    const position = String(this.position).padStart(20, '0')
    const doc = standing === null ? null : this.docOf(standing, position)
    if (doc === null) this.docs.delete(id)
    else this.docs.set(id, doc)
    const answer = doc === null ? null : recordOf(doc)
    const sees = (one: Doc | null | undefined) => !!one && mayOpenTicket(this.reader, one)
    if (doc !== null && sees(doc)) {
      return {
        frame: { action: 'update', ticket: answer, moved: !sameLists(before ?? null, doc) },
        answer,
      }
    }
    return { frame: sees(before) ? { action: 'delete', ticketId: id, position } : null, answer }
  }

  private docOf(standing: ServerTicket, position: string): Doc {
    const { id, status, connection, tags, minute, snoozed, ...rest } = standing
    return {
      ...rest,
      ...{
        id: String(id),
        ticketId: id,
        companyId: 1,
        status,
        connectionId: connection,
        tagIds: tags,
        position,
      },
      userId: status === 'pending' ? null : standing.userId,
      waitingSince: status === 'pending' ? isoTime(minute % 5) : null,
      snoozedUntil: status === 'open' && snoozed ? isoTime(999) : null,
      urgency: urgencyOf(standing.priority),
      updatedAt: isoTime(minute),
      // Every third contact came through an advertisement.
      originId: minute % 3 === 0 ? 'm' : null,
      origin: minute % 3 === 0 ? { title: 'Offer', url: '', clickId: '', source: '' } : null,
    }
  }

  private matching(filter: TicketFilter, and: OtherConditions = {}): Doc[] {
    const days = {
      from: isoTime(startOf(filter.from || dayOf(0))),
      to: isoTime(startOf(filter.to || dayOf(40)) + 9),
    }
    const dated = isDated(filter) ? { updatedAt: days } : {}
    const matches = matchesOf(this.reader, { ...filter, and: { ...and, ...dated } })
    return [...this.docs.values()].filter((doc) => matches.some((match) => fulfilsMatch(doc, match)))
  }

  /** The tickets of a list, in order. */
  list(filter: TicketFilter): TicketRecord[] {
    return this.matching(filter)
      .sort(compareBy(TICKET_ORDERS[filter.order ?? 'changed']))
      .map(recordOf)
  }
  page(filter: TicketFilter, cursor: string | null) {
    const all = this.list(filter)
    const start = cursor === null ? 0 : this.after(filter, JSON.parse(cursor) as object)
    const tickets = all.slice(start, start + PAGE)
    const hasMore = start + PAGE < all.length
    const last = hasMore ? this.docs.get(tickets.at(-1)?.id ?? 0) : undefined
    return { tickets, count: all.length, hasMore, cursor: last === undefined ? null : JSON.stringify(last) }
  }
  /** Number of tickets of a list that come at or before a document, in the list's order. */
  private after(filter: TicketFilter, doc: object): number {
    const compare = compareBy(TICKET_ORDERS[filter.order ?? 'changed'])
    return this.matching(filter).filter((one) => compare(one, doc) <= 0).length
  }

  /** The numbers on the badges. Imported history is not counted. */
  counts(narrowing: Narrowing): InboxCounts {
    const count = (status: TicketStatus, more: FilterValues = {}) =>
      this.matching({ ...offeredIn(status, narrowing), ...more, status }, { imported: false }).length
    return {
      open: count('open', { snoozed: false }),
      pending: count('pending'),
      closed: count('closed'),
      snoozed: count('open', { snoozed: true }),
    }
  }

  /**
   * All search results that the viewer may see, only of tickets in `among`: tickets, tickets with their contacts, and one
   * message of each.
   */
  found(among: ReadonlySet<number> | null = null): FoundResults {
    const tickets = [...this.docs.keys()].flatMap((id) =>
      among?.has(id) === false ? [] : (this.seen(id) ?? []),
    )
    return {
      tickets,
      contacts: tickets.map(({ id, uuid, status, position }) => ({
        ...{ id, ticket: { id, uuid, status, position } },
      })),
      messages: tickets.map((ticket) => ({ id: `m${ticket.id}`, ticketId: ticket.id, ticket })),
      more: { contacts: false, tickets: false, messages: false },
    } as unknown as FoundResults
  }
}
