import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import type { RootState } from '../../app/store.js'
import type { PatchContext } from '../../realtime/patches.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi } = await import('../../api/base-api.js')
const { searchApi } = await import('../../api/search.js')
const { applyFrame } = await import('../../realtime/patches.js')
const { inboxApi } = await import('./api.js')
const { patches } = await import('./patches.js')

const FILTER = { status: 'open', showAll: true, queueIds: null } as const
const SEARCH = { text: 'all', limit: 50 }
const ticketOf = (id: number, queue: object | null, user: object | null) => ({
  ...{ id, uuid: `u${id}`, tags: [], contact: {}, queue, user },
  lastMessageBy: { kind: 'user', id: 5, name: 'Bia' },
})
const SALES = { id: 3, name: 'Vendas', color: '#ff0000' }
const MINE = ticketOf(1, SALES, { id: 5, name: 'Bia' })
const OTHER = ticketOf(2, { ...SALES, id: 4 }, { id: 6, name: 'Caio' })
const NONE = ticketOf(3, null, null)

const { fetch } = globalThis
const { tickets, ticketByUuid } = inboxApi.endpoints
const { search } = searchApi.endpoints

/** The cache of a browser with tickets of two queues and two users. */
const openInbox = async () => {
  const all = [MINE, OTHER, NONE]
  globalThis.fetch = (async (asked: string) => {
    const { pathname } = new URL(asked, 'http://desk.example')
    const answer = pathname.endsWith('/search')
      ? { tickets: all, contacts: [], messages: [] }
      : pathname.endsWith('/tickets')
        ? { tickets: all, count: 3, hasMore: false, cursor: null }
        : MINE
    return new Response(JSON.stringify(answer))
  }) as typeof fetch
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      session: () => ({ user: { id: 7, profile: 'admin', queues: [] }, token: 't' }),
    },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
  })
  await store.dispatch(tickets.initiate(FILTER))
  await store.dispatch(ticketByUuid.initiate(MINE.uuid))
  await store.dispatch(search.initiate(SEARCH))
  const context = { dispatch: store.dispatch, getState: store.getState } as unknown as PatchContext
  return {
    come: (channel: string, frame: object) => applyFrame(`company-1-${channel}`, frame, [patches], context),
    listed: () =>
      tickets.select(FILTER)(store.getState() as unknown as RootState).data?.pages[0]?.tickets ?? [],
    /** The first ticket in each cache: the list, the opened ticket, and the results. */
    shown: () => {
      const state = store.getState() as unknown as RootState
      return [
        tickets.select(FILTER)(state).data?.pages[0]?.tickets[0],
        ticketByUuid.select(MINE.uuid)(state).data,
        search.select(SEARCH)(state).data?.tickets[0],
      ]
    },
    end: () => store.dispatch(baseApi.util.resetApiState()),
  }
}

let inbox: Awaited<ReturnType<typeof openInbox>>
beforeEach(async () => {
  inbox = await openInbox()
})
afterEach(() => {
  inbox.end()
  globalThis.fetch = fetch
})

describe('tickets', () => {
  it('show the new name and colour of their queue', () => {
    const queue = { ...SALES, name: 'Comercial', color: '#00ff00' }
    inbox.come('queue', { action: 'update', queue: { ...queue, greetingMessage: 'Oi' } })
    for (const ticket of inbox.shown()) expect(ticket?.queue).toEqual(queue)
    expect(inbox.listed().map((ticket) => ticket.queue?.name)).toEqual(['Comercial', 'Vendas', undefined])
  })

  it('show the new name of their agent, and of the last writer', () => {
    inbox.come('user', { action: 'update', user: { id: 5, name: 'Beatriz', online: true } })
    for (const ticket of inbox.shown()) {
      expect([ticket?.user?.name, ticket?.lastMessageBy?.name]).toEqual(['Beatriz', 'Beatriz'])
    }
    expect(inbox.listed().map((ticket) => ticket.user?.name)).toEqual(['Beatriz', 'Caio', undefined])
  })

  it('keep both where they were deleted: a closed ticket shows them still', () => {
    inbox.come('queue', { action: 'delete', queueId: 3 })
    inbox.come('user', { action: 'delete', userId: 5 })
    expect(inbox.listed()).toEqual([MINE, OTHER, NONE])
  })
})
