import { DEFAULT_TICKET_VALUES } from '@guiche/contracts/events/ticket-fields.js'
import { pick } from '@guiche/contracts/pick.js'
import { BADGE_FILTERS, offeredIn } from '@guiche/contracts/ticket-lists/filters.js'
import { drawnChoices, filterValues } from '@guiche/contracts/ticket-lists/testing/filters.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import fc from 'fast-check'
import type { FoundResults } from '../../api/search.js'
import type { Tag } from '../../api/tags.js'
import type { RootState } from '../../app/store.js'
import type { PatchContext } from '../../realtime/patches.js'
import type { Narrowing, TicketFilter } from './api.js'
import type { Viewer } from './model/ticket-access.js'
import { dayOf, Server, type ServerTicket } from './testing/server.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi, readAgain } = await import('../../api/base-api.js')
const { reportArrivals } = await import('../../api/record-arrivals.js')
const { searchApi } = await import('../../api/search.js')
const { applyFrame } = await import('../../realtime/patches.js')
const { inboxApi } = await import('./api.js')
const { patches, showTicket } = await import('./patches.js')

const SEARCH = { text: 'all', limit: 50 }
const { fetch } = globalThis
afterEach(() => {
  globalThis.fetch = fetch
})

/** The ids of these tickets with their positions. */
const versionsOf = (tickets: readonly (TicketRecord | null)[]): string =>
  tickets.map((ticket) => `${ticket?.id}@${ticket?.position}`).join()
const told = ({ tickets, messages, contacts }: FoundResults): string =>
  [
    versionsOf(tickets),
    versionsOf(messages.map(({ ticket }) => ticket)),
    contacts.flatMap(({ ticket }) => (ticket === null ? [] : `${ticket.id} ${ticket.status}`)).join(),
  ].join(' ')

/** The cache of a browser with a list, its badges and a search. It receives frames and reads from a server. */
const openInbox = async (viewer: Viewer, server: Server, filter: TicketFilter, narrowing: Narrowing) => {
  /** results of the search that the user may see */
  const found = new Set<number>()
  globalThis.fetch = (async (url: string | URL) => {
    const { searchParams, pathname } = new URL(String(url), 'http://desk.example')
    const answer = () => {
      if (pathname.endsWith('/counts')) return server.counts(narrowing)
      if (pathname.endsWith('/tickets')) return server.page(filter, searchParams.get('cursor'))
      const all = server.found()
      found.clear()
      for (const { id } of all.tickets) found.add(id)
      return all
    }
    return new Response(JSON.stringify(answer()))
  }) as typeof fetch
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      sending: () => [],
      session: () => ({ user: viewer, token: 't' }),
    },
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(baseApi.middleware),
  })
  reportArrivals(null)
  const { tickets, counts } = inboxApi.endpoints
  const { search } = searchApi.endpoints
  const open = [
    store.dispatch(tickets.initiate(filter)),
    store.dispatch(counts.initiate(narrowing)),
    store.dispatch(search.initiate(SEARCH)),
  ]
  await Promise.all(open)
  const state = () => store.getState() as unknown as RootState
  const stale = new Set<Tag>()
  const context = {
    dispatch: store.dispatch,
    getState: state,
    refetch: (tag) => void stale.add(tag),
  } as PatchContext
  const check = () => {
    const data = tickets.select(filter)(state()).data
    const shown = (data?.pages ?? []).flatMap((page) => page.tickets)
    const all = server.list(filter)
    const ended = data?.pages.at(-1)?.cursor === null
    // Later tickets come with their page.
    expect(versionsOf(shown)).toBe(versionsOf(ended ? all : all.slice(0, shown.length)))
    expect(counts.select(narrowing)(state()).data).toEqual(server.counts(narrowing))
    expect(told(search.select(SEARCH)(state()).data as FoundResults)).toBe(told(server.found(found)))
    return { shown: shown.length, all: all.length, ended }
  }
  return {
    check,
    come: (channel: string, frame: object) => applyFrame(`company-1-${channel}`, frame, [patches], context),
    answered: (ticket: TicketRecord) => {
      showTicket(ticket)(context.dispatch, context.getState)
      stale.add('Counts')
    },
    /** Resolves when the reads caused by frames have ended. */
    settled: async () => {
      store.dispatch(readAgain([...stale]))
      stale.clear()
      await Promise.all(store.dispatch(baseApi.util.getRunningQueriesThunk()))
    },
    next: () => store.dispatch(tickets.initiate(filter, { direction: 'forward', subscribe: false })),
    gone: (id: number) => found.delete(id),
    close: () => {
      for (const one of open) one.unsubscribe()
      store.dispatch(baseApi.util.resetApiState())
    },
  }
}

