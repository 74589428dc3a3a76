import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import fc from 'fast-check'
import type { RootState } from '../../app/store.js'
import type { PatchContext } from '../../realtime/patches.js'
import type { Narrowing, TicketFilter } from './api.js'

// the texts are bundled by Vite, which is not here
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
jest.unstable_mockModule('./notices.js', () => ({ tellOf: () => undefined, tellOfMention: () => undefined }))
const { baseApi } = await import('../../api/base-api.js')
const { inboxApi } = await import('./api.js')
const { patches } = await import('./patches.js')

const VIEWER = { id: 7, profile: 'admin', allTicket: 'desabled', queues: [] }
const PAGE = 2
type Status = TicketRecord['status']

interface Change {
  readonly id: number
  readonly status: Status
  readonly userId: number
  readonly queueId: number | null
  readonly connection: number
  readonly tags: readonly number[]
  readonly unread: number
  readonly snoozed: boolean
  readonly minute: number
  readonly gone: boolean
}
const iso = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const recordOf = (change: Change, position: number): TicketRecord =>
  ({
    ...{ id: change.id, uuid: `u${change.id}`, status: change.status, queueId: change.queueId },
    userId: change.status === 'pending' ? null : change.userId,
    user: change.status === 'pending' ? null : { id: change.userId, name: `user ${change.userId}` },
    contact: { name: `contact ${change.id}` },
    contactId: change.id,
    whatsappId: change.connection,
    tags: change.tags.map((id) => ({ id })),
    unreadMessages: change.unread,
    waitingSince: change.status === 'pending' ? iso(change.minute % 5) : null,
    snoozedUntil: change.status === 'open' && change.snoozed ? iso(999) : null,
    updatedAt: iso(change.minute),
    position: String(position).padStart(20, '0'),
  }) as unknown as TicketRecord

/** The server: what it would answer with, by its rules, which are written here once more. */
class Server {
  readonly tickets = new Map<number, TicketRecord>()
  matching(filter: TicketFilter): TicketRecord[] {
    const has = (all: readonly number[] | undefined, one: number | null) =>
      all === undefined || all.length === 0 || (one !== null && all.includes(one))
    const found = [...this.tickets.values()].filter(
      (ticket) =>
        ticket.status === filter.status &&
        (ticket.status === 'pending' || filter.showAll || ticket.userId === VIEWER.id) &&
        (filter.queueIds === null || ticket.queueId === null || filter.queueIds.includes(ticket.queueId)) &&
        has(filter.users, ticket.userId) &&
        has(filter.connections, ticket.whatsappId) &&
        (filter.tags ?? []).every((tag) => ticket.tags.some(({ id }) => id === tag)) &&
        (!filter.withUnread || ticket.unreadMessages > 0) &&
        (filter.snoozed === undefined || filter.snoozed === (ticket.snoozedUntil !== null)),
    )
    const key = (one: TicketRecord) =>
      `${filter.order === 'waiting' ? one.waitingSince : one.updatedAt} ${one.id}`
    found.sort((a, b) => (key(a) < key(b) ? -1 : 1))
    return filter.order === 'waiting' ? found : found.reverse()
  }
  page(filter: TicketFilter, cursor: string | null) {
    const key = (one: TicketRecord) =>
      `${filter.order === 'waiting' ? one.waitingSince : one.updatedAt} ${one.id}`
    const all = this.matching(filter)
    const rest =
      cursor === null
        ? all
        : all.filter((one) => (filter.order === 'waiting' ? key(one) > cursor : key(one) < cursor))
    const tickets = rest.slice(0, PAGE)
    const last = tickets.at(-1)
    const hasMore = rest.length > PAGE
    return { tickets, count: all.length, hasMore, cursor: hasMore && last !== undefined ? key(last) : null }
  }
  counts(narrowing: Narrowing): string {
    const lists: TicketFilter[] = [
      { ...narrowing, status: 'open', snoozed: false },
      { ...narrowing, status: 'open', snoozed: true },
      { ...narrowing, users: [], status: 'pending' },
      { ...narrowing, status: 'closed' },
    ]
    return lists.map((list) => this.matching(list).length).join()
  }
}

const { fetch } = globalThis
afterEach(() => {
  globalThis.fetch = fetch
})

