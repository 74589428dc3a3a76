import type { SessionRecord } from '@guiche/contracts/views/session.js'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { sessionReducer, signedIn } from '../../api/session.js'
import { fakeLocalStorage } from '../../base/testing/local-storage.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi } = await import('../../api/base-api.js')
const { sendingReducer, throwAway } = await import('./outgoing.js')
const { sendNow, sendWaiting } = await import('./sending.js')
const { keptUnsent } = await import('./unsent.js')

const { fetch } = globalThis
beforeEach(() => {
  jest.useFakeTimers()
  fakeLocalStorage()
})
afterEach(() => {
  jest.useRealTimers()
  Object.assign(globalThis, { fetch })
})

/** A window whose server is unreachable. */
const setUp = () => {
  globalThis.fetch = async () => Promise.reject(new TypeError('network'))
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      sending: sendingReducer,
      session: sessionReducer,
    },
    middleware: (own) => own({ serializableCheck: false }).concat(baseApi.middleware),
  })
  const dispatch = store.dispatch as <T>(thunk: (...given: never[]) => T) => T
  store.dispatch(signedIn({ token: 'token', user: { id: 1 } as SessionRecord['user'] }))
  const send = (body: string, { ticketId = 7, files = [] as File[] } = {}) =>
    dispatch(sendNow({ ticketId, body, files, voice: false, quoted: null }))
  return {
    send,
    again: () => dispatch(sendWaiting()),
    throwAway: (body: string) => {
      for (const entry of store.getState().sending) if (entry.body === body) dispatch(throwAway(entry))
    },
  }
}

/** Texts that another window of this browser would send automatically. */
const sentElsewhere = () => keptUnsent(1).map(({ body }) => body)

describe('texts of a ticket that another window may send', () => {
  it('are the texts before its first message with files, which only this window has', async () => {
    const { send } = setUp()
    await send('before')
    await send('the file', { files: [new File(['x'], 'a.pdf')] })
    await send('after')
    await send('of another ticket', { ticketId: 8 })
    expect(sentElsewhere()).toEqual(['before', 'of another ticket'])
  })

  it('also include later texts once that message is gone', async () => {
    const { send, again, throwAway } = setUp()
    await send('the file', { files: [new File(['x'], 'a.pdf')] })
    await send('after')
    await send('the next file', { files: [new File(['x'], 'b.pdf')] })
    await send('last')
    expect(sentElsewhere()).toEqual([])
    throwAway('the file')
    await again()
    expect(sentElsewhere()).toEqual(['after'])
  })
})
