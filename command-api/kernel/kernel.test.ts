import { START } from '@guiche/contracts/envelope.js'
import { domainError } from '@guiche/contracts/errors.js'
import type { SettingEvent } from '@guiche/contracts/events/company.js'
import { err, ok } from '@guiche/contracts/result.js'
import { systemClock } from '@guiche/infra/clock.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { derivedUuid, newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { metaFor, openTestStore, silentLogger } from '../testing/store.js'
import { value } from '../testing/value.js'
import { atRevision, STREAM_CHANGED } from './at-revision.js'
import { createCommandIds } from './command-ids.js'
import { createKernel } from './create-kernel.js'
import type { Decider, Kernel } from './kernel.js'

type Command = { put: string } | { onlyIf: string; put: string }
/** A register that takes each value once: no event for its present value, an error when `onlyIf` fails. */
const register: Decider<string, Command, SettingEvent> = {
  initial: '',
  evolve: (state, event) => (event.type === 'setting.changed.v1' ? event.data.value : state),
  decide: (state, command) => {
    if ('onlyIf' in command && command.onlyIf !== state) return err(domainError('ERR_TICKET_STATE'))
    if (command.put === state) return ok([])
    return ok(
      command.put.split(',').map((value) => ({ type: 'setting.changed.v1', data: { key: 'k', value } })),
    )
  },
}
/** Appends on every command, in any state. */
const log: Decider<number, string, SettingEvent> = {
  initial: 0,
  evolve: (count) => count + 1,
  decide: (_count, value) => ok([{ type: 'setting.changed.v1', data: { key: 'k', value } }]),
}

const key = Buffer.alloc(32, 7)
let eventStore: EventStore
let close: () => Promise<void>
beforeAll(async () => {
  ;({ eventStore, close } = await openTestStore())
})
afterAll(() => close())

const kernelOver = (store: Partial<EventStore> = eventStore) =>
  createKernel({
    eventStore: { ...eventStore, ...store },
    clock: systemClock,
    logger: silentLogger,
  })

