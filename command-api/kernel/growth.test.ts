import { type StoredEvent, toPosition } from '@guiche/contracts/envelope.js'
import { ok } from '@guiche/contracts/result.js'
import { systemClock } from '@guiche/infra/clock.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sessionDecider } from '../connections/session.js'
import { metaFor, openTestStore, silentLogger } from '../testing/store.js'
import { value } from '../testing/value.js'
import { ticketDecider } from '../ticket/decide.js'
import { readMarksDecider } from '../ticket/read-marks.js'
import { createKernel } from './create-kernel.js'
import { createSequences } from './sequences.js'

let eventStore: EventStore
let close: () => Promise<void>
beforeAll(async () => {
  ;({ eventStore, close } = await openTestStore())
})
afterAll(() => close())

/** A kernel with an empty cache, and the number of events it has read. */
const coldKernel = () => {
  const seen = { events: 0, reads: 0 }
  const read: EventStore['read'] = async (...args) => {
    const events = await eventStore.read(...args)
    seen.reads += 1
    seen.events += events.length
    return events
  }
  return {
    seen,
    kernel: createKernel({ eventStore: { ...eventStore, read }, clock: systemClock, logger: silentLogger }),
  }
}
const fillStream = async (
  stream: string,
  facts: readonly { type: string; data: object }[],
): Promise<void> => {
  const common = { companyId: 1, time: new Date().toISOString(), actor: { kind: 'system', id: 0 } as const }
  for (let rest = facts; rest.length > 0; rest = rest.slice(500)) {
    await eventStore.append(
      stream,
      'any',
      rest.slice(0, 500).map(
        (fact): Omit<StoredEvent, 'stream' | 'revision' | 'position'> => ({
          ...{ ...common, ...fact, id: newUuid(), correlationId: 'test', causationId: newUuid() },
        }),
      ),
    )
  }
}
const manyFacts = (count: number, fact: (index: number) => { type: string; data: object }) =>
  Array.from({ length: count }, (_, index) => fact(index))

describe('a stream that grows without end is folded from its end', () => {
  it('marks of reading', async () => {
    const ids = { ticketId: 1, contactId: 2, connectionId: 3 }
    await fillStream(
      'marks-1',
      manyFacts(10_000, () => ({ type: 'ticket.read.v1', data: { ...ids, messageIds: ['m'] } })),
    )
    const { kernel, seen } = coldKernel()
    const meta = metaFor()
    const read = { kind: 'read' as const, ...ids, messageIds: ['n'] }
    const first = value(await kernel.execute(readMarksDecider, 'marks-1', read, meta))
    expect(first.revision).toBe(10_000)
    expect(seen.events).toBeLessThan(50)
    expect(value(await coldKernel().kernel.execute(readMarksDecider, 'marks-1', read, meta)).position).toBe(
      first.position,
    )
    const given = { kind: 'given', ticketId: 1, connectionId: 3, upTo: 10_000 } as const
    const foreign = await kernel.execute(readMarksDecider, 'marks-1', { ...given, companyId: 2 }, metaFor())
    expect(value(foreign).events).toEqual([])
    const own = () => kernel.execute(readMarksDecider, 'marks-1', { ...given, companyId: 1 }, metaFor())
    expect(value(await own()).events).toHaveLength(1)
    expect(value(await own()).events).toEqual([])
  })

  it('sequences', async () => {
    await fillStream(
      'sequence-ticket',
      manyFacts(10_000, (index) => ({
        type: 'sequence.block-taken.v1',
        data: { from: index * 100 + 1, to: index * 100 + 100 },
      })),
    )
    const { kernel, seen } = coldKernel()
    expect(await createSequences(kernel).next('ticket')).toBe(1_000_001)
    expect(seen.events).toBeLessThan(50)
  })

  it('the session of a connection, also where its status has changed since an earlier version', async () => {
    const status = (connectionId: number, more: object) => () => ({
      type: 'connection.status-changed.v1',
      data: {
        ...{ connectionId, status: 'OPENING', previous: 'CONNECTED', reason: null, number: '1', retries: 1 },
        ...more,
      },
    })
    const asked = {
      type: 'connection.session-requested.v1',
      data: { connectionId: 5, request: 'start', number: null },
    }
    await fillStream('connection-5', [asked, ...manyFacts(10_000, status(5, { request: 'start' }))])
    const { kernel, seen } = coldKernel()
    const { state } = await kernel.load(sessionDecider, 'connection-5')
    expect(state).toMatchObject({ status: 'OPENING', request: 'start' })
    expect(seen.events).toBeLessThan(50)
    await fillStream('connection-6', [asked, ...manyFacts(300, status(6, {}))])
    expect((await kernel.load(sessionDecider, 'connection-6')).state).toMatchObject({ request: 'start' })
  })
})

it('messages do not take the place of tickets in the cache', async () => {
  let [position, reads] = [0, 0]
  const kernel = createKernel({
    eventStore: {
      append: async (_stream, expected, events) => {
        const revision = (expected === 'none' ? -1 : Number(expected)) + events.length
        return ok({ revision, position: toPosition(++position) })
      },
      read: async () => {
        reads += 1
        return []
      },
      isRemoved: async () => false,
      remove: async () => undefined,
    },
    clock: systemClock,
    logger: silentLogger,
  })
  const ids = { ticketId: 9, uuid: newUuid(), contactId: 2, isGroup: false, imported: false }
  const to = { status: 'pending', userId: null, queueId: null, connectionId: 3 } as const
  await kernel.execute(ticketDecider, 'ticket-9', { kind: 'open', ...ids, to }, metaFor())
  for (let index = 0; index < 20_000; index++) {
    const read = { ticketId: index, contactId: 2, connectionId: 3, messageIds: ['m'] }
    const message = `message-${index}`
    await kernel.execute(readMarksDecider, message, { kind: 'read', ...read }, metaFor(), { fresh: true })
  }
  reads = 0
  const closing = { kind: 'close', reason: 'close-all' } as const
  expect(value(await kernel.execute(ticketDecider, 'ticket-9', closing, metaFor())).revision).toBe(1)
  expect(reads).toBe(0)
})

it('an append reads nothing, however long the stream is', async () => {
  const { kernel, seen } = coldKernel()
  const stream = `settings-${newUuid()}`
  const event = { type: 'setting.changed.v1', data: { key: 'k', value: 'a' } }
  for (let n = 0; n < 200; n++) value(await kernel.append(stream, [event], metaFor()))
  expect(seen.reads).toBe(0)
  expect(await eventStore.read(stream)).toHaveLength(200)
})
