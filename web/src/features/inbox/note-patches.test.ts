import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import type { PatchContext } from '../../realtime/patches.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi } = await import('../../api/base-api.js')
const { inboxApi } = await import('./api.js')
const { patches, showTicket } = await import('./patches.js')

const UUID = '11111111-2222-4333-8444-555555555555'
const note = (id: number, contactId: number, text = `note ${id}`) => {
  const at = new Date(Date.UTC(2026, 0, id)).toISOString()
  return { id, contactId, note: text, userId: 9, mentions: [] as object[], createdAt: at, updatedAt: at }
}
const OPENED = { id: 1, uuid: UUID, contactId: 5, status: 'open', position: '01', active: null }

const { fetch } = globalThis
afterEach(() => {
  globalThis.fetch = fetch
})

describe('notes of an opened ticket', () => {
  const opened = async () => {
    globalThis.fetch = (async (asked: Request | string) => {
      const isMentions = String(asked instanceof Request ? asked.url : asked).endsWith('/mentions')
      return new Response(JSON.stringify(isMentions ? [] : { ...OPENED, notes: [note(2, 5), note(1, 5)] }))
    }) as typeof fetch
    const store = configureStore({
      reducer: {
        [baseApi.reducerPath]: baseApi.reducer,
        session: () => ({ user: { id: 7, profile: 'user', queues: [] }, token: 't' }),
      },
      middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
    })
    await store.dispatch(inboxApi.endpoints.ticketByUuid.initiate(UUID))
    await store.dispatch(inboxApi.endpoints.mentions.initiate())
    const context = { dispatch: store.dispatch, getState: store.getState } as unknown as PatchContext
    return {
      come: (frame: object) => patches.note?.(frame as never, context),
      change: (ticket: object) => showTicket(ticket as never)(context.dispatch, context.getState),
      mentions: () =>
        inboxApi.endpoints.mentions
          .select()(store.getState() as never)
          .data?.map(({ id }) => id),
      notes: () =>
        inboxApi.endpoints.ticketByUuid
          .select(UUID)(store.getState() as never)
          .data?.notes.map(({ note }) => note),
    }
  }

  it('add new notes about their contact, newest first, and nothing else', async () => {
    const { come, notes } = await opened()
    come({ action: 'update', note: note(4, 5) })
    come({ action: 'update', note: note(3, 5) })
    come({ action: 'update', note: note(6, 6) })
    expect(notes()).toEqual(['note 4', 'note 3', 'note 2', 'note 1'])
    come({ action: 'update', note: note(3, 5, 'told again') })
    expect(notes()).toEqual(['note 4', 'told again', 'note 2', 'note 1'])
    come({ action: 'delete', noteId: 4 })
    expect(notes()).toEqual(['told again', 'note 2', 'note 1'])
  })

  it('stay for mentioned users until they are deleted', async () => {
    const { come, mentions } = await opened()
    const ticket = { id: 3, uuid: UUID, status: 'open' }
    const mention = { ...note(7, 6), ticket, mentions: [{ id: 7, name: 'Eu' }] }
    come({ action: 'update', note: mention })
    come({ action: 'update', note: mention })
    come({ action: 'update', note: { ...note(8, 6), ticket, mentions: [{ id: 3, name: 'Outra' }] } })
    expect(mentions()).toEqual([7])
    come({ action: 'delete', noteId: 7 })
    expect(mentions()).toEqual([])
  })

  it('stay when the ticket changes, although frames do not carry them', async () => {
    const { change, notes } = await opened()
    const { active: _, ...ticket } = OPENED
    change({ ...ticket, position: '02', status: 'closed' })
    expect(notes()).toEqual(['note 2', 'note 1'])
  })
})