describe('execute', () => {
  it('appends the decided events, with ids derived from the command, and answers with state and position', async () => {
    const kernel = kernelOver()
    const meta = metaFor()
    const handled = value(await kernel.execute(register, 'settings-1', { put: 'a,b' }, meta))
    expect(handled).toMatchObject({ state: 'b', revision: 1 })
    const stored = await eventStore.read('settings-1')
    expect(stored.map(({ id, data, causationId }) => [id, data.value, causationId])).toEqual([
      [derivedUuid(meta.commandId, 0), 'a', meta.commandId],
      [derivedUuid(meta.commandId, 1), 'b', meta.commandId],
    ])
    expect(handled.position).toBe(stored[1]?.position)
  })

  it('appends nothing if another stream takes the right away before the append, or before a retry', async () => {
    const [one, other] = [kernelOver(), kernelOver()]
    const lost = domainError('ERR_NO_PERMISSION')
    const meta = metaFor()
    const first = value(await one.execute(log, 'settings-right', () => ok('x'), meta))
    let asked = 0
    const wanted = async () => {
      asked++
      if (asked > 1) return err(lost)
      // another kernel writes first, so the command is decided again
      await other.execute(log, 'settings-right', 'y', metaFor())
      return ok('z')
    }
    expect(await one.execute(log, 'settings-right', wanted, metaFor())).toEqual(err(lost))
    expect(asked).toBe(2)
    const again = value(await one.execute(log, 'settings-right', () => err(lost), meta))
    expect([again.repeated, again.position]).toEqual([true, first.position])
    expect((await eventStore.read('settings-right')).map(({ data }) => data.value)).toEqual(['x', 'y'])
  })

  it('answers START when there is no stream and nothing to do', async () => {
    const handled = value(await kernelOver().execute(register, 'settings-2', { put: '' }, metaFor()))
    expect(handled).toMatchObject({ events: [], position: START, revision: -1 })
  })

  it('rule 19: the same command id twenty times at once is one event, and all answer the same position', async () => {
    const meta = metaFor()
    const [one, other] = [kernelOver(), kernelOver()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).execute(log, 'settings-3', 'x', meta),
      ),
    )
    const stored = await eventStore.read('settings-3')
    expect(stored).toHaveLength(1)
    for (const answer of answers) {
      expect(value(answer)).toMatchObject({ state: 1, position: stored[0]?.position })
      expect(value(answer).events.map(({ id }) => id)).toEqual([stored[0]?.id])
    }
  })

  it('answers a repetition with the position of the first answer, also after other commands and a restart', async () => {
    const meta = metaFor()
    const kernel = kernelOver()
    const first = value(await kernel.execute(log, 'settings-4', 'x', meta))
    await kernel.execute(log, 'settings-4', 'y', metaFor())
    for (const again of [kernel, kernelOver()]) {
      const repeated = value(await again.execute(log, 'settings-4', 'x', meta))
      expect(repeated.position).toBe(first.position)
      expect(repeated.events.map(({ id }) => id)).toEqual(first.events.map(({ id }) => id))
    }
    expect(await eventStore.read('settings-4')).toHaveLength(2)
  })

  it('decides again on events that another process wrote meanwhile', async () => {
    const [one, other] = [kernelOver(), kernelOver()]
    await one.execute(register, 'settings-6', { put: 'a' }, metaFor())
    await other.execute(register, 'settings-6', { put: 'b' }, metaFor())
    // an append on the stale state conflicts
    expect(value(await one.execute(register, 'settings-6', { put: 'c' }, metaFor())).revision).toBe(2)
    // an error decided on a stale state must not be the answer
    const swapped = value(await other.execute(register, 'settings-6', { onlyIf: 'c', put: 'd' }, metaFor()))
    expect(swapped.state).toBe('d')
    // nor must "nothing to do"
    expect(value(await one.execute(register, 'settings-6', { put: 'c' }, metaFor())).events).toHaveLength(1)
  })

  it('of twenty concurrent commands for the first place one wins, and nineteen get the error', async () => {
    const kernels = [kernelOver(), kernelOver()] as const
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        kernels[(n % 2) as 0 | 1].execute(register, 'settings-7', { onlyIf: '', put: `${n}` }, metaFor()),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await eventStore.read('settings-7')).toHaveLength(1)
  })

  it('reads nothing for a stream assumed new, and finds its way when it is not', async () => {
    let reads = 0
    const counting = {
      ...eventStore,
      read: (...args: Parameters<EventStore['read']>) => {
        reads++
        return eventStore.read(...args)
      },
    }
    const fresh = { fresh: true }
    await kernelOver(counting).execute(log, 'settings-8', 'x', metaFor(), fresh)
    expect(reads).toBe(0)
    const second = value(await kernelOver(counting).execute(log, 'settings-8', 'y', metaFor(), fresh))
    expect(second.state).toBe(2)
  })

  it('a command id that was used for something else is refused, in turn and at once', async () => {
    const meta = { ...metaFor(derivedUuid('of a client', newUuid())), fingerprint: 'aaaaaaaaaaaa' }
    const other = { ...meta, fingerprint: 'bbbbbbbbbbbb' }
    const reused = err(domainError('ERR_IDEMPOTENCY_KEY_REUSED'))
    const first = value(await kernelOver().execute(log, 'settings-81', 'x', meta))
    expect(first.events[0]?.causationId).toBe(`${meta.commandId.slice(0, 24)}aaaaaaaaaaaa`)
    for (const kernel of [kernelOver(), kernelOver()]) {
      expect(value(await kernel.execute(log, 'settings-81', 'x', meta)).position).toBe(first.position)
      expect(await kernel.execute(log, 'settings-81', 'y', other, { fresh: true })).toEqual(reused)
      expect(await kernel.execute(log, 'settings-81', () => ok('y'), other)).toEqual(reused)
      expect(await kernel.earlier(log, 'settings-81', other)).toEqual(reused)
    }
    const ids = (about: typeof meta) =>
      createCommandIds({ kernel: kernelOver(), key }).get(about, async () => ({ id: 1 }))
    expect((await ids(meta)).ok).toBe(true)
    expect(await ids(other)).toEqual(reused)
    const { commandId } = metaFor()
    const answers = await Promise.all(
      [meta, other].map((one) =>
        kernelOver().execute(log, 'settings-82', 'x', { ...one, commandId }, { fresh: true }),
      ),
    )
    expect(answers.filter((answer) => !answer.ok)).toEqual([reused])
  })

  it('a repetition known only to the store answers and keeps the first events', async () => {
    const telling = (tells: boolean) => ({
      ...eventStore,
      append: async (...args: Parameters<EventStore['append']>) => {
        const answer = await eventStore.append(...args)
        if (tells || !answer.ok) return answer
        const { revision, position } = answer.value
        return ok({ revision, position })
      },
    })
    for (const [stream, tells] of [
      ['settings-83', true],
      ['settings-84', false],
    ] as const) {
      const meta = metaFor(derivedUuid(stream))
      const fresh = { fresh: true }
      const first = value(await kernelOver().execute(register, stream, { put: 'first' }, meta, fresh))
      const kernel = kernelOver(telling(tells))
      const again = value(await kernel.execute(register, stream, { put: 'retried' }, meta, fresh))
      expect(again).toEqual(first)
      expect((await kernel.load(register, stream)).state).toBe('first')
    }
  })

  it('gives up after two seconds of conflicts with ERR_UNAVAILABLE', async () => {
    const contested = { ...eventStore, append: async () => err({ kind: 'conflict', actual: 5 } as const) }
    const started = performance.now()
    const answer = await kernelOver(contested).execute(log, 'settings-9', 'x', metaFor())
    expect(answer).toEqual(err(domainError('ERR_UNAVAILABLE')))
    expect(performance.now() - started).toBeGreaterThanOrEqual(2000)
  })

  it('rule 17: an unavailable store answers ERR_UNAVAILABLE, and the retry finds events that were written all the same', async () => {
    let lost = true
    const flaky = {
      ...eventStore,
      append: async (...args: Parameters<EventStore['append']>) => {
        const answer = await eventStore.append(...args)
        if (!lost) return answer
        lost = false
        return err({ kind: 'unavailable', message: 'cut' } as const)
      },
    }
    const kernel = kernelOver(flaky)
    const meta = metaFor()
    expect(await kernel.execute(log, 'settings-10', 'x', meta)).toEqual(err(domainError('ERR_UNAVAILABLE')))
    expect(value(await kernel.execute(log, 'settings-10', 'x', meta)).state).toBe(1)
    expect(await eventStore.read('settings-10')).toHaveLength(1)
    const down = { ...eventStore, read: async () => Promise.reject(new Error('down')) }
    expect(await kernelOver(down).execute(log, 'settings-10', 'x', metaFor())).toEqual(
      err(domainError('ERR_UNAVAILABLE')),
    )
  })

  it('refuses data that the schema refuses, and events over 256 KB', async () => {
    const wild: Decider<number, unknown, SettingEvent> = {
      ...log,
      decide: (_state, data) => ok([{ type: 'setting.changed.v1', data: data as SettingEvent['data'] }]),
    }
    const kernel = kernelOver()
    for (const data of [{ key: 1 }, { key: 'k', value: 'x'.repeat(300_000) }]) {
      expect(await kernel.execute(wild, 'settings-11', data, metaFor())).toMatchObject({
        error: { code: 'ERR_VALIDATION' },
      })
    }
  })
})

