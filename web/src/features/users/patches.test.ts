import type { SessionRecord } from '@guiche/contracts/views/session.js'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { sessionReducer, signedIn } from '../../api/session.js'
import type { PatchContext } from '../../realtime/patches.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi } = await import('../../api/base-api.js')
const { userListApi } = await import('../../records/user-list.js')
const { patches } = await import('./patches.js')

const queueOf = (id: number, name = 'Vendas') => ({ id, name, color: '#112233' })
const ownRecord = (change: object) => ({
  ...{ id: 3, name: 'Caio', profile: 'user', allTicket: 'desabled', queues: [queueOf(1)], company: {} },
  ...change,
})
const userRow = (id: number, name: string, online = false) => ({ id, name, online, away: false })

const { fetch } = globalThis
afterEach(() => {
  globalThis.fetch = fetch
})

/** A browser of user 3 that has read the list of colleagues. */
const openBrowser = async () => {
  globalThis.fetch = (async () =>
    new Response(JSON.stringify([userRow(1, 'Ana'), userRow(3, 'Caio')]))) as typeof fetch
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionReducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
  })
  store.dispatch(signedIn({ token: 't', user: ownRecord({}) } as SessionRecord))
  await store.dispatch(userListApi.endpoints.userList.initiate())
  const again: string[] = []
  const refetch = (tag: string) => void again.push(tag)
  const context = { dispatch: store.dispatch, getState: store.getState, refetch } as unknown as PatchContext
  return {
    come: (frame: object) => patches.user?.(frame as never, context),
    shown: () =>
      userListApi.endpoints.userList
        .select()(store.getState() as never)
        .data?.map(({ name, online }) => `${name}${online ? ' online' : ''}`),
    again,
  }
}

describe('the list of colleagues', () => {
  it('follows new, deleted, renamed and online users without a new read', async () => {
    const { come, shown, again } = await openBrowser()
    come({ action: 'create', user: userRow(2, 'Bia') })
    come({ action: 'update', user: userRow(1, 'Zoé', true) })
    expect(shown()).toEqual(['Bia', 'Caio', 'Zoé online'])
    expect(again).toEqual([])
    come({ action: 'delete', userId: 2 })
    expect(shown()).toEqual(['Caio', 'Zoé online'])
    come({ action: 'create', user: userRow(10, 'Caixa 10') })
    come({ action: 'create', user: userRow(11, 'Caixa 9') })
    expect(shown()).toEqual(['Caio', 'Caixa 9', 'Caixa 10', 'Zoé online'])
  })
})

describe('the own user', () => {
  it.each<[string, object]>([
    ['another queue', { queues: [queueOf(1), queueOf(2)] }],
    ['a queue less', { queues: [] }],
    ['tickets without a queue', { allTicket: 'enabled' }],
    ['another profile', { profile: 'admin' }],
  ])('a user who gets %s has all ticket queries read again, once', async (_what, change) => {
    const { come, again } = await openBrowser()
    come({ action: 'update', user: ownRecord(change) })
    expect(again).toEqual(expect.arrayContaining(['Tickets', 'Counts', 'Messages', 'notes']))
    again.length = 0
    come({ action: 'update', user: ownRecord(change) })
    expect(again).not.toContain('Tickets')
  })

  it('no query is read again after another change, nor after a colleague’s', async () => {
    const { come, again } = await openBrowser()
    come({
      action: 'update',
      user: ownRecord({ name: 'Caio S.', away: true, queues: [queueOf(1, 'Suporte')] }),
    })
    come({ action: 'update', user: ownRecord({ id: 1, queues: [queueOf(2)] }) })
    expect(again).not.toContain('Tickets')
    expect(again).not.toContain('Counts')
  })
})
