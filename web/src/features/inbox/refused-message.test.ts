import type { SessionRecord } from '@guiche/contracts/views/session.js'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { sessionReducer, signedIn } from '../../api/session.js'
import { fakeLocalStorage } from '../../base/testing/local-storage.js'
import type { Toast } from '../../components/toasts/toasts.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi } = await import('../../api/base-api.js')
const { sendingReducer, stillOutgoing, stillSending, throwAway } = await import('./outgoing.js')
const { sendNow, sendWaiting, restoreUnsent } = await import('./sending.js')
const { isTicketInaccessible, strandUnsent } = await import('./strand-unsent.js')

const TICKET = { id: 7, uuid: 'u7', contact: { name: 'Carla', number: '5511' } }
const REFUSED = { status: 400, body: { error: 'ERR_TICKET_NOT_OPEN' } }

const names = ['fetch', 'location', 'addEventListener', 'removeEventListener'] as const
const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))
let stored: Map<string, string>
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] })
  stored = fakeLocalStorage()
  const page = new EventTarget()
  Object.assign(globalThis, {
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  })
})
afterEach(() => {
  jest.useRealTimers()
  for (const [at, name] of names.entries()) {
    const found = before[at]
    if (found === undefined) Reflect.deleteProperty(globalThis, name)
    else Object.defineProperty(globalThis, name, found)
  }
})

/** A page at an address. Its server refuses messages, and answers `ticket` to a read of the ticket. */
const setUp = (path: string, ticket: { readonly status: number; readonly body: unknown }) => {
  Object.defineProperty(globalThis, 'location', { value: { pathname: path }, configurable: true })
  const server = { sent: REFUSED as { status: number; body: unknown }, ticket, reads: 0 }
  globalThis.fetch = async (address) => {
    const isRead = String(address).includes('/tickets/7')
    if (isRead) server.reads += 1
    const { status, body } = isRead ? server.ticket : server.sent
    return new Response(JSON.stringify(body), { status })
  }
  const toasts: Toast[] = []
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      sending: sendingReducer,
      session: sessionReducer,
      toasts: (_: unknown = null, action: { type: string; payload?: unknown }) => {
        if (action.type === 'toasts/shown') toasts.push(action.payload as Toast)
        return null
      },
    },
    middleware: (own) => own({ serializableCheck: false }).concat(baseApi.middleware),
  })
  const dispatch = store.dispatch as <T>(thunk: (...given: never[]) => T) => T
  store.dispatch(signedIn({ token: 'token', user: { id: 1 } as SessionRecord['user'] }))
  const opened: string[] = []
  const visit = () => dispatch(restoreUnsent((address) => opened.push(address)))
  const settle = async () => {
    await Promise.all(store.dispatch(baseApi.util.getRunningQueriesThunk()))
    await new Promise(setImmediate)
  }
  const send = async (body: string) => {
    await dispatch(sendNow({ ticketId: 7, contactId: 5, body, files: [], voice: false, quoted: null }))
    await settle()
  }
  const states = () => store.getState().sending.map(({ body, state }) => `${body} ${state}`)
  const sending = () => store.getState().sending
  return { server, toasts, opened, dispatch, visit, settle, send, states, sending }
}

describe('a message that the server refuses', () => {
  it('shows a toast if its conversation is not on the screen, with a link to it', async () => {
    const { toasts, opened, visit, send, states } = setUp('/tickets/u8', { status: 200, body: TICKET })
    visit()
    await send('one')
    expect(states()).toEqual(['one failed'])
    expect(toasts).toMatchObject([{ tone: 'failed', action: {} }])
    toasts[0]?.action?.run()
    expect(opened).toEqual(['/tickets/u7'])
  })

  it('shows no toast if its conversation is on the screen', async () => {
    const { toasts, send, states } = setUp('/tickets/u7', { status: 200, body: TICKET })
    await send('one')
    expect([states(), toasts]).toEqual([['one failed'], []])
  })

  it('shows a toast also if the ticket cannot be read now', async () => {
    const { toasts, send, states } = setUp('/', { status: 500, body: { error: 'ERR_INTERNAL' } })
    await send('one')
    expect(states()).toEqual(['one failed'])
    expect(toasts).toMatchObject([{ tone: 'failed' }])
  })

  it('is kept with its contact where its writer cannot open the ticket any more, and that is said', async () => {
    const { toasts, send, states } = setUp('/', { status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } })
    await send('one')
    expect([states(), stored.size]).toEqual([['one stranded'], 1])
    expect(toasts).toMatchObject([{ tone: 'waiting' }])
    // The next visit neither sends the message nor reads its ticket.
    const next = setUp('/', { status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } })
    next.visit()
    await next.settle()
    expect([next.states(), next.server.reads, next.toasts]).toEqual([['one stranded'], 0, []])
    expect(next.sending()).toMatchObject([{ contactId: 5, body: 'one' }])
  })

  it('shows one toast at the next visit, for all messages of its ticket', async () => {
    const first = setUp('/', { status: 200, body: TICKET })
    await first.send('one')
    await first.send('two')
    const next = setUp('/', { status: 200, body: TICKET })
    next.visit()
    await next.settle()
    expect(next.states()).toEqual(['one failed', 'two failed'])
    expect([next.toasts.length, next.server.reads]).toEqual([1, 1])
  })
})

it('a token that is over says nothing of the ticket', () => {
  expect(['ERR_NO_PERMISSION', 'ERR_INVALID_TOKEN'].map((code) => isTicketInaccessible({ code }))).toEqual([
    true,
    false,
  ])
})

describe('a ticket that its agent cannot open any more', () => {
  it('keeps waiting messages until their author discards them', async () => {
    const { server, dispatch, toasts, send, states, sending } = setUp('/', { status: 200, body: TICKET })
    server.sent = { status: 503, body: { error: 'ERR_UNAVAILABLE' } }
    await send('one')
    expect([states(), await dispatch(stillSending([7, 8]))]).toEqual([['one waiting'], [7]])
    dispatch(strandUnsent(8))
    expect(states()).toEqual(['one waiting'])
    dispatch(strandUnsent(7))
    dispatch(strandUnsent(7))
    expect([states(), stored.size, await dispatch(stillSending([7]))]).toEqual([['one stranded'], 1, []])
    expect(toasts).toHaveLength(1)
    server.sent = { status: 200, body: null }
    await dispatch(sendWaiting())
    expect([states(), stillOutgoing(sending(), 7, [])]).toEqual([['one stranded'], []])
    for (const entry of sending()) dispatch(throwAway(entry))
    expect([states(), stored.size]).toEqual([[], 0])
  })
})
