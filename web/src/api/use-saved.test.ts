import type { QueueRecord } from '@guiche/contracts/views/records.js'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { reportArrivals } from './record-arrivals.js'
import { sessionReducer } from './session.js'
import { saveUntilShown } from './use-saved.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi } = await import('./base-api.js')
const { recordApi } = await import('../records/record-api.js')
const { inboxApi } = await import('../features/inbox/api.js')

const QUEUE = { id: 7, name: 'Suporte', color: '#112233' } as QueueRecord
const BODY = { name: QUEUE.name, color: QUEUE.color }
const { fetch } = globalThis

describe('a command that is answered before the views show its record', () => {
  let answers: { status: number; body: unknown; before?: () => void }[]
  let keys: (string | null)[]
  let late: number
  let hasLeft: boolean
  let shown: (queue: QueueRecord) => void
  let result: Promise<QueueRecord>

  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionReducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
  })
  const { createRecord } = recordApi.endpoints
  const turns = async () => {
    for (let n = 0; n < 20; n++) await new Promise(setImmediate)
  }
  /** Creates a queue; resolves when all pending work has ended. */
  const create = async () => {
    const run = () =>
      store
        .dispatch(createRecord.initiate({ record: 'queue', body: BODY, idempotencyKey: 'same-key-1' }))
        .unwrap()
    const onLate = () => {
      late++
    }
    result = saveUntilShown(run, onLate, () => hasLeft) as Promise<unknown> as Promise<QueueRecord>
    result.then(shown, () => undefined)
    await turns()
  }

  beforeEach(() => {
    answers = []
    keys = []
    late = 0
    hasLeft = false
    shown = jest.fn()
    globalThis.fetch = (async (_address: string, init: RequestInit) => {
      keys.push(new Headers(init.headers).get('Idempotency-Key'))
      const { status, body, before } = answers.shift() ?? { status: 200, body: QUEUE }
      before?.()
      return new Response(JSON.stringify(body), { status })
    }) as typeof globalThis.fetch
  })
  afterEach(() => {
    globalThis.fetch = fetch
  })
  const accepted = { status: 202, body: { id: QUEUE.id } }

  it('gives the record at once where they show it', async () => {
    await create()
    expect(await result).toEqual(QUEUE)
    expect(late).toBe(0)
  })

  it('waits for the frame of this record, and then gives the answer of the same command', async () => {
    answers.push(accepted)
    await create()
    expect(late).toBe(1)
    reportArrivals(new Set([8, undefined]))
    await turns()
    expect(shown).not.toHaveBeenCalled()
    reportArrivals(new Set([QUEUE.id]))
    expect(await result).toEqual(QUEUE)
    expect(keys).toEqual(['same-key-1', 'same-key-1'])
  })

  it('does not wait for a frame that came before the answer did', async () => {
    answers.push({ ...accepted, before: () => reportArrivals(new Set([QUEUE.id])) })
    await create()
    expect(await result).toEqual(QUEUE)
  })

  it('asks again after a cut, and waits on where it is still not shown', async () => {
    answers.push(accepted, accepted)
    await create()
    reportArrivals(null)
    await turns()
    expect(late).toBe(2)
    expect(shown).not.toHaveBeenCalled()
    reportArrivals(new Set([QUEUE.id]))
    expect(await result).toEqual(QUEUE)
  })

  it('waits for no frame of a ticket that is not for this person any more', async () => {
    answers.push({ status: 202, body: { id: 7, hidden: true } })
    const change = inboxApi.endpoints.changeTicket.initiate({ id: 7, body: { queueId: 2 } })
    const onLate = jest.fn()
    const done = await saveUntilShown(
      () => store.dispatch(change).unwrap(),
      onLate,
      () => false,
    )
    expect(done).toEqual({ id: 7, hidden: true })
    expect(onLate).not.toHaveBeenCalled()
  })

  it('leaves the screen alone once the person has left', async () => {
    answers.push(accepted)
    await create()
    hasLeft = true
    reportArrivals(new Set([QUEUE.id]))
    await turns()
    expect(shown).not.toHaveBeenCalled()
    expect(keys).toHaveLength(1)
  })

  it('reports a failure of the repetition as a failure of the command', async () => {
    answers.push(accepted, { status: 400, body: { error: 'ERR_QUEUE_INVALID_NAME' } })
    await create()
    reportArrivals(null)
    await expect(result).rejects.toMatchObject({ code: 'ERR_QUEUE_INVALID_NAME' })
  })
})
