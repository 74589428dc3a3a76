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
const ticketOn = (id: number, name: string) => ({
  ...{ id, uuid: `u${id}`, whatsappId: id, tags: [], contact: {} },
  whatsapp: { id, name, status: 'DISCONNECTED' },
})
const [SHOP, OTHER] = [ticketOn(3, 'Loja'), ticketOn(4, 'Vendas')]

/** The cache of a browser with tickets of two connections, both down. */
const openInbox = async () => {
  globalThis.fetch = (async (asked: string) => {
    const { pathname } = new URL(asked, 'http://desk.example')
    const answer = pathname.endsWith('/search')
      ? { tickets: [SHOP, OTHER], contacts: [], messages: [{ id: 'm', ticket: SHOP }] }
      : pathname.endsWith('/tickets')
        ? { tickets: [SHOP, OTHER], count: 2, hasMore: false, cursor: null }
        : SHOP
    return new Response(JSON.stringify(answer))
  }) as typeof fetch
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      session: () => ({ user: { id: 7, profile: 'admin', queues: [] }, token: 't' }),
    },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
  })
  const { tickets, ticketByUuid } = inboxApi.endpoints
  const { search } = searchApi.endpoints
  await store.dispatch(tickets.initiate(FILTER))
  await store.dispatch(ticketByUuid.initiate(SHOP.uuid))
  await store.dispatch(search.initiate(SEARCH))
  const context = { dispatch: store.dispatch, getState: store.getState } as unknown as PatchContext
  return {
    come: (channel: string, frame: object) => applyFrame(`company-1-${channel}`, frame, [patches], context),
    /** The connection of the first ticket in each cache: the list, the opened ticket, and two kinds of results. */
    shown: () => {
      const state = store.getState() as unknown as RootState
      const found = search.select(SEARCH)(state).data
      const all = [
        tickets.select(FILTER)(state).data?.pages[0]?.tickets[0],
        ticketByUuid.select(SHOP.uuid)(state).data,
        found?.tickets[0],
        found?.messages[0]?.ticket,
      ]
      return all.map((ticket) => ticket?.whatsapp)
    },
    others: () => {
      const { data } = tickets.select(FILTER)(store.getState() as unknown as RootState)
      return data?.pages[0]?.tickets[1]?.whatsapp
    },
    end: () => store.dispatch(baseApi.util.resetApiState()),
  }
}

const { fetch } = globalThis
let inbox: Awaited<ReturnType<typeof openInbox>>
beforeEach(async () => {
  inbox = await openInbox()
})
afterEach(() => {
  inbox.end()
  globalThis.fetch = fetch
})

const cachesShowing = (whatsapp: object | null) => [whatsapp, whatsapp, whatsapp, whatsapp]

describe('a connection, as its tickets show it', () => {
  it('is shown again, with its new name, after the frame', () => {
    expect(inbox.shown()).toEqual(cachesShowing(SHOP.whatsapp))
    inbox.come('whatsappSession', { action: 'update', session: { id: 3, status: 'CONNECTED', number: '55' } })
    expect(inbox.shown()).toEqual(cachesShowing({ id: 3, name: 'Loja', status: 'CONNECTED' }))
    const whatsapp = { id: 3, name: 'Loja 2', status: 'TIMEOUT', isDefault: true }
    inbox.come('whatsapp', { action: 'update', whatsapp })
    expect(inbox.shown()).toEqual(cachesShowing({ id: 3, name: 'Loja 2', status: 'TIMEOUT' }))
    expect(inbox.others()).toEqual(OTHER.whatsapp)
  })

  it('is null after its deletion', () => {
    inbox.come('whatsapp', { action: 'delete', whatsappId: 3 })
    expect(inbox.shown()).toEqual(cachesShowing(null))
    expect(inbox.others()).toEqual(OTHER.whatsapp)
  })
})
