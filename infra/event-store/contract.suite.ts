import { randomUUID } from 'node:crypto'
import { type NewEvent, START, type StoredEvent } from '@guiche/contracts/envelope.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { EventStore } from './event-store.js'
import { collectEvents, placeOf } from './testing/collect.js'
import { settingChanged } from './testing/setting-changed.js'

const freshStream = () => `settings-${randomUUID()}`

/**
 * The contract of every event store. `make` gives one; the suite uses streams of its own, so the store need not be
 * empty.
 */
export const eventStoreContract = (
  name: string,
  make: () => Promise<{ store: EventStore; close(): Promise<void> }>,
): void => {
  describe(`event store: ${name}`, () => {
    let store: EventStore
    let close: () => Promise<void>
    beforeAll(async () => {
      ;({ store, close } = await make())
    })
    afterAll(() => close())

    const appended = async (stream: string, ...events: NewEvent[]) => {
      const result = await store.append(stream, 'any', events)
      if (!result.ok) throw new Error(result.error.kind)
      return result.value
    }

    describe('appending and reading', () => {
      it('gives back what was appended, in order, with stream, revision and growing positions', async () => {
        const stream = freshStream()
        const [first, second] = [settingChanged('ação ✓ 😀'), settingChanged('with \u0000 inside')]
        const result = await store.append(stream, 'none', [first, second])
        const events = await store.read(stream)
        expect(events).toEqual([
          { ...first, stream, revision: 0, position: expect.stringMatching(/^\d{20,}$/) },
          { ...second, stream, revision: 1, position: expect.stringMatching(/^\d{20,}$/) },
        ])
        expect(result).toMatchObject({ ok: true, value: { revision: 1, position: events[1]?.position } })
        expect(String(events[0]?.position) < String(events[1]?.position)).toBe(true)
      })

      it('reads an unknown stream as empty', async () => {
        expect(await store.read(freshStream())).toEqual([])
      })

      it.each([
        [{ from: 1 }, [1, 2, 3]],
        [{ limit: 2 }, [0, 1]],
        [{ from: 2, limit: 1 }, [2]],
        [{ from: 4 }, []],
        [{ direction: 'backwards' as const }, [3, 2, 1, 0]],
        [{ direction: 'backwards' as const, limit: 1 }, [3]],
        [{ direction: 'backwards' as const, from: 1 }, [1, 0]],
      ])('reads a part: %j', async (options, revisions) => {
        const stream = freshStream()
        await appended(stream, ...Array.from({ length: 4 }, () => settingChanged()))
        expect((await store.read(stream, options)).map(({ revision }) => revision)).toEqual(revisions)
      })

      it('has the newest event at its head, and ends there, also when that one is removed', async () => {
        const stream = freshStream()
        const { position } = await appended(stream, settingChanged())
        expect((await store.head()) >= position).toBe(true)
        const end = await store.end()
        expect(end >= position).toBe(true)
        await store.remove(stream)
        expect((await store.end()) >= end).toBe(true)
      })

      it('tells the newest event that the bus passes on, and its company', async () => {
        const event = settingChanged()
        const { position } = await appended(freshStream(), event)
        const claim = { ...settingChanged(), type: 'claim.taken.v1', data: { holder: 'user-1' } }
        await appended(`claim-email-${randomUUID()}`, claim)
        expect(await store.lastPublished()).toEqual({ position, companyId: event.companyId })
      })
    })

    describe('expectations', () => {
      it('appends at the revision that the caller saw', async () => {
        const stream = freshStream()
        await appended(stream, settingChanged())
        expect(await store.append(stream, 0, [settingChanged()])).toMatchObject({
          ok: true,
          value: { revision: 1 },
        })
      })

      it.each([
        ['none', 1],
        [0, 1],
        [7, 1],
      ] as const)('refuses %s on a stream at revision 1, and says where it is', async (expected, actual) => {
        const stream = freshStream()
        await appended(stream, settingChanged(), settingChanged())
        expect(await store.append(stream, expected, [settingChanged()])).toEqual({
          ok: false,
          error: { kind: 'conflict', actual },
        })
        expect(await store.read(stream)).toHaveLength(2)
      })

      it('refuses a revision on a stream that does not exist', async () => {
        expect(await store.append(freshStream(), 0, [settingChanged()])).toEqual({
          ok: false,
          error: { kind: 'conflict', actual: 'none' },
        })
      })

      it('lets one of twenty appends at the same revision win', async () => {
        const stream = freshStream()
        const results = await Promise.all(
          Array.from({ length: 20 }, () => store.append(stream, 'none', [settingChanged()])),
        )
        expect(results.filter(({ ok }) => ok)).toHaveLength(1)
        expect(results.filter((result) => !result.ok && result.error.kind === 'conflict')).toHaveLength(19)
        expect(await store.read(stream)).toHaveLength(1)
      })
    })

    describe('the same event ids again', () => {
      it.each(['none', 1] as const)(
        'answer as the first time, expecting %s, and write nothing',
        async (expected) => {
          const stream = freshStream()
          if (expected === 1) await appended(stream, settingChanged(), settingChanged())
          const events = [settingChanged(), settingChanged()]
          const first = await store.append(stream, expected, events)
          await appended(stream, settingChanged())
          const count = (await store.read(stream)).length
          expect(placeOf(await store.append(stream, expected, events))).toEqual(placeOf(first))
          expect(await store.read(stream)).toHaveLength(count)
        },
      )

      it('twenty at once have one result', async () => {
        const stream = freshStream()
        const event = settingChanged()
        const results = await Promise.all(
          Array.from({ length: 20 }, () => store.append(stream, 'none', [event])),
        )
        expect(new Set(results.map((result) => JSON.stringify(placeOf(result)))).size).toBe(1)
        expect(results[0]?.ok).toBe(true)
        expect(await store.read(stream)).toHaveLength(1)
      })

      it('are a conflict when only some of them were written', async () => {
        const stream = freshStream()
        const first = settingChanged()
        await appended(stream, first)
        expect(await store.append(stream, 'none', [first, settingChanged()])).toMatchObject({
          ok: false,
          error: { kind: 'conflict' },
        })
        expect(await store.read(stream)).toHaveLength(1)
      })
    })

    describe('what it refuses', () => {
      it('an event over 256 KB, with the others of the same append', async () => {
        const stream = freshStream()
        const result = await store.append(stream, 'none', [
          settingChanged(),
          settingChanged('x'.repeat(256 * 1024)),
        ])
        expect(result).toEqual({ ok: false, error: { kind: 'too-large', type: 'setting.changed.v1' } })
        expect(await store.read(stream)).toEqual([])
      })

      it('takes an event just under 256 KB', async () => {
        const stream = freshStream()
        await appended(stream, settingChanged('x'.repeat(255 * 1024)))
        expect((await store.read(stream))[0]?.data.value).toHaveLength(255 * 1024)
      })

      it.each([
        ['data that the schema refuses', { data: { key: 'test', value: 1 } }],
        ['a field that the schema does not know', { data: { key: 'test', value: 'on', password: 'x' } }],
        ['an unknown type', { type: 'setting.exploded.v1' }],
        ['a type that only every object has', { type: 'constructor' }],
      ])('%s', async (_, change) => {
        const stream = freshStream()
        const result = await store.append(stream, 'none', [{ ...settingChanged(), ...change }])
        expect(result).toMatchObject({ ok: false, error: { kind: 'invalid' } })
        expect(await store.read(stream)).toEqual([])
      })
    })

    describe('subscribing', () => {
      it('gives all that lies behind a position, then what comes, each once and in order', async () => {
        const after = await store.head()
        const stream = freshStream()
        await appended(stream, settingChanged('1'), settingChanged('2'))
        const mine = (events: readonly StoredEvent[]) => events.filter((event) => event.stream === stream)
        const seen = collectEvents(store, after, (events) => mine(events).length === 202)
        for (let index = 0; index < 200; index++) await appended(stream, settingChanged(`${index}`))
        const events = mine(await seen)
        expect(events.map(({ revision }) => revision)).toEqual(
          Array.from({ length: 202 }, (_, index) => index),
        )
        expect(events).toEqual(await store.read(stream))
      })

      it('begins behind the position, not at it', async () => {
        const { position } = await appended(freshStream(), settingChanged())
        const next = await appended(freshStream(), settingChanged())
        const [first] = await collectEvents(store, position, (events) => events.length > 0)
        expect(first?.position).toBe(next.position)
      })

      it('from the start sees everything', async () => {
        const { position } = await appended(freshStream(), settingChanged())
        const events = await collectEvents(store, START, (all) => all.at(-1)?.position === position)
        const positions = events.map((event) => event.position)
        expect(positions).toEqual([...new Set(positions)].sort())
      })

      it('keeps batches to the size that was asked for', async () => {
        const after = await store.head()
        await appended(freshStream(), ...Array.from({ length: 7 }, () => settingChanged()))
        const abort = new AbortController()
        const sizes: number[] = []
        for await (const batch of store.subscribeAll({ after, signal: abort.signal, batchSize: 3 })) {
          sizes.push(batch.length)
          if (sizes.reduce((sum, size) => sum + size, 0) >= 7) abort.abort()
        }
        expect(Math.max(...sizes)).toBeLessThanOrEqual(3)
      })

      it('ends, and does not throw, when the signal aborts while it waits', async () => {
        const abort = new AbortController()
        const batches = store.subscribeAll({ after: await store.head(), signal: abort.signal })
        const next = batches[Symbol.asyncIterator]().next()
        abort.abort()
        expect((await next).done).toBe(true)
      })

      it('ends at once when the signal is aborted already', async () => {
        for await (const batch of store.subscribeAll({ after: START, signal: AbortSignal.abort() })) {
          throw new Error(`${batch.length} events after the end`)
        }
      })
    })

    describe('removing', () => {
      it('leaves an empty stream that takes nothing any more', async () => {
        const stream = freshStream()
        await appended(stream, settingChanged())
        expect(await store.isRemoved(stream)).toBe(false)
        await store.remove(stream)
        expect(await store.isRemoved(stream)).toBe(true)
        expect(await store.read(stream)).toEqual([])
        for (const expected of ['none', 'any', 0] as const) {
          expect(await store.append(stream, expected, [settingChanged()])).toEqual({
            ok: false,
            error: { kind: 'removed' },
          })
        }
      })

      it('hides the events from subscribers that come later, and gives no position twice', async () => {
        const after = await store.head()
        const stream = freshStream()
        const { position } = await appended(stream, settingChanged())
        await store.remove(stream)
        const next = await appended(freshStream(), settingChanged())
        expect(next.position > position).toBe(true)
        const events = await collectEvents(store, after, (all) => all.at(-1)?.position === next.position)
        expect(events.some((event) => event.stream === stream)).toBe(false)
      })

      it('works for a stream that never was, and twice', async () => {
        const stream = freshStream()
        expect(await store.isRemoved(stream)).toBe(false)
        await store.remove(stream)
        await store.remove(stream)
        expect(await store.isRemoved(stream)).toBe(true)
        expect(await store.append(stream, 'none', [settingChanged()])).toMatchObject({
          error: { kind: 'removed' },
        })
      })
    })
  })
}
