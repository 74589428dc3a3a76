import type { SessionRecord } from '@guiche/contracts/views/session.js'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { loggedOut, sessionReducer, signedIn } from '../../api/session.js'
import { fakeLocalStorage } from '../../base/testing/local-storage.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
jest.unstable_mockModule('./refused-message.js', () => ({ showRefused: () => () => undefined }))
const { baseApi } = await import('../../api/base-api.js')
const { attachedKey, changeAttached } = await import('./kept-attachments.js')
const { sendingReducer, throwAway } = await import('./outgoing.js')
const { sendAgain, sendNow, sendWaiting, restoreUnsent } = await import('./sending.js')

const userOf = (id: number) => ({ token: 'token', user: { id } as SessionRecord['user'] })

/** A page whose server gives the test's answers in this order, then 200. */
const setUp = (userId = 1) => {
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      sending: sendingReducer,
      session: sessionReducer,
    },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
  })
  const answers: (number | 'no answer' | 'silence')[] = []
  const calls: { readonly key: string | null; readonly body: string }[] = []
  globalThis.fetch = async (_address, init) => {
    const headers = new Headers(init?.headers)
    calls.push({ key: headers.get('Idempotency-Key'), body: await new Response(init?.body).text() })
    const status = answers.shift() ?? 200
    if (status === 'no answer') throw new TypeError('network')
    if (status === 'silence')
      return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', reject))
    const error = { 503: 'ERR_UNAVAILABLE', 400: 'ERR_NO_TEXT' }[status]
    return new Response(error === undefined ? '{}' : JSON.stringify({ error }), {
      status,
      headers: status === 200 ? { 'X-Message-Id': `m${calls.length}` } : {},
    })
  }
  const dispatch = store.dispatch as <T>(thunk: (...given: never[]) => T) => T
  store.dispatch(signedIn(userOf(userId)))
  const send = (body: string, ticketId = 7) =>
    dispatch(sendNow({ ticketId, body, files: [], voice: false, quoted: null }))
  const waiting = () => dispatch(sendWaiting())
  const only = () => {
    const [entry, ...others] = store.getState().sending
    if (entry === undefined || others.length > 0) throw new Error('not one')
    return entry
  }
  const states = () => store.getState().sending.map(({ body, state }) => `${body} ${state}`)
  return { store, dispatch, answers, calls, send, waiting, only, states }
}

const { fetch } = globalThis
const { addEventListener, removeEventListener } = globalThis
let screen: ReturnType<typeof setUp>
let stored: Map<string, string>
/** the event target of the page's listeners */
let heard: EventTarget
beforeEach(() => {
  jest.useFakeTimers()
  stored = fakeLocalStorage()
  heard = new EventTarget()
  globalThis.addEventListener = heard.addEventListener.bind(heard)
  globalThis.removeEventListener = heard.removeEventListener.bind(heard)
  screen = setUp()
})
afterEach(() => {
  jest.useRealTimers()
  Object.assign(globalThis, { fetch, addEventListener, removeEventListener })
})

/** The same browser after its page was closed abruptly. */
const nextVisit = async (userId = 1) => {
  screen = setUp(userId)
  const end = screen.dispatch(restoreUnsent(() => undefined))
  await jest.advanceTimersByTimeAsync(0)
  return { ...screen, end }
}

