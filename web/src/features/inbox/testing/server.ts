import type { TicketStatus } from '@guiche/contracts/events/ticket.js'
import { mayOpenTicket } from '@guiche/contracts/permissions.js'
import { type Priority, urgencyOf } from '@guiche/contracts/priority.js'
import type { InboxCounts } from '@guiche/contracts/routes/tickets.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type * as audience from '@guiche/query-api/realtime/audience.js'
import type * as scope from '@guiche/query-api/routes/ticket-scope.js'
import type { Found } from '../../../api/search.js'
import type { Narrowing, TicketFilter } from '../api.js'
import type { Viewer } from '../model/may-open.js'

/** The server's own rules, which the test gives: they reach schemas, which files of the browser do not load. */
type Rules = Pick<typeof audience, 'sameLists'> & Pick<typeof scope, 'fulfils' | 'ticketScope'>

/** How a ticket stands from now on. */
export interface Standing {
  readonly id: number
  readonly status: TicketStatus
  readonly userId: number
  readonly queueId: number | null
  readonly connection: number
  readonly tags: readonly number[]
  readonly priority: Priority
  readonly unread: number
  readonly snoozed: boolean
  readonly imported: boolean
  readonly minute: number
}
type Doc = Pick<
  TicketDoc,
  | 'id'
  | 'companyId'
  | 'ticketId'
  | 'status'
  | 'userId'
  | 'queueId'
  | 'connectionId'
  | 'tagIds'
  | 'unread'
  | 'priority'
  | 'waitingSince'
  | 'snoozedUntil'
  | 'imported'
  | 'originId'
  | 'origin'
  | 'updatedAt'
  | 'position'
>
const PAGE = 2
const iso = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
/** A day of the tests has ten minutes. */
export const dayOf = (minute: number): string => `2026-01-0${1 + Math.floor(minute / 10)}`
const startOf = (day: string): number => (Number(day.slice(-2)) - 1) * 10
const ids = (all: readonly number[] | null | undefined) => (all?.length ? all : null)

const recordOf = (doc: Doc): TicketRecord =>
  ({
    ...doc,
    ...{ id: doc.ticketId, uuid: `u${doc.id}`, whatsappId: doc.connectionId, unreadMessages: doc.unread },
    user: doc.userId === null ? null : { id: doc.userId, name: `user ${doc.userId}` },
    contact: { name: `contact ${doc.id}` },
    contactId: doc.ticketId,
    tags: doc.tagIds.map((id) => ({ id })),
  }) as unknown as TicketRecord

/** Inbox of a company in memory, as the server answers and tells of it: by the server's own rules, for one viewer. */
export class Server {
  private readonly docs = new Map<number, Doc>()
  private position = 0
  private readonly reader
  private readonly rules: Rules
  constructor({ id, profile, allTicket, queues }: Viewer, rules: Rules) {
    this.rules = rules
    const queueIds = queues.map((queue) => queue.id)
    this.reader = { userId: id, companyId: 1, profile, allTicket: allTicket === 'enabled', queueIds }
  }

  /** The ticket as its viewer may see it. */
  seen(id: number): TicketRecord | null {
    const doc = this.docs.get(id)
    return doc !== undefined && mayOpenTicket(this.reader, doc) ? recordOf(doc) : null
  }

  /**
   * Changes a ticket, or deletes it (null). Gives the frame that the viewer gets, null for none, and the ticket as a
   * command answers with it, to whoever changed it.
   */
  put(id: number, standing: Standing | null): { frame: object | null; answer: TicketRecord | null } {
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
        frame: { action: 'update', ticket: answer, moved: !this.rules.sameLists(before ?? null, doc) },
        answer,
      }
    }
    return { frame: sees(before) ? { action: 'delete', ticketId: id, position } : null, answer }
  }

  private docOf(standing: Standing, position: string): Doc {
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
      waitingSince: status === 'pending' ? iso(minute % 5) : null,
      snoozedUntil: status === 'open' && snoozed ? iso(999) : null,
      updatedAt: iso(minute),
      // every third one came by an advertisement
      originId: minute % 3 === 0 ? 'm' : null,
      origin: minute % 3 === 0 ? { title: 'Offer', url: '', clickId: '', source: '' } : null,
    }
  }

  private matching(filter: Narrowing & Pick<TicketFilter, 'status' | 'snoozed'>, and: object = {}): Doc[] {
    const { status, showAll, queueIds, snoozed, withUnread, fromAd, from, to } = filter
    const [users, tags, connections] = [ids(filter.users), ids(filter.tags), ids(filter.connections)]
    const { priorities = [] } = filter
    const dated = from !== undefined || to !== undefined
    const matches = this.rules.ticketScope(this.reader, {
      ...{ status: status ?? null, showAll, queueIds, users, wide: false },
      and: {
        ...and,
        ...(tags !== null && { tagIds: { has: tags } }),
        ...(connections !== null && { connectionId: { in: connections } }),
        ...(priorities.length > 0 && { priority: { in: priorities } }),
        ...(withUnread && { unread: { gt: 0 } }),
        ...(fromAd && { originId: { gt: '' } }),
        ...(snoozed !== undefined && { snoozedUntil: snoozed ? { gt: '' } : null }),
        ...(dated && {
          updatedAt: { from: iso(startOf(from ?? dayOf(0))), to: iso(startOf(to ?? dayOf(40)) + 9) },
        }),
      },
    })
    return [...this.docs.values()].filter((doc) => matches.some((match) => this.rules.fulfils(doc, match)))
  }

  /** What a list holds, in its order. */
  list(filter: TicketFilter): TicketRecord[] {
    const found = this.matching(filter).map(recordOf)
    found.sort((a, b) => (this.key(a, filter) < this.key(b, filter) ? -1 : 1))
    return filter.order === 'waiting' ? found : found.reverse()
  }
  private key(one: TicketRecord, { order }: TicketFilter): string {
    const place = order === 'waiting' ? `${urgencyOf(one.priority)} ${one.waitingSince}` : one.updatedAt
    return `${place} ${one.id}`
  }
  page(filter: TicketFilter, cursor: string | null) {
    const all = this.list(filter)
    const isBehind = (key: string) =>
      cursor === null || (filter.order === 'waiting' ? key > cursor : key < cursor)
    const rest = all.filter((one) => isBehind(this.key(one, filter)))
    const tickets = rest.slice(0, PAGE)
    const last = tickets.at(-1)
    const hasMore = rest.length > PAGE
    const next = hasMore && last !== undefined ? this.key(last, filter) : null
    return { tickets, count: all.length, hasMore, cursor: next }
  }

  /** The badges; imported history is not counted. */
  counts(narrowing: Narrowing): InboxCounts {
    const count = (list: Pick<TicketFilter, 'status' | 'snoozed' | 'users'>) =>
      this.matching({ ...narrowing, ...list }, { imported: false }).length
    return {
      open: count({ status: 'open', snoozed: false }),
      pending: count({ status: 'pending', users: [] }),
      closed: count({ status: 'closed' }),
      snoozed: count({ status: 'open', snoozed: true }),
    }
  }

  /** All that the viewer may see, or these of them: by themselves, beside their contacts, and beside a message in each. */
  found(among: ReadonlySet<number> | null = null): Found {
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
    } as unknown as Found
  }
}
