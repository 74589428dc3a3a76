import type { SessionRecord } from '@guiche/contracts/views/session.js'
import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import type { ApiError } from '../../api/errors.js'
import type { AppDispatch } from '../../app/store.js'
import { fakeLocalStorage } from '../../base/testing/local-storage.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'pt' }))
let kept = fakeLocalStorage()
const { baseApi } = await import('../../api/base-api.js')
const { loggedOut, sessionReducer, signedIn } = await import('../../api/session.js')
const { listener } = await import('../../base/listener.js')
const { draftKey, readDraft, writeDraft } = await import('../inbox/drafts.js')
const { resumeSession, watchSessionEnd } = await import('./start.js')
const { sessionApi } = await import('./api.js')
const { logout, login } = sessionApi.endpoints

const realFetch = globalThis.fetch
let called: string[]
/** whether the browser has the cookie of a session, which only the server can remove */
let cookie: boolean
let reachable: boolean

/** Reloads the page in the same browser. */
const reloadPage = () => {
  const { dispatch, getState } = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      session: sessionReducer,
      realtime: () => ({ ending: false }),
    },
    middleware: (defaults) => defaults().prepend(listener.middleware).concat(baseApi.middleware),
  })
  return { dispatch: dispatch as unknown as AppDispatch, status: () => getState().session.status }
}

watchSessionEnd()
beforeEach(() => {
  kept = fakeLocalStorage()
  called = []
  cookie = true
  reachable = true
  globalThis.fetch = (async (path: string, { method = 'GET' }: RequestInit) => {
    called.push(`${method} ${path}`)
    if (!reachable) throw new TypeError('not reached')
    if (method === 'DELETE') {
      const was = cookie
      cookie = false
      return new Response('', { status: was ? 200 : 401 })
    }
    if (path === '/api/auth/login') cookie = true
    return new Response(
      JSON.stringify(cookie ? { token: 'new', user: {} } : { error: 'ERR_SESSION_EXPIRED' }),
      {
        status: cookie ? 200 : 401,
      },
    )
  }) as typeof fetch
})
afterAll(() => {
  globalThis.fetch = realFetch
})

describe('unsent texts of a user', () => {
  const DRAFTS = {
    'guiche.draft.7.1': { text: 'saved', at: 1, saved: true },
    'guiche.draft.7.2': { text: 'not saved', at: 1, saved: false },
    'guiche.unsent.7.key': { ticketId: 1, body: 'not sent', createdAt: '2026-03-02T12:00:00.000Z' },
    'guiche.draft.70.1': { text: 'of a colleague', at: 1, saved: true },
  }
  const written = () => [...kept.keys()].filter((name) => /draft|unsent/.test(name))
  const begin = () => {
    for (const [name, value] of Object.entries(DRAFTS)) kept.set(name, JSON.stringify(value))
    const page = reloadPage()
    page.dispatch(signedIn({ token: 'token', user: { id: 7 } as SessionRecord['user'] }))
    return page
  }

  it('is removed from the browser at sign-out, also while the server is unavailable', async () => {
    for (const isThere of [true, false]) {
      reachable = isThere
      await begin().dispatch(logout.initiate())
      expect(written()).toEqual(['guiche.draft.70.1'])
    }
    // the last save of a field that closes
    writeDraft(draftKey(7, 3), 'late')
    expect(written()).toEqual(['guiche.draft.70.1'])
  })

  it('stays if the session expires and the server does not have the text', () => {
    begin().dispatch(loggedOut({ status: 401, code: 'ERR_SESSION_EXPIRED' } as ApiError))
    expect(written()).toEqual(['guiche.draft.7.2', 'guiche.unsent.7.key', 'guiche.draft.70.1'])
    writeDraft(draftKey(7, 3), 'late')
    expect(readDraft(draftKey(7, 3))).toBe('late')
  })
})

describe('a user who signed out while offline', () => {
  const leave = async () => {
    const page = reloadPage()
    await resumeSession(page.dispatch)
    reachable = false
    await page.dispatch(logout.initiate())
    expect([page.status(), cookie]).toEqual(['anonymous', true])
  }

  it('is not signed in at the next load, which ends the session first', async () => {
    await leave()
    const without = reloadPage()
    expect([await resumeSession(without.dispatch), without.status()]).toEqual([null, 'anonymous'])
    reachable = true
    const next = reloadPage()
    await resumeSession(next.dispatch)
    expect([next.status(), cookie]).toEqual(['anonymous', false])
    called = []
    await resumeSession(reloadPage().dispatch)
    expect(called).toEqual(['POST /api/auth/refresh_token'])
  })

  it('is forgotten at the next sign-in', async () => {
    await leave()
    reachable = true
    await reloadPage().dispatch(login.initiate({ body: { email: 'a@b.example', password: 'secret' } }))
    const next = reloadPage()
    await resumeSession(next.dispatch)
    expect(next.status()).toBe('signed-in')
  })

  it('counts as signed out also if the session had already ended', async () => {
    cookie = false
    await reloadPage().dispatch(logout.initiate())
    await resumeSession(reloadPage().dispatch)
    expect(called).toEqual(['DELETE /api/auth/logout', 'POST /api/auth/refresh_token'])
  })
})
