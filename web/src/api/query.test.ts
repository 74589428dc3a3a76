import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import { loggedOut, signedIn } from './session.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../i18n/i18n.js', () => ({ currentLanguage: () => 'pt' }))
const { query, refresh } = await import('./query.js')

interface Call {
  readonly path: string
  readonly token: string | null
  readonly key: string | null
}
type Action = { readonly type: string }

const realFetch = globalThis.fetch
let calls: Call[]
/** responses by path; null: the server is not reachable */
let answer: (call: Call) => { status: number; body?: unknown } | null
let actions: Action[]
let token: string | null
const user = { id: 7 }

const getState = () => ({ session: { token, user: token === null ? null : user, visit: null } })
const dispatchAction = (action: Action | ReturnType<typeof refresh>): unknown => {
  if (typeof action === 'function') return action(dispatchAction as BaseQueryApi['dispatch'], getState)
  actions.push(action)
  if (signedIn.match(action)) token = action.payload.token
  if (loggedOut.match(action)) token = null
}
const api = {
  signal: new AbortController().signal,
  getState,
  dispatch: dispatchAction,
} as unknown as BaseQueryApi
const askServer = (url: string, method: 'GET' | 'POST' = 'GET') => query({ url, method }, api, undefined)
const callsTo = (path: string) => calls.filter((call) => call.path === `/api${path}`)

beforeEach(() => {
  calls = []
  actions = []
  token = 'old'
  answer = ({ path, token: sent }) => {
    if (path === '/api/auth/refresh_token') return { status: 200, body: { token: 'new', user } }
    return sent === 'Bearer new'
      ? { status: 200, body: 'here' }
      : { status: 403, body: { error: 'ERR_INVALID_TOKEN' } }
  }
  globalThis.fetch = (async (path: string, init: { headers: Record<string, string> }) => {
    const headers = new Headers(init.headers)
    const call = { path, token: headers.get('authorization'), key: headers.get('idempotency-key') }
    calls.push(call)
    const given = answer(call)
    if (given === null) throw new TypeError('not reached')
    return new Response(JSON.stringify(given.body ?? null), { status: given.status })
  }) as typeof fetch
})
afterAll(() => {
  globalThis.fetch = realFetch
})

describe('a call whose access token is over', () => {
  it('renews it once and is made again once, as the same command', async () => {
    expect(await askServer('/messages/1', 'POST')).toMatchObject({ data: 'here' })
    expect(callsTo('/auth/refresh_token')).toHaveLength(1)
    const [first, second, ...more] = callsTo('/messages/1')
    expect(more).toEqual([])
    expect(first?.key).toMatch(/^\S{8,}$/)
    expect(second).toMatchObject({ key: first?.key, token: 'Bearer new' })
    expect(actions.some(loggedOut.match)).toBe(false)
  })

  it('shares the renewal with all that fail beside it', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => askServer(`/tickets/${n}`)))
    expect(all.every(({ data }) => data === 'here')).toBe(true)
    expect(callsTo('/auth/refresh_token')).toHaveLength(1)
  })

  it('is not sent a third time: a forbidden call stays forbidden, and ends no session', async () => {
    const renewed = answer
    answer = (call) =>
      call.path === '/api/users' ? { status: 403, body: { error: 'ERR_NO_PERMISSION' } } : renewed(call)
    expect(await askServer('/users')).toMatchObject({ error: { status: 403, code: 'ERR_NO_PERMISSION' } })
    expect(callsTo('/users')).toHaveLength(2)
    expect(callsTo('/auth/refresh_token')).toHaveLength(1)
    expect(actions.some(loggedOut.match)).toBe(false)
  })

  it('ends the session if the renewal is refused, and not if the server does not answer', async () => {
    const renewed = answer
    const refusing = (refusal: { status: number; body?: unknown } | null) => (call: Call) =>
      call.path === '/api/auth/refresh_token' ? refusal : renewed(call)
    answer = refusing(null)
    expect(await askServer('/tickets')).toMatchObject({ error: { status: 403 } })
    answer = refusing({ status: 503, body: { error: 'ERR_UNAVAILABLE' } })
    await askServer('/tickets')
    expect(actions.some(loggedOut.match)).toBe(false)
    answer = refusing({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } })
    await askServer('/tickets')
    expect(actions.filter(loggedOut.match)).toHaveLength(1)
  })
})

describe('a call with an expired access token after another user has signed in in another tab', () => {
  it('ends the session here, is not sent as the other user, and keeps the other session', async () => {
    const renewed = answer
    answer = (call) =>
      call.path === '/api/auth/refresh_token'
        ? { status: 200, body: { token: 'new', user: { id: 8 } } }
        : renewed(call)
    expect(await askServer('/messages/1', 'POST')).toMatchObject({ error: { status: 403 } })
    expect(actions).toEqual([loggedOut({ status: 401, code: 'ERR_SESSION_EXPIRED' })])
    expect(calls.map(({ path }) => path)).toEqual(['/api/messages/1', '/api/auth/refresh_token'])
  })

  it('reloads the page if a visit of the super user has begun, and is sent as neither user', async () => {
    const loaded = new Promise((resolve) => {
      globalThis.location = { assign: resolve } as never
    })
    const visit = { visitor: { id: 7, name: 'Ana' }, reason: 'help', until: '2026-03-02T12:00:00.000Z' }
    answer = ({ path }) =>
      path === '/api/auth/refresh_token'
        ? { status: 200, body: { token: 'new', user: { id: 8 }, visit } }
        : { status: 403, body: { error: 'ERR_INVALID_TOKEN' } }
    void askServer('/tickets')
    expect(await loaded).toBe('/')
    expect([actions, callsTo('/tickets').length]).toEqual([[], 1])
  })
})

describe('a call that is answered with 401', () => {
  it('ends the session without asking for another', async () => {
    answer = () => ({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } })
    expect(await askServer('/tickets')).toMatchObject({ error: { status: 401 } })
    expect(callsTo('/auth/refresh_token')).toEqual([])
    expect(actions.filter(loggedOut.match)).toHaveLength(1)
  })

  it('says nothing of the session where it is the sign-in itself', async () => {
    answer = () => ({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } })
    const refused = await query({ url: '/auth/login', method: 'POST' }, api, { anonymous: true })
    expect(refused).toMatchObject({ error: { code: 'ERR_INVALID_CREDENTIALS' } })
    expect(actions).toEqual([])
  })
})

describe('a proxy’s answer while the server is down', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })
  const sent = async () => {
    const asked = askServer('/messages/1', 'POST')
    await jest.advanceTimersByTimeAsync(6000)
    return asked
  }

  it.each([502, 503, 504])('with %d is made again as the same command', async (status) => {
    answer = () => (calls.length === 1 ? { status } : { status: 200, body: 'here' })
    expect(await sent()).toMatchObject({ data: 'here' })
    const [first, second, ...more] = callsTo('/messages/1')
    expect(second?.key).toBe(first?.key)
    expect(more).toEqual([])
  })

  it('gets the status of an unreachable server, so that unsent messages wait', async () => {
    answer = () => ({ status: 502, body: '<html>' })
    expect(await sent()).toMatchObject({ error: { status: 503, code: 'ERR_UNAVAILABLE' } })
    expect(callsTo('/messages/1')).toHaveLength(4)
  })
})
