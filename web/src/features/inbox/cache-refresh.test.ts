import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import type { RootState } from '../../app/store.js'
import type { PatchContext } from '../../realtime/patches.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi, readAgain } = await import('../../api/base-api.js')
const { applyFrame } = await import('../../realtime/patches.js')
const { inboxApi } = await import('./api.js')
const { patches } = await import('./patches.js')

const NO_NARROWING = { showAll: true, queueIds: null }
const FILTER = { ...NO_NARROWING, status: 'open' } as const
const { tickets, counts, sendMessage, changeTicket } = inboxApi.endpoints

/** A page. Its server answers with the number of its last change, unless the answer is held. */
const setUp = () => {
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      session: () => ({ user: { id: 7, profile: 'admin', queues: [] }, token: 't' }),
    },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
  })
  const state = () => store.getState() as unknown as RootState
  let change = 1
  let reads = 0
  let sending: { abort(): void } | null = null
  let held: Promise<void> | null = null
  let asked: () => void = () => undefined
  globalThis.fetch = async (address, init) => {
    const { pathname, searchParams } = new URL(String(address), 'http://desk.example')
    if (pathname.startsWith('/api/messages/'))
      return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', reject))
    if (init?.method === 'PUT') return new Response('{}')
    reads += 1
    const cursor = searchParams.get('cursor') === null ? 'next' : null
    const answer = pathname.endsWith('/counts') ? { open: change } : { tickets: [], count: change, cursor }
    asked()
    await held
    return new Response(JSON.stringify(answer))
  }
  const context = {
    dispatch: store.dispatch,
    getState: state,
    refetch: (tag) => store.dispatch(readAgain([tag])),
  } as PatchContext
  const running = () => store.dispatch(baseApi.util.getRunningQueriesThunk())
  return {
    readCounts: () => store.dispatch(counts.initiate(NO_NARROWING)),
    readList: () => store.dispatch(tickets.initiate(FILTER)),
    readFurther: () => store.dispatch(tickets.initiate(FILTER, { direction: 'forward', subscribe: false })),
    /** Starts a read whose answer is computed but held. Gives a function that releases the answer. */
    onItsWay: async (read: () => unknown): Promise<() => void> => {
      let letCome: () => void = () => undefined
      held = new Promise((resolve) => {
        letCome = resolve
      })
      await new Promise<void>((resolve) => {
        asked = resolve
        read()
      })
      held = null
      return letCome
    },
    /** Sends a message that never arrives. */
    send: () => {
      const message = { ticketId: 1, body: 'hi', files: [], voice: false, quotedId: null }
      sending = store.dispatch(sendMessage.initiate({ ...message, idempotencyKey: 'k' }, { track: false }))
    },
    changeTicket: () => {
      change += 1
      return store.dispatch(changeTicket.initiate({ id: 1, body: { status: 'closed' } }))
    },
    frameOfMove: () => {
      change += 1
      const ticket = { id: 1, uuid: 'u1', position: String(change), tags: [], contact: {} }
      applyFrame('company-1-ticket', { action: 'update', ticket, moved: true }, [patches], context)
    },
    /** Resolves when no read is running. */
    settled: async () => {
      for (let reads = running(); reads.length > 0; reads = running()) await Promise.all(reads)
    },
    end: () => {
      sending?.abort()
      store.dispatch(baseApi.util.resetApiState())
    },
    reads: () => reads,
    shown: () => ({
      counts: counts.select(NO_NARROWING)(state()).data?.open,
      list: tickets
        .select(FILTER)(state())
        .data?.pages.map(({ count }) => count),
    }),
  }
}

const { fetch } = globalThis
let screen: ReturnType<typeof setUp>
beforeEach(() => {
  screen = setUp()
})
afterEach(() => {
  screen.end()
  globalThis.fetch = fetch
})

describe('data read again after a frame', () => {
  it('does not wait for a message that is being sent', async () => {
    await screen.readCounts()
    screen.send()
    screen.frameOfMove()
    await screen.settled()
    expect(screen.shown().counts).toBe(2)
  })

  it('is read once more where its first read was on its way', async () => {
    screen.send()
    const letCome = await screen.onItsWay(screen.readCounts)
    screen.frameOfMove()
    screen.frameOfMove()
    letCome()
    await screen.settled()
    expect(screen.shown().counts).toBe(3)
    expect(screen.reads()).toBe(2)
  })

  it('is read once more from its first page where a further page was on its way', async () => {
    await screen.readList()
    const letCome = await screen.onItsWay(screen.readFurther)
    screen.frameOfMove()
    letCome()
    await screen.settled()
    expect(screen.shown().list).toEqual([2, 2])
  })

  it('is removed if no component uses it any more', async () => {
    const read = screen.readCounts()
    await read
    read.unsubscribe()
    screen.frameOfMove()
    await screen.settled()
    expect(screen.shown().counts).toBeUndefined()
    expect(screen.reads()).toBe(1)
  })
})

describe('data changed by a command', () => {
  it('is read again once that is done, and once more where it was on its way', async () => {
    await screen.readCounts()
    screen.send()
    await screen.changeTicket()
    await screen.settled()
    expect(screen.shown().counts).toBe(2)
    const letCome = await screen.onItsWay(screen.frameOfMove)
    await screen.changeTicket()
    letCome()
    await screen.settled()
    expect(screen.shown().counts).toBe(4)
  })
})
