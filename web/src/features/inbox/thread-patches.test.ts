import { afterEach, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import type { PatchContext } from '../../realtime/patches.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi } = await import('../../api/base-api.js')
const { inboxApi } = await import('./api.js')
const { patches } = await import('./patches.js')
const { fromTheEnd, readAround } = await import('./thread-patches.js')

const CREATED = '2026-01-01T00:00:00.000Z'
const CLOSED = '2026-01-02T00:00:00.000Z'
const ticketOf = (id: number, closedAt: string | null = null) => ({
  ...{ id, uuid: `u${id}`, contactId: 5, status: closedAt === null ? 'open' : 'closed', position: '02' },
  ...{ createdAt: CREATED, closedAt, whatsapp: { id: 1, name: 'Loja', status: 'CONNECTED' } },
  ...{ tags: [], contact: { name: 'Caio' }, user: null },
})
const messageOf = (order: string, ticketId: number) => ({
  ...{ id: order, order, position: order, ticketId },
  ...{ contact: { id: 5, name: 'Caio' }, queue: { id: 3, name: 'Vendas', color: '#fff' }, quotedMsg: null },
})
const spanOf = (id: number, closedAt: string | null = null) => ({
  ...{ id, createdAt: CREATED, closedAt },
  connection: 'Loja',
})

const { fetch } = globalThis
let close = (): void => undefined
afterEach(() => {
  close()
  globalThis.fetch = fetch
})

/** The conversation of ticket 1 with these messages, in a page's cache. */
const openConversation = async (messages: readonly object[]) => {
  const page = { messages, tickets: [spanOf(1)], ticket: ticketOf(1), count: 1 }
  globalThis.fetch = async () =>
    new Response(JSON.stringify({ ...page, hasMore: false, cursor: null, newer: null }))
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      session: () => ({ user: { id: 7, profile: 'admin', queues: [] }, token: 't' }),
    },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
  })
  close = () => void store.dispatch(baseApi.util.resetApiState())
  const thread = { ticketId: 1, around: null }
  await store.dispatch(inboxApi.endpoints.messages.initiate(thread))
  const { dispatch, getState } = store
  const context = { dispatch, getState, refetch: () => undefined } as unknown as PatchContext
  const pages = () => inboxApi.endpoints.messages.select(thread)(getState() as never).data?.pages ?? []
  return { context, pages }
}

it('a conversation gets changes of its messages’ tickets: one that closes, and one that begins', async () => {
  const { context, pages } = await openConversation([messageOf('1', 1)])
  const tickets = () => pages().flatMap((one) => one.tickets)
  patches.ticket?.({ action: 'update', ticket: ticketOf(1, CLOSED), moved: true } as never, context)
  expect(tickets()).toEqual([spanOf(1, CLOSED)])
  const frame = { action: 'update', message: messageOf('2', 2), ticket: ticketOf(2) }
  patches.appMessage?.(frame as never, context)
  expect(tickets()).toEqual([spanOf(1, CLOSED), spanOf(2)])
})

it('an erased message leaves its conversation, with its quotes', async () => {
  const answer = { ...messageOf('3', 1), quotedMsgId: '2', quotedMsg: { id: '2', body: 'erased' } }
  const { context, pages } = await openConversation([messageOf('1', 1), messageOf('2', 1), answer])
  patches.appMessage?.({ action: 'delete', messageId: '2', ticketId: 1 }, context)
  const left = pages().flatMap((one) => one.messages)
  expect(left).toMatchObject([{ id: '1' }, { id: '3', quotedMsgId: '2', quotedMsg: null }])
})

it('messages show changes of their contact, their queue and their quoted message', async () => {
  const quotedMsg = { id: '2', body: 'before', contact: { id: 5, name: 'Caio' } }
  const answer = { ...messageOf('3', 1), quotedMsgId: '2', quotedMsg }
  const { context, pages } = await openConversation([messageOf('2', 1), answer])
  const shown = () => pages().flatMap((one) => one.messages)
  patches.contact?.({ action: 'update', contact: { id: 5, name: 'Caio Prado' } } as never, context)
  const queue = { id: 3, name: 'Comercial', color: '#000', greetingMessage: 'Oi' }
  patches.queue?.({ action: 'update', queue } as never, context)
  const now = { contact: { name: 'Caio Prado' }, queue: { id: 3, name: 'Comercial', color: '#000' } }
  expect(shown()).toMatchObject([now, { ...now, quotedMsg: { contact: now.contact } }])
  expect(shown()[0]?.queue).toEqual(now.queue)
  const edited = { ...messageOf('2', 1), body: 'after' }
  patches.appMessage?.({ action: 'update', message: edited, ticket: ticketOf(1) } as never, context)
  expect(shown()).toMatchObject([{ body: 'after' }, { quotedMsg: { id: '2', body: 'after' } }])
  patches.queue?.({ action: 'delete', queueId: 3 }, context)
  expect(shown()).toMatchObject([{ queue: null }, { queue: null }])
})

it('a conversation whose newest page was let go is read from its end again', async () => {
  const { context, pages } = await openConversation([messageOf('2', 1)])
  context.dispatch(
    inboxApi.util.updateQueryData('messages', { ticketId: 1, around: null }, (draft) => {
      for (const page of draft.pages) Object.assign(page, { messages: [messageOf('1', 1)], newer: '1' })
    }),
  )
  context.dispatch(fromTheEnd(1))
  expect(pages()).toEqual([])
  await Promise.all(context.dispatch(inboxApi.util.getRunningQueriesThunk()))
  expect(pages()).toMatchObject([{ messages: [{ id: '2' }], newer: null }])
})

it('the page around a message is read once, and again after its removal; a failure is passed on', async () => {
  const { context } = await openConversation([messageOf('1', 1)])
  const thread = { ticketId: 1, around: '1' }
  const answers = globalThis.fetch
  let calls = 0
  globalThis.fetch = (...call) => {
    calls += 1
    return answers(...call)
  }
  const read = () => context.dispatch(readAround(thread))
  expect([await read(), await read(), calls]).toEqual([null, null, 1])
  context.dispatch(
    inboxApi.util.updateQueryData('messages', thread, ({ pages }) => {
      for (const page of pages) page.messages = []
    }),
  )
  expect([await read(), calls]).toEqual([null, 2])
  globalThis.fetch = async () => new Response('{"error":"ERR_NO_MESSAGE_FOUND"}', { status: 404 })
  const missing = await context.dispatch(readAround({ ticketId: 1, around: '2' }))
  expect(missing).toEqual({ status: 404, code: 'ERR_NO_MESSAGE_FOUND' })
})
