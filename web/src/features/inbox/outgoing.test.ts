import type { SessionRecord } from '@guiche/contracts/views/session.js'
import { afterEach, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { sessionReducer, signedIn } from '../../api/session.js'
import { fakeLocalStorage } from '../../base/testing/local-storage.js'
import type { PatchContext } from '../../realtime/patches.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi } = await import('../../api/base-api.js')
const { inboxApi } = await import('./api.js')
const { begun, moved, sendingReducer, stillSending } = await import('./outgoing.js')
const { patches } = await import('./patches.js')
const { sendNow } = await import('./sending.js')

const { fetch } = globalThis
let end = (): void => undefined
afterEach(() => {
  end()
  globalThis.fetch = fetch
})

const ticket = {
  ...{ id: 7, uuid: 'u7', contactId: 5, status: 'open', position: '02', whatsapp: null, createdAt: '' },
  ...{ tags: [], contact: { name: 'Caio' }, user: null, queue: null },
}

/** A page. Its server accepts a message after `during`, with the ids `messageIds`. It never answers reads. */
const setUp = (messageIds: string, during: () => void = () => undefined) => {
  fakeLocalStorage()
  globalThis.fetch = async (_address, init) => {
    if (init?.method !== 'POST')
      return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', reject))
    await new Promise(setImmediate)
    during()
    return new Response('{}', { headers: { 'X-Message-Id': messageIds } })
  }
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      sending: sendingReducer,
      session: sessionReducer,
    },
    middleware: (own) => own({ serializableCheck: false }).concat(baseApi.middleware),
  })
  end = () => void store.dispatch(baseApi.util.resetApiState())
  store.dispatch(signedIn({ token: 'token', user: { id: 1, profile: 'admin' } as SessionRecord['user'] }))
  const { dispatch, getState } = store
  const context = { dispatch, getState, refetch: () => undefined } as unknown as PatchContext
  return {
    send: () =>
      context.dispatch(sendNow({ ticketId: 7, body: 'one', files: [], voice: false, quoted: null })),
    come: (id: string) => {
      const message = { id, order: id, position: id, ticketId: 7, fromMe: true }
      patches.appMessage?.({ action: 'create', message, ticket } as never, context)
    },
    read: () => context.dispatch(inboxApi.endpoints.messages.initiate({ ticketId: 7, around: null })),
    states: () => getState().sending.map(({ body, state }) => `${body} ${state}`),
  }
}

it('a sent entry is removed when all its messages have arrived, without an open conversation', async () => {
  const { send, come, states } = setUp('m1,m2')
  await send()
  come('m1')
  expect(states()).toEqual(['one accepted'])
  come('m2')
  expect(states()).toEqual([])
})

it('is removed also if its message arrives before the response', async () => {
  const screen = setUp('m1', () => screen.come('m1'))
  await screen.send()
  expect(screen.states()).toEqual([])
})

it('stays while its conversation is being loaded, because the message may be missing there', async () => {
  const { send, come, read, states } = setUp('m1')
  void read()
  await send()
  come('m1')
  expect(states()).toEqual(['one accepted'])
})

it('closing a ticket waits a moment for a running text, and confirms for other unsent messages', async () => {
  fakeLocalStorage()
  const store = configureStore({ reducer: { sending: sendingReducer } })
  const asking = () => stillSending([7, 8])(store.dispatch as never, store.getState as never)
  const entry = {
    ...{
      userId: 1,
      ticketId: 7,
      contactId: null,
      body: 'one',
      captions: [],
      voice: false,
      quoted: null,
      progress: 0,
    },
    ...{ createdAt: '2026-03-02T12:00:00.000Z', messageIds: [], error: null, fileNames: [] },
  }
  store.dispatch(begun({ ...entry, key: 'text', state: 'sending' }))
  const asked = asking()
  store.dispatch(moved({ key: 'text', state: 'accepted' }))
  expect(await asked).toEqual([])
  store.dispatch(begun({ ...entry, key: 'file', ticketId: 8, fileNames: ['a.pdf'], state: 'sending' }))
  store.dispatch(begun({ ...entry, key: 'later', state: 'waiting' }))
  expect(await asking()).toEqual([7, 8])
})
