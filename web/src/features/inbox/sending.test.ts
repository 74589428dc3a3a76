import type { SessionRecord } from '@guiche/contracts/views/records.js'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { loggedOut, sessionReducer, signedIn } from '../../api/session.js'
import type { RootState } from '../../app/store.js'

// the texts are bundled by Vite, which is not here
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi } = await import('../../api/base-api.js')
const { sendAgain, sendingReducer, sendNow, sendWaiting } = await import('./sending.js')

const userOf = (id: number) => ({ token: 'token', user: { id } as SessionRecord['user'] })

/** A screen whose server answers what the test says, in this order, and 200 afterwards. */
const setUp = () => {
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      sending: sendingReducer,
      session: sessionReducer,
    },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
  })
  const answers: (number | 'no answer')[] = []
  const calls: { readonly key: string | null; readonly body: string }[] = []
  globalThis.fetch = async (_address, init) => {
    const headers = new Headers(init?.headers)
    calls.push({ key: headers.get('Idempotency-Key'), body: await new Response(init?.body).text() })
    const status = answers.shift() ?? 200
    if (status === 'no answer') throw new TypeError('network')
    const error = { 503: 'ERR_UNAVAILABLE', 400: 'ERR_NO_TEXT' }[status]
    return new Response(error === undefined ? '{}' : JSON.stringify({ error }), {
      status,
      headers: status === 200 ? { 'X-Message-Id': `m${calls.length}` } : {},
    })
  }
  const dispatch = store.dispatch as (thunk: unknown) => Promise<void>
  store.dispatch(signedIn(userOf(1)))
  const send = (body: string) =>
    dispatch(sendNow({ ticketId: 7, body, files: [], voice: false, quoted: null }))
  const waiting = () =>
    dispatch((inner: never) => sendWaiting()(inner, () => store.getState() as unknown as RootState))
  const states = () => store.getState().sending.map(({ body, state }) => `${body} ${state}`)
  return { store, dispatch, answers, calls, send, waiting, states }
}

const { fetch } = globalThis
let screen: ReturnType<typeof setUp>
beforeEach(() => {
  jest.useFakeTimers()
  screen = setUp()
})
afterEach(() => {
  jest.useRealTimers()
  globalThis.fetch = fetch
})

describe('what could not be sent', () => {
  it('goes out by itself when the server is back, in its order and under the same keys', async () => {
    const { answers, calls, send, waiting, states } = screen
    answers.push(503, 'no answer')
    await send('one')
    await send('two')
    expect(states()).toEqual(['one waiting', 'two waiting'])
    await waiting()
    expect(states()).toEqual(['one accepted', 'two accepted'])
    // the second one never goes before the first one
    const [first, , , second] = calls
    expect(calls).toEqual([first, first, first, second])
    expect(new Set(calls.map(({ key }) => key)).size).toBe(2)
  })

  it('goes out after a while also where nobody tells that the server is back, and waits until then', async () => {
    const { answers, calls, send, states } = screen
    answers.push(503, 503)
    await send('one')
    await jest.advanceTimersByTimeAsync(5000)
    expect([calls.length, states()]).toEqual([2, ['one waiting']])
    await jest.advanceTimersByTimeAsync(5000)
    expect(states()).toEqual(['one accepted'])
    await jest.advanceTimersByTimeAsync(60_000)
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
    expect(calls).toHaveLength(3)
  })

  it('stays where the server has refused it, for a person to decide', async () => {
    const { answers, calls, send, waiting, states } = screen
    answers.push(400)
    await send('wrong')
    await waiting()
    expect(states()).toEqual(['wrong failed'])
    expect(calls).toHaveLength(1)
  })

  it('waits while nobody is signed in, and is nobody else’s: another person neither sees nor sends it', async () => {
    const { answers, calls, send, store, states } = screen
    answers.push(503)
    await send('one')
    store.dispatch(loggedOut(null))
    await jest.advanceTimersByTimeAsync(20_000)
    expect(calls).toHaveLength(1)
    store.dispatch(signedIn(userOf(1)))
    expect(states()).toEqual(['one waiting'])
    store.dispatch(signedIn(userOf(2)))
    expect(states()).toEqual([])
  })

  it('is forgotten an hour after it was accepted, where no conversation has shown it', async () => {
    const { send, states } = screen
    for (let hour = 0; hour < 3; hour++) {
      for (let n = 0; n < 50; n++) await send(`text ${n}`)
      expect(states()).toHaveLength(50)
      await jest.advanceTimersByTimeAsync(61 * 60_000)
    }
  })

  it('is not sent a second time while a person has it sent already', async () => {
    const { answers, calls, dispatch, send, store, waiting, states } = screen
    answers.push(503)
    await send('one')
    const [entry] = store.getState().sending
    if (entry === undefined) throw new Error('nothing waits')
    const byHand = dispatch(sendAgain(entry))
    await waiting()
    await byHand
    expect(calls).toHaveLength(2)
    expect(states()).toEqual(['one accepted'])
  })
})