const drawRarely = <T>(usual: T, ...others: readonly T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
const viewers = fc.record({
  id: fc.constant(7),
  profile: fc.constantFrom('admin' as const, 'user' as const, 'user' as const),
  allTicket: fc.constantFrom('enabled' as const, 'desabled' as const),
  queues: drawRarely<Viewer['queues']>(
    [{ id: 1, name: 'Vendas', color: '#112233', UserQueue: { userId: 7, queueId: 1 } }],
    [],
  ),
})
const standing = fc.record<ServerTicket>({
  id: fc.integer({ min: 1, max: 16 }),
  status: fc.constantFrom('open', 'open', 'pending', 'pending', 'closed'),
  userId: fc.constantFrom(7, 8),
  queueId: fc.constantFrom(null, 1, 1, 2, 2),
  connection: fc.constantFrom(1, 2),
  tags: fc.constantFrom([], [1], [1, 2]),
  ...drawnChoices,
  unread: fc.integer({ min: 0, max: 1 }),
  snoozed: fc.boolean(),
  imported: fc.constantFrom(false, false, true),
  minute: fc.integer({ min: 0, max: 30 }),
})
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'change',
        'change',
        'message',
        'answer-first',
        'answer-last',
        'answer-last',
        'delete',
      ),
      standing,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('again' as const), place: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('page' as const) }) },
)
/** Mostly without filters, so that lists have several pages. */
const filters = fc.record({
  status: fc.constantFrom<TicketRecord['status']>('open', 'pending', 'closed'),
  showAll: drawRarely(true, false),
  values: filterValues(fc.constantFrom(1, 2, 8), fc.constantFrom(dayOf(10), dayOf(20))),
})

describe('frames of tickets', () => {
  it('change nothing if the list is newer: late answers of commands, and frames of a deleted ticket', async () => {
    const narrowing: Narrowing = { showAll: true, queueIds: null, withUnread: false }
    const closed: ServerTicket = {
      ...{ id: 3, status: 'closed', userId: 7, queueId: null, connection: 1, tags: [] },
      ...DEFAULT_TICKET_VALUES,
      ...{ unread: 0, snoozed: false, imported: false, minute: 0 },
    }
    const viewer: Viewer = { id: 7, profile: 'admin', allTicket: 'enabled', queues: [] }
    const server = new Server(viewer)
    const inbox = await openInbox(viewer, server, { ...narrowing, status: 'closed' }, narrowing)
    const told = (standing: ServerTicket | null) => {
      const { frame, answer } = server.put(closed.id, standing)
      if (frame !== null) inbox.come('ticket', frame)
      return { frame: frame as object, answer: answer as TicketRecord }
    }
    const first = told(closed)
    told({ ...closed, status: 'open' })
    inbox.answered(first.answer)
    await inbox.settled()
    expect(inbox.check()).toMatchObject({ shown: 0 })
    told(null)
    inbox.gone(closed.id)
    inbox.come('ticket', first.frame)
    await inbox.settled()
    expect(inbox.check()).toMatchObject({ shown: 0 })
    inbox.close()
  })

  it('make every list, its badges and a search equal to a new read, for every reader', async () => {
    await fc.assert(
      fc.asyncProperty(
        viewers,
        filters,
        fc.array(standing, { minLength: 10, maxLength: 40 }),
        fc.array(step, { maxLength: 40 }),
        async (viewer, { status, showAll, values }, before, steps) => {
          const server = new Server(viewer)
          for (const one of before) server.put(one.id, one)
          const filter: TicketFilter = {
            ...offeredIn(status, { ...values, showAll }),
            status,
            ...(status === 'pending' && { order: 'waiting' }),
          }
          const narrowing: Narrowing = pick({ ...values, showAll }, ...BADGE_FILTERS)
          const inbox = await openInbox(viewer, server, filter, narrowing)
          inbox.check()
          const frames: object[] = []
          for (const one of steps) {
            if (one.kind === 'page') await inbox.next()
            else if (one.kind === 'again') {
              const old = frames[one.place]
              if (old !== undefined) inbox.come('ticket', old)
            } else {
              const { id } = one.standing
              const sawIt = server.seen(id) !== null
              if (one.kind === 'delete' && !sawIt) continue
              const { frame, answer } = server.put(id, one.kind === 'delete' ? null : one.standing)
              const ours = sawIt && answer !== null && one.kind.startsWith('answer')
              if (ours && one.kind === 'answer-first') inbox.answered(answer)
              if (frame !== null && one.kind === 'message' && 'moved' in frame && !frame.moved) {
                const message = { id: 'm', fromMe: true }
                inbox.come('appMessage', { action: 'update', message, ticket: answer })
              } else if (frame !== null) inbox.come('ticket', frame)
              if (ours && one.kind === 'answer-last') inbox.answered(answer)
              if (frame !== null) frames.push(frame)
              if (server.seen(id) === null) inbox.gone(id)
            }
            await inbox.settled()
            inbox.check()
          }
          // Read to the end: no ticket is missing or listed twice.
          for (let round = 0; round < 10 && !inbox.check().ended; round++) await inbox.next()
          const end = inbox.check()
          expect(end.shown).toBe(end.all)
          inbox.close()
        },
      ),
      { numRuns: 150 },
    )
  })
})
