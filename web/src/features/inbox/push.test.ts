import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { sessionReducer, signedIn } from '../../api/session.js'
import type { AppDispatch } from '../../app/store.js'
import { fakeLocalStorage } from '../../base/testing/local-storage.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'pt' }))
const { baseApi } = await import('../../api/base-api.js')
const { startPush } = await import('./push.js')

const realFetch = globalThis.fetch
afterAll(() => {
  globalThis.fetch = realFetch
})

/** The push subscription of the browser with all its tabs: its address, and the number of subscriptions so far. */
let subscription: string | null
let made: number
const subscriptionOf = (endpoint: string) => ({
  options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
  toJSON: () => ({ endpoint, keys: {} }),
  unsubscribe: async () => {
    subscription = null
  },
})
Object.defineProperty(globalThis, 'navigator', {
  configurable: true,
  value: {
    serviceWorker: {
      ready: Promise.resolve({
        pushManager: {
          getSubscription: async () => (subscription === null ? null : subscriptionOf(subscription)),
          subscribe: async () => {
            subscription = `address ${++made}`
            return subscriptionOf(subscription)
          },
        },
      }),
    },
  },
})

/** A tab with a session subscribes. Gives the address that the server gets. */
const subscribeTab = async (sid: string): Promise<string> => {
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionReducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
  })
  const token = `head.${btoa(JSON.stringify({ sid }))}.proof`
  store.dispatch(signedIn({ token, user: { id: 1 } as never }))
  let told = ''
  globalThis.fetch = (async (_path: string, { body }: RequestInit) => {
    if (body) told = JSON.parse(String(body)).endpoint
    return new Response(JSON.stringify({ key: 'AQID' }))
  }) as typeof fetch
  const wanted = { language: 'pt' as const, preview: false, muted: [] }
  await startPush(store.dispatch as unknown as AppDispatch, wanted)
  store.dispatch(baseApi.util.resetApiState())
  return told
}

beforeEach(() => {
  fakeLocalStorage()
  subscription = null
  made = 0
})

describe('the address that a browser is pushed to', () => {
  it('stays as long as the session does', async () => {
    expect([await subscribeTab('first'), await subscribeTab('first')]).toEqual(['address 1', 'address 1'])
  })

  it('is renewed in the next session, so that pushes of the former session do not arrive', async () => {
    expect([await subscribeTab('first'), await subscribeTab('second')]).toEqual(['address 1', 'address 2'])
  })
})
