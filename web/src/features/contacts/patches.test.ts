import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import type { Tag } from '../../api/tags.js'
import type { PatchContext } from '../../realtime/patches.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi } = await import('../../api/base-api.js')
const { contactsApi } = await import('./api.js')
const { patches } = await import('./patches.js')

const GALLERY = { id: 5, query: { kind: 'pictures' } } as const
const { fetch } = globalThis
afterEach(() => {
  globalThis.fetch = fetch
})

/** A browser that shows the numbers and the gallery of contact 5. The test sends it frames. */
const openBrowser = async () => {
  globalThis.fetch = (async (url: string | URL) =>
    new Response(
      JSON.stringify(
        String(url).includes('/counts')
          ? { tickets: 1, files: 2, schedules: 0 }
          : { messages: [{ id: 'a' }, { id: 'b' }], cursor: null },
      ),
    )) as typeof fetch
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      session: () => ({ user: { id: 7, profile: 'user', queues: [] }, token: 't' }),
    },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
  })
  const { contactCounts, gallery } = contactsApi.endpoints
  await store.dispatch(contactCounts.initiate({ id: 5 }))
  await store.dispatch(gallery.initiate(GALLERY))
  const again: Tag[] = []
  const context = {
    ...{ dispatch: store.dispatch, getState: store.getState },
    refetch: (tag: Tag) => void again.push(tag),
  } as unknown as PatchContext
  const shown = () => gallery.select(GALLERY)(store.getState() as never).data?.pages[0]?.messages
  return { context, again, ids: () => shown()?.map(({ id }) => id) }
}
const ticketOf = (contactId: number) => ({ id: 1, contactId })

describe('the shown data of a contact', () => {
  it('are counted again after frames about the contact, and no others', async () => {
    const { context, again } = await openBrowser()
    patches.schedule?.({ action: 'create', schedule: { id: 1, contactId: 6 } } as never, context)
    patches.ticket?.({ action: 'update', ticket: ticketOf(6), moved: false } as never, context)
    patches.appMessage?.({ action: 'create', message: { id: 'x' }, ticket: ticketOf(6) } as never, context)
    expect(again).toEqual([])
    patches.schedule?.({ action: 'create', schedule: { id: 1, contactId: 5 } } as never, context)
    patches.schedule?.({ action: 'delete', scheduleId: 1 } as never, context)
    patches.ticket?.({ action: 'update', ticket: ticketOf(5), moved: false } as never, context)
    patches.ticket?.({ action: 'delete', ticketId: 1, position: '1' } as never, context)
    patches.appMessage?.({ action: 'create', message: { id: 'x' }, ticket: ticketOf(5) } as never, context)
    patches.contact?.({ action: 'delete', contactId: 5 } as never, context)
    expect(again).toEqual(Array(6).fill('ContactCounts'))
  })

  it('lose deleted files from the gallery', async () => {
    const { context, ids } = await openBrowser()
    const message = { id: 'a', isDeleted: true }
    patches.appMessage?.({ action: 'update', message, ticket: ticketOf(5) } as never, context)
    expect(ids()).toEqual(['b'])
    patches.appMessage?.({ action: 'delete', messageId: 'b' } as never, context)
    expect(ids()).toEqual([])
  })
})
