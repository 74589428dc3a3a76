import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import type { PatchContext } from '../../realtime/patches.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi } = await import('../../api/base-api.js')
const { inboxApi } = await import('./api.js')
const { patches } = await import('./patches.js')

const UUID = '11111111-2222-4333-8444-555555555555'
const contactAt = (second: number) => ({
  id: 5,
  name: `name ${second}`,
  updatedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
})
const OPENED = {
  id: 1,
  uuid: UUID,
  contactId: 5,
  contact: contactAt(1),
}

const { fetch } = globalThis
afterEach(() => {
  globalThis.fetch = fetch
})

describe('the contact of an opened ticket', () => {
  it('is the newest one, also if an older frame comes later', async () => {
    globalThis.fetch = (async () => new Response(JSON.stringify(OPENED))) as typeof fetch
    const store = configureStore({
      reducer: {
        [baseApi.reducerPath]: baseApi.reducer,
        session: () => ({ user: { id: 7, profile: 'user', queues: [] }, token: 't' }),
      },
      middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
    })
    await store.dispatch(inboxApi.endpoints.ticketByUuid.initiate(UUID))
    const context = { dispatch: store.dispatch, getState: store.getState } as unknown as PatchContext
    const come = (second: number) =>
      patches.contact?.({ action: 'update', contact: contactAt(second) } as never, context)
    const shown = () => {
      const { data } = inboxApi.endpoints.ticketByUuid.select(UUID)(store.getState() as never)
      return data?.contact.name
    }
    expect(shown()).toBe('name 1')
    come(3)
    come(2)
    expect(shown()).toBe('name 3')
    come(4)
    expect(shown()).toBe('name 4')
  })
})