describe('unsent messages', () => {
  it('is sent automatically when the server is back, in order and with the same keys', async () => {
    const { answers, calls, send, waiting, states } = screen
    answers.push(503, 'no answer')
    await send('one')
    await send('two')
    expect(states()).toEqual(['one waiting', 'two waiting'])
    await waiting()
    expect(states()).toEqual(['one accepted', 'two accepted'])
    // The second message is never sent before the first one.
    const [first, , , second] = calls
    expect(calls).toEqual([first, first, first, second])
    expect(new Set(calls.map(({ key }) => key)).size).toBe(2)
  })

  it('is sent after a while, also without a signal that the server is back', async () => {
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

  it('stays after a refusal, until the user decides', async () => {
    const { answers, calls, send, waiting, states } = screen
    answers.push(400)
    await send('wrong')
    await waiting()
    expect(states()).toEqual(['wrong failed'])
    expect(calls).toHaveLength(1)
  })

  it('waits while its user is signed out; another user neither sees nor sends it', async () => {
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

  it('is not sent automatically while the user is sending it again', async () => {
    const { answers, calls, dispatch, only, send, waiting, states } = screen
    answers.push(503)
    await send('one')
    const byHand = dispatch(sendAgain(only()))
    await waiting()
    await byHand
    expect(calls).toHaveLength(2)
    expect(states()).toEqual(['one accepted'])
  })
})

describe('a message whose file was changed or deleted on the disk', () => {
  const gone = () => Promise.reject(new DOMException('', 'NotReadableError'))
  const file = Object.assign(new File(['x'], 'a.pdf'), { slice: () => ({ arrayBuffer: gone }) })
  const files = [new File(['x'], 'b.pdf'), file]
  const message = { ticketId: 7, body: 'one', files, voice: false, quoted: null }

  it('is not sent, names the file, and does not delay other messages', async () => {
    await screen.dispatch(sendNow(message))
    await screen.send('two')
    expect(screen.states()).toEqual(['one failed', 'two accepted'])
    expect(screen.store.getState().sending[0]?.error).toEqual({ unreadable: ['a.pdf'] })
  })

  it('asks before the page closes, also for attachments', async () => {
    const { dispatch, only } = await nextVisit()
    const asks = () => !heard.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    await dispatch(sendNow(message))
    expect([only().state, asks()]).toEqual(['failed', true])
    dispatch(throwAway(only()))
    expect(asks()).toBe(false)
    changeAttached(attachedKey(1, 7), () => ({ voice: 'recording' }))
    expect(asks()).toBe(true)
  })
})

describe('messages in quick succession', () => {
  it('are sent in order, one after another, and all are shown at once', async () => {
    const { answers, calls, send, states } = screen
    answers.push('no answer')
    const first = send('one')
    const second = send('two')
    expect(states()).toEqual(['one sending', 'two sending'])
    await Promise.all([first, second])
    expect(states()).toEqual(['one waiting', 'two waiting'])
    await jest.advanceTimersByTimeAsync(5000)
    expect(states()).toEqual(['one accepted', 'two accepted'])
    expect(calls.map(({ body }) => JSON.parse(body).body)).toEqual(['one', 'one', 'two'])
  })

  it('do not wait for messages of other tickets', async () => {
    const { answers, send, states } = screen
    answers.push('silence')
    void send('one')
    await send('two', 8)
    expect(states()).toEqual(['one sending', 'two accepted'])
    await jest.advanceTimersByTimeAsync(25_000)
    expect(states()).toEqual(['one accepted', 'two accepted'])
  })
})

describe('on a line that is dead and not cut', () => {
  it('a text counts as not sent after 20 seconds, and goes out later', async () => {
    const { answers, calls, send, states } = screen
    answers.push('silence')
    void send('one')
    await jest.advanceTimersByTimeAsync(19_000)
    expect(states()).toEqual(['one sending'])
    await jest.advanceTimersByTimeAsync(1000)
    expect(states()).toEqual(['one waiting'])
    await jest.advanceTimersByTimeAsync(5000)
    expect(states()).toEqual(['one accepted'])
    expect(calls).toEqual([calls[0], calls[0]])
  })

  it('a message discarded during a retry is cancelled, and the next one is sent', async () => {
    const { answers, calls, dispatch, only, send, states } = screen
    const signals: (AbortSignal | null | undefined)[] = []
    const { fetch } = globalThis
    globalThis.fetch = (address, init) => {
      signals.push(init?.signal)
      return fetch(address, init)
    }
    answers.push(503, 'silence')
    await send('one')
    await jest.advanceTimersByTimeAsync(5000)
    const entry = only()
    void send('two')
    dispatch(throwAway(entry))
    expect(signals.map((signal) => signal?.aborted)).toEqual([false, true])
    await jest.advanceTimersByTimeAsync(0)
    expect(states()).toEqual(['two accepted'])
    expect(calls).toHaveLength(3)
  })
})

describe('a text that was not sent when its page ended', () => {
  it('is sent at the user’s next visit, with the same key', async () => {
    const { answers, calls, send } = screen
    answers.push('no answer')
    await send('one')
    const other = await nextVisit(2)
    expect([other.states(), other.calls]).toEqual([[], []])
    const next = await nextVisit()
    expect(next.states()).toEqual(['one accepted'])
    expect(next.calls).toEqual(calls)
    expect(stored.size).toBe(0)
  })

  it('is sent only by the user if it is older than the server’s memory of keys', async () => {
    screen.answers.push(503)
    await screen.send('one')
    jest.setSystemTime(Date.now() + 25 * 60 * 60_000)
    const { calls, states } = await nextVisit()
    expect([states(), calls]).toEqual([['one failed'], []])
    const again = await nextVisit()
    expect(again.states()).toEqual(['one failed'])
    await again.dispatch(sendAgain(again.only()))
    expect(again.states()).toEqual(['one accepted'])
    expect(stored.size).toBe(0)
  })

  it('stays refused, and is gone in all windows once one has thrown it away', async () => {
    screen.answers.push(400)
    await screen.send('one')
    const { states } = await nextVisit()
    expect(states()).toEqual(['one failed'])
    const [name] = stored.keys()
    const event = Object.assign(new Event('storage'), { key: name, newValue: null })
    heard.dispatchEvent(event)
    expect(states()).toEqual([])
    expect(stored.size).toBe(0)
  })

  it('is kept without its files: a message with files is not taken up', async () => {
    screen.answers.push(503)
    const files = [new File(['x'], 'a.pdf')]
    await screen.dispatch(sendNow({ ticketId: 7, body: 'one', files, voice: false, quoted: null }))
    expect(screen.states()).toEqual(['one waiting'])
    expect(stored.size).toBe(0)
  })

  it('keeps its quick reply at the next visit, because the repetition must be the same command', async () => {
    const message = { ticketId: 7, body: 'one', files: [], voice: false, quoted: null, quickmessageId: 5 }
    screen.answers.push(503)
    const { calls: first, dispatch } = screen
    await dispatch(sendNow(message))
    const { calls, states } = await nextVisit()
    expect(states()).toEqual(['one accepted'])
    expect([first, calls].map(([call]) => JSON.parse(call?.body ?? ''))).toEqual(
      Array(2).fill({ body: 'one', quotedMsg: null, quickmessageId: 5 }),
    )
  })

  it('is ignored if its stored entry is damaged', async () => {
    const known = '{"ticketId":7,"body":"a","createdAt":"2026-03-02T12:00:00.000Z","quoted":null'
    for (const [at, text] of [
      'x',
      '{}',
      `${known.replace('2026', 'x')}}`,
      `${known},"quickmessageId":"5"}`,
    ].entries())
      stored.set(`guiche.unsent.1.${at}`, text)
    const { states } = await nextVisit()
    expect(states()).toEqual([])
  })

  it('is one of a hundred at most', async () => {
    for (let n = 0; n < 102; n++) {
      screen.answers.push(503)
      await screen.send(`text ${n}`)
    }
    expect(stored.size).toBe(100)
    expect(screen.states()).toHaveLength(102)
  })
})
