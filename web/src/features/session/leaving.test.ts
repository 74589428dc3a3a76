import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import type { AppDispatch } from '../../app/store.js'

// the texts are put together by the bundler, which is not here
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'pt' }))
const kept = new Map<string, string>()
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  },
})
const { baseApi } = await import('../../api/base-api.js')
const { sessionReducer } = await import('../../api/session.js')
const { resumeSession } = await import('./start.js')
const { sessionApi } = await import('./api.js')
const { logout, login } = sessionApi.endpoints

const realFetch = globalThis.fetch
let called: string[]
/** whether the cookie of a session is there, which only the server can remove */
let cookie: boolean
let reachable: boolean

/** A page that is loaded anew in the same browser. */
const load = () => {
  const { dispatch, getState } = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionReducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  })
  return { dispatch: dispatch as unknown as AppDispatch, status: () => getState().session.status }
}

beforeEach(() => {
  kept.clear()
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

describe('who has left without a line', () => {
  const leave = async () => {
    const page = load()
    await resumeSession(page.dispatch)
    reachable = false
    await page.dispatch(logout.initiate())
    expect([page.status(), cookie]).toEqual(['anonymous', true])
  }

  it('is not signed in by the next load, which tells the server first', async () => {
    await leave()
    const without = load()
    expect([await resumeSession(without.dispatch), without.status()]).toEqual([null, 'anonymous'])
    reachable = true
    const next = load()
    await resumeSession(next.dispatch)
    expect([next.status(), cookie]).toEqual(['anonymous', false])
    called = []
    await resumeSession(load().dispatch)
    expect(called).toEqual(['POST /api/auth/refresh_token'])
  })

  it('is forgotten when somebody signs in', async () => {
    await leave()
    reachable = true
    await load().dispatch(login.initiate({ body: { email: 'a@b.example', password: 'secret' } }))
    const next = load()
    await resumeSession(next.dispatch)
    expect(next.status()).toBe('signed-in')
  })

  it('has left as well where the session had ended before', async () => {
    cookie = false
    await load().dispatch(logout.initiate())
    await resumeSession(load().dispatch)
    expect(called).toEqual(['DELETE /api/auth/logout', 'POST /api/auth/refresh_token'])
  })
})
