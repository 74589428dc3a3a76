import type { SessionRecord } from '@guiche/contracts/views/session.js'
import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { pushSession } from '../../api/push-session.js'
import { loggedOut, sessionReducer, signedIn } from '../../api/session.js'
import { listener } from '../../base/listener.js'
import { fakeLocalStorage } from '../../base/testing/local-storage.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'pt' }))
const { baseApi } = await import('../../api/base-api.js')
const { watchSessionEnd } = await import('./start.js')

/** Notifications and push subscription of the browser with all its tabs. */
let browser: { notices: number; subscribed: boolean }
Object.defineProperty(globalThis, 'navigator', {
  configurable: true,
  value: {
    serviceWorker: {
      getRegistration: async () => ({
        getNotifications: async () =>
          Array.from({ length: browser.notices }, () => ({ close: () => browser.notices-- })),
        pushManager: {
          getSubscription: async () => ({
            unsubscribe: async () => {
              browser.subscribed = false
            },
          }),
        },
      }),
    },
  },
})
watchSessionEnd()

const tokenOf = (sid: string) => `head.${btoa(JSON.stringify({ sid, exp: 1 }))}.proof`
const passTurns = async () => {
  for (let n = 0; n < 20; n++) await new Promise(setImmediate)
}
/** A new tab, without a session or signed in with one. */
const openTab = (sid?: string) => {
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      session: sessionReducer,
      realtime: () => ({ ending: true }),
    },
    middleware: (defaults) =>
      defaults({ serializableCheck: false }).prepend(listener.middleware).concat(baseApi.middleware),
  })
  if (sid !== undefined)
    store.dispatch(signedIn({ token: tokenOf(sid), user: { id: 1 } as SessionRecord['user'] }))
  return {
    ends: async () => {
      store.dispatch(loggedOut({ status: 401, code: 'ERR_SESSION_EXPIRED' }))
      await passTurns()
    },
  }
}

beforeEach(() => {
  fakeLocalStorage()
  browser = { notices: 2, subscribed: true }
})
const GONE = { notices: 0, subscribed: false }
const KEPT = { notices: 2, subscribed: true }

describe('notices and pushes at the end of a session', () => {
  it('end with it', async () => {
    pushSession.remember(tokenOf('first'))
    await openTab('first').ends()
    expect([browser, pushSession.isForNobody()]).toEqual([GONE, true])
  })

  it('end as well where it was over before the page was loaded', async () => {
    pushSession.remember(tokenOf('first'))
    await openTab().ends()
    expect(browser).toEqual(GONE)
  })

  it('stay after a new sign-in in another tab, however many frames arrive', async () => {
    const old = openTab('first')
    pushSession.remember(tokenOf('second'))
    await old.ends()
    await old.ends()
    expect([browser, pushSession.isFor(tokenOf('second'))]).toEqual([KEPT, true])
  })
})
