import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import type { PatchContext } from '../../realtime/patches.js'

// the texts are bundled by Vite, which is not here
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi } = await import('../../api/base-api.js')
const { userListApi } = await import('../../records/user-list.js')
const { patches } = await import('./patches.js')

const row = (id: number, name: string, online = false) => ({ id, name, online, away: false })

const { fetch } = globalThis
afterEach(() => {
  globalThis.fetch = fetch
})

describe('the list of colleagues', () => {
  it('follows who comes, goes, is renamed, and is online, without being read again', async () => {
    globalThis.fetch = (async () =>
      new Response(JSON.stringify([row(1, 'Ana'), row(3, 'Caio')]))) as typeof fetch
    const store = configureStore({
      reducer: {
        [baseApi.reducerPath]: baseApi.reducer,
        session: () => ({ user: { id: 3, profile: 'user', queues: [] }, token: 't' }),
      },
      middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
    })
    await store.dispatch(userListApi.endpoints.userList.initiate())
    const again: string[] = []
    const refetch = (tag: string) => void again.push(tag)
    const context = { dispatch: store.dispatch, getState: store.getState, refetch } as unknown as PatchContext
    const come = (frame: object) => patches.user?.(frame as never, context)
    const shown = () =>
      userListApi.endpoints.userList
        .select()(store.getState() as never)
        .data?.map(({ name, online }) => `${name}${online ? ' online' : ''}`)
    come({ action: 'create', user: row(2, 'Bia') })
    come({ action: 'update', user: row(1, 'Zoé', true) })
    expect(shown()).toEqual(['Bia', 'Caio', 'Zoé online'])
    expect(again).toEqual([])
    come({ action: 'delete', userId: 2 })
    expect(shown()).toEqual(['Caio', 'Zoé online'])
  })
})