const change = fc.record<Change>({
  id: fc.integer({ min: 1, max: 16 }),
  status: fc.constantFrom('open', 'open', 'pending', 'pending', 'closed'),
  userId: fc.constantFrom(7, 8),
  queueId: fc.constantFrom(null, 1, 2),
  connection: fc.constantFrom(1, 2),
  tags: fc.constantFrom([], [1], [1, 2]),
  unread: fc.integer({ min: 0, max: 1 }),
  snoozed: fc.boolean(),
  minute: fc.integer({ min: 0, max: 30 }),
  gone: fc.boolean(),
})
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('change' as const), change, message: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const), place: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('page' as const) }) },
)
/** Mostly nothing narrows a list, so that it has several pages. */
const rarely = <T>(usual: T, ...others: readonly T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
const filters = fc.record({
  status: fc.constantFrom<Status>('open', 'pending', 'closed'),
  narrowing: fc.record({
    showAll: rarely(true, false),
    queueIds: rarely<number[] | null>(null, [1]),
    users: rarely<number[]>([], [8]),
    tags: rarely<number[]>([], [1]),
    connections: rarely<number[]>([], [2]),
    withUnread: rarely(false, true),
  }),
  snoozed: rarely<boolean | undefined>(undefined, true, false),
})

describe('frames of tickets', () => {
  it('make of any list what reading it again gives, and read its numbers again when these change', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.array(change, { minLength: 10, maxLength: 40 }),
        fc.array(step, { maxLength: 40 }),
        async ({ status, narrowing, snoozed }, before, steps) => {
          const server = new Server()
          let position = 0
          const put = (one: Change) => {
            position += 1
            server.tickets.set(one.id, recordOf(one, position))
          }
          before.forEach(put)
          const filter: TicketFilter = {
            ...narrowing,
            status,
            ...(snoozed === undefined ? {} : { snoozed }),
            ...(status === 'pending' ? { order: 'waiting', users: [] } : {}),
          }
          globalThis.fetch = (async (url: string | URL) => {
            const { searchParams, pathname } = new URL(String(url), 'http://desk.example')
            const body = pathname.endsWith('/counts')
              ? { open: 0, pending: 0, closed: 0, snoozed: 0 }
              : server.page(filter, searchParams.get('cursor'))
            return new Response(JSON.stringify(body))
          }) as typeof fetch
          const store = configureStore({
            reducer: {
              [baseApi.reducerPath]: baseApi.reducer,
              session: () => ({ user: VIEWER, token: 't' }),
            },
            middleware: (defaults) =>
              defaults({ serializableCheck: false, immutableCheck: false }).concat(baseApi.middleware),
          })
          const list = store.dispatch(inboxApi.endpoints.tickets.initiate(filter))
          const counts = store.dispatch(inboxApi.endpoints.counts.initiate(narrowing))
          await Promise.all([list, counts])
          let recounted = false
          const context = {
            dispatch: store.dispatch,
            getState: () => store.getState() as unknown as RootState,
            refetch: (tag) => {
              recounted ||= tag === 'Counts'
            },
          } as PatchContext
          const frames: object[] = []
          const come = (frame: object) => patches.ticket?.(frame as never, context)
          const check = () => {
            const data = inboxApi.endpoints.tickets.select(filter)(store.getState() as never).data
            const shown = (data?.pages ?? []).flatMap((page) => page.tickets)
            const all = server.matching(filter)
            // what follows what was read comes with its page
            const last = data?.pages.at(-1)
            const expected = last?.cursor === null ? all : all.slice(0, shown.length)
            expect(shown).toEqual(expected)
            return { shown: shown.length, all: all.length, ended: last?.cursor === null }
          }
          check()
          for (const one of steps) {
            if (one.kind === 'page') {
              await store.dispatch(
                inboxApi.endpoints.tickets.initiate(filter, { direction: 'forward', subscribe: false }),
              )
            } else if (one.kind === 'again') {
              const frame = frames[one.place]
              if (frame !== undefined) come(frame)
            } else {
              const counted = server.counts(narrowing)
              const held = server.tickets.get(one.change.id)
              recounted = false
              if (one.change.gone) {
                if (held === undefined) continue
                position += 1
                server.tickets.delete(one.change.id)
                // gone for this reader: it comes back under another id, as a deleted one never comes back
                const frame = {
                  action: 'delete',
                  ticketId: held.id,
                  position: String(position).padStart(20, '0'),
                }
                come(frame)
                // what was told of it before comes too late
                for (let at = frames.length - 1; at >= 0; at--) {
                  const old = frames[at] as { ticket?: TicketRecord }
                  if (old.ticket?.id === held.id) frames.splice(at, 1)
                }
              } else {
                put(one.change)
                const ticket = server.tickets.get(one.change.id) as TicketRecord
                const moved =
                  held === undefined ||
                  ['status', 'userId', 'queueId'].some(
                    (name) => held[name as keyof TicketRecord] !== ticket[name as keyof TicketRecord],
                  ) ||
                  (held.snoozedUntil === null) !== (ticket.snoozedUntil === null)
                const frame = { action: 'update', ticket, moved }
                frames.push(frame)
                if (one.message && !moved) {
                  const message = { id: 'm', fromMe: true }
                  patches.appMessage?.({ action: 'update', message, ticket } as never, context)
                } else come(frame)
              }
              if (server.counts(narrowing) !== counted) expect(recounted).toBe(true)
            }
            check()
          }
          // read to the end, nothing is missing and nothing stands there twice
          for (let round = 0; round < 10 && !check().ended; round++) {
            await store.dispatch(
              inboxApi.endpoints.tickets.initiate(filter, { direction: 'forward', subscribe: false }),
            )
          }
          const end = check()
          expect(end.shown).toBe(end.all)
          list.unsubscribe()
          counts.unsubscribe()
          store.dispatch(baseApi.util.resetApiState())
        },
      ),
      { numRuns: 150 },
    )
  })
})
