import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { sessionReducer } from '../../api/session.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'pt' }))
const { baseApi } = await import('../../api/base-api.js')
const { connectionsApi } = await import('./api.js')
const { NO_PAIRING } = await import('./pairing.js')

const { fetch } = globalThis
afterAll(() => {
  globalThis.fetch = fetch
})

const makeStore = () =>
  configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionReducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
  })
let store: ReturnType<typeof makeStore>
// Ends the timers of the store.
afterEach(() => void store.dispatch(baseApi.util.resetApiState()))

describe('the codes of an earlier session', () => {
  const areOver = () => {
    const over = { ...NO_PAIRING, stage: 'over' } as const
    return store.dispatch(connectionsApi.util.upsertQueryData('pairing', 7, over))
  }
  const stage = () => connectionsApi.endpoints.pairing.select(7)(store.getState() as never).data?.stage

  beforeEach(async () => {
    globalThis.fetch = (async () => new Response(JSON.stringify({ id: 7 }))) as typeof globalThis.fetch
    store = makeStore()
    await areOver()
  })

  it('do not close the dialog for the next one, however it was asked for', async () => {
    const { startSession, newSession, changeConnection } = connectionsApi.endpoints
    const body = { name: 'Vendas', importOldMessages: '2026-01-01T00:00:00.000Z' }
    for (const asked of [
      startSession.initiate({ id: 7, body: {} }),
      newSession.initiate({ id: 7, body: {} }),
      changeConnection.initiate({ id: 7, body }),
    ]) {
      await areOver()
      await store.dispatch(asked as never)
      expect(stage()).toBe('waiting')
    }
  })

  it('stay as they are where the session goes on', async () => {
    await store.dispatch(
      connectionsApi.endpoints.changeConnection.initiate({ id: 7, body: { name: 'Vendas' } }),
    )
    expect(stage()).toBe('over')
  })
})

it('codes that are shown outlast a cut of the line', async () => {
  store = makeStore()
  let back = (): unknown => undefined
  setupListeners(store.dispatch, (dispatch, { onOnline }) => {
    back = () => dispatch(onOnline())
    return () => undefined
  })
  const { pairing } = connectionsApi.endpoints
  const shown = () => pairing.select(7)(store.getState() as never).data
  await store.dispatch(pairing.initiate(7))
  expect(shown()).toEqual(NO_PAIRING)
  const code = { ...NO_PAIRING, pairingCode: 'ABCD1234', stage: 'shown' } as const
  await store.dispatch(connectionsApi.util.upsertQueryData('pairing', 7, code))
  back()
  const again = store.dispatch(baseApi.util.getRunningQueriesThunk())
  expect(again).toHaveLength(1)
  await Promise.all(again)
  expect(shown()).toEqual(code)
})