describe('a command for the stream as it was seen', () => {
  const at = (kernel: Kernel, stream: string, revision: number, command: string, meta = metaFor()) =>
    kernel.transact({ decider: log, stream, command: atRevision(revision, command), meta })

  it('is decided only while the stream is where it was', async () => {
    const kernel = kernelOver()
    const meta = metaFor()
    const created = value(await at(kernel, 'settings-20', -1, 'x', meta))
    expect(await at(kernel, 'settings-20', -1, 'y')).toEqual(err(STREAM_CHANGED))
    expect(value(await at(kernel, 'settings-20', 0, 'y')).revision).toBe(1)
    // a repetition gets its answer at any expected revision
    expect(value(await at(kernel, 'settings-20', -1, 'x', meta)).position).toBe(created.position)
  })

  it('gets a conflict when another process was first', async () => {
    const [one, other] = [kernelOver(), kernelOver()]
    const answers = await Promise.all([at(one, 'settings-21', -1, 'a'), at(other, 'settings-21', -1, 'b')])
    expect(answers.filter((answer) => !answer.ok && answer.error === STREAM_CHANGED)).toHaveLength(1)
  })
})

describe('remove', () => {
  it('forgets the stream, which reads as empty and takes nothing any more', async () => {
    const kernel = kernelOver()
    await kernel.execute(log, 'contact-99', 'x', metaFor())
    await kernel.remove('contact-99')
    expect(await kernel.load(log, 'contact-99')).toMatchObject({ state: 0, revision: -1 })
    expect(await kernel.execute(log, 'contact-99', 'y', metaFor())).toEqual(
      err(domainError('ERR_CONTACT_ERASED')),
    )
  })
})

describe('a stream that another process removed', () => {
  it('is not remembered as it was', async () => {
    const [kernel, other] = [kernelOver(), kernelOver()]
    const stream = `settings-${newUuid()}`
    value(await kernel.execute(register, stream, { put: 'a' }, metaFor()))
    expect((await kernel.load(register, stream)).state).toBe('a')
    await other.remove(stream)
    expect(await kernel.load(register, stream)).toMatchObject({ revision: -1, state: register.initial })
    expect(await kernel.isRemoved(stream)).toBe(true)
  })
})
