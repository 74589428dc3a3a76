import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { sessionReducer } from '../api/session.js'
import type { RootState } from '../app/store.js'
import type { PatchContext } from '../realtime/patches.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi } = await import('../api/base-api.js')
const { recordApi } = await import('./record-api.js')
const { recordPatches } = await import('./record-patches.js')

const { fetch } = globalThis
const listArgument = (search: string) => ({ record: 'queue' as const, paged: false, search, by: {} })
const updatedAt = (time: number) => ({ updatedAt: new Date(time).toISOString() })
const first = { id: 1, name: 'Beta', orderQueue: 1, ...updatedAt(5) }
const second = { id: 2, name: 'alfa', orderQueue: null, ...updatedAt(5) }

describe('frames of records', () => {
  const make = () =>
    configureStore({
      reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionReducer },
      middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
    })
  let store: ReturnType<typeof make>
  let refetched: string[]
  const open = (search: string) => store.dispatch(recordApi.endpoints.records.initiate(listArgument(search)))
  const rows = (search = '') =>
    recordApi.endpoints.records
      .select(listArgument(search))(store.getState() as never)
      .data?.pages.flatMap((page) => page.rows.map(({ name }) => name))
  const come = (frame: object) =>
    recordPatches.queue?.(
      frame as never,
      {
        dispatch: store.dispatch,
        getState: () => store.getState() as unknown as RootState,
        refetch: (tag) => refetched.push(tag),
      } as PatchContext,
    )

  beforeEach(async () => {
    store = make()
    refetched = []
    globalThis.fetch = (async () => new Response(JSON.stringify([first, second]))) as typeof fetch
    await open('')
  })
  afterEach(() => {
    globalThis.fetch = fetch
  })

  it('put a new record where it belongs, and a changed one where it belongs now', () => {
    come({ action: 'update', queue: { id: 3, name: 'Gama', orderQueue: 0, ...updatedAt(6) } })
    expect(rows()).toEqual(['Gama', 'Beta', 'alfa'])
    come({ action: 'update', queue: { ...first, orderQueue: null, ...updatedAt(7) } })
    expect(rows()).toEqual(['Gama', 'alfa', 'Beta'])
    expect(refetched).toEqual([])
  })

  it('rename joined records in other records, also one of several', async () => {
    const list = { record: 'quickmessage' as const, paged: false, search: '', by: {} }
    const queues = [
      { id: 1, name: 'Beta' },
      { id: 2, name: 'alfa' },
    ]
    const reply = { id: 5, shortcode: 'a', queueIds: [1, 2], queues, ...updatedAt(5) }
    globalThis.fetch = (async () => new Response(JSON.stringify([reply]))) as typeof fetch
    await store.dispatch(recordApi.endpoints.records.initiate(list))
    come({ action: 'update', queue: { ...first, name: 'Gama', ...updatedAt(6) } })
    const { data } = recordApi.endpoints.records.select(list)(store.getState() as never)
    expect(data?.pages[0]?.rows[0]?.queues).toEqual([{ id: 1, name: 'Gama' }, queues[1]])
  })

  it('skip records newer than the frame', () => {
    come({ action: 'update', queue: { ...first, name: 'old', ...updatedAt(1) } })
    expect(rows()).toEqual(['Beta', 'alfa'])
  })

  it('take a deleted one out of every list', async () => {
    await open('alf')
    come({ action: 'delete', queueId: 2 })
    expect([rows(), rows('alf')]).toEqual([['Beta'], ['Beta']])
  })

  it('have a list that is searched read again where they bring something new', async () => {
    await open('alf')
    come({ action: 'update', queue: { id: 3, name: 'Gama', orderQueue: 0, ...updatedAt(6) } })
    expect(rows('alf')).toEqual(['Beta', 'alfa'])
    expect(refetched).toEqual(['queues'])
  })
})

describe('lists of a subject’s records', () => {
  it('add records of their subject, newest first, and no others', async () => {
    const store = configureStore({
      reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionReducer },
      middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
    })
    const ofContact = { record: 'schedule' as const, paged: false, search: '', by: { contactId: 5 } }
    const note = (id: number, contactId: number) => ({
      id,
      contactId,
      createdAt: updatedAt(id).updatedAt,
      ...updatedAt(id),
    })
    let asked = ''
    globalThis.fetch = (async (address: string) => {
      asked = address
      return new Response(JSON.stringify([note(1, 5)]))
    }) as typeof fetch
    await store.dispatch(recordApi.endpoints.records.initiate(ofContact))
    globalThis.fetch = fetch
    expect(asked).toMatch(/\/schedules\/list\?contactId=5$/)
    for (const contactId of [5, 6])
      recordPatches.schedule?.(
        { action: 'update', schedule: note(contactId, contactId) } as never,
        { dispatch: store.dispatch, getState: store.getState } as unknown as PatchContext,
      )
    const { data } = recordApi.endpoints.records.select(ofContact)(store.getState() as never)
    expect(data?.pages[0]?.rows.map(({ id }) => id)).toEqual([5, 1])
  })
})
