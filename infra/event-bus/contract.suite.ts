import { TOPICS, type Topic } from '@guiche/contracts/bus/topics.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { EventStore } from '../event-store/event-store.js'
import { settingChanged } from '../event-store/testing/setting-changed.js'
import { until } from '../testing/until.js'
import type { ConsumeOptions, Consumer, Delivery, EventBus } from './event-bus.js'

export interface BusUnderTest {
  readonly bus: EventBus
  /** the store whose events the bus carries */
  readonly store: EventStore
  close(): Promise<void>
}

const numberedMessages = (from: number, count: number, key = 1) =>
  Array.from({ length: count }, (_, index) => ({ key, value: { n: from + index } }))

/** The contract of every bus. `make` gives a fresh one each time: nothing published, no groups. */
export const eventBusContract = (name: string, make: () => Promise<BusUnderTest>): void => {
  describe(`event bus: ${name}`, () => {
    let bus: EventBus
    let store: EventStore
    let close: () => Promise<void>
    beforeEach(async () => {
      ;({ bus, store, close } = await make())
    })
    afterEach(() => close())

    const listen = async <T = { n: number }>(topic: Topic, options: Partial<ConsumeOptions<T>> = {}) => {
      const seen: Delivery<T>[] = []
      const consumer = await bus.consume<T>({
        topic,
        group: 'group',
        onBatch: async (batch) => void seen.push(...batch),
        ...options,
      })
      return { seen, consumer, values: () => seen.map(({ value }) => (value as { n: number }).n) }
    }
    const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

    describe.each([
      ['reports', TOPICS.reports],
      ['changes', TOPICS.changes],
      ['ephemeral', TOPICS.ephemeral],
    ] as const)('%s', (_, topic) => {
      it('come in the order of their publishing, with their keys, at growing positions', async () => {
        const { seen, values } = await listen(topic)
        await bus.publish(topic, numberedMessages(0, 3, 7))
        await bus.publish(topic, numberedMessages(3, 2, 7))
        await until(() => seen.length === 5)
        expect(values()).toEqual(upTo(5))
        expect(new Set(seen.map(({ key }) => key))).toEqual(new Set([7]))
        const positions = seen.map(({ position }) => position)
        expect(positions).toEqual([...new Set(positions)].sort())
      })

      it('go to one consumer of a group, and to every group', async () => {
        const [first, second] = [await listen(topic), await listen(topic)]
        const other = await listen(topic, { group: 'other' })
        await bus.publish(topic, numberedMessages(0, 50))
        await until(() => first.seen.length + second.seen.length >= 50 && other.seen.length === 50)
        expect([...first.values(), ...second.values()].sort((a, b) => a - b)).toEqual(upTo(50))
      })

      it('go to every consumer of a broadcast, from its beginning on', async () => {
        await bus.publish(topic, numberedMessages(100, 1))
        const both = [await listen(topic, { group: null }), await listen(topic, { group: null })]
        await bus.publish(topic, numberedMessages(0, 3))
        await until(() => both.every(({ seen }) => seen.length === 3))
        for (const { values } of both) expect(values()).toEqual(upTo(3))
      })

      it('come again, unchanged and in order, when a batch was refused', async () => {
        const tries: number[][] = []
        const accepted: number[] = []
        await bus.consume<{ n: number }>({
          topic,
          group: 'group',
          onBatch: async (batch) => {
            const values = batch.map(({ value }) => value.n)
            tries.push(values)
            if (tries.length <= 2) throw new Error('not now')
            accepted.push(...values)
          },
        })
        await bus.publish(topic, numberedMessages(0, 3))
        await until(() => accepted.length === 3)
        expect(tries[1]).toEqual(tries[0])
        expect(tries[2]).toEqual(tries[0])
        expect(accepted).toEqual(upTo(3))
      })

      it('come one batch at a time, of the size that was asked for', async () => {
        const sizes: number[] = []
        let open = 0
        let most = 0
        await listen(topic, {
          batchSize: 4,
          onBatch: async (batch) => {
            most = Math.max(most, ++open)
            await new Promise((resolve) => setImmediate(resolve))
            sizes.push(batch.length)
            open--
          },
        })
        await bus.publish(topic, numberedMessages(0, 10))
        await until(() => sizes.reduce((sum, size) => sum + size, 0) === 10)
        expect(Math.max(...sizes)).toBeLessThanOrEqual(4)
        expect(most).toBe(1)
      })

      it('come no more after stop, which waits for the batch under way', async () => {
        let finish: () => void = () => {}
        let begun = false
        let finished = false
        let batches = 0
        const { consumer } = await listen(topic, {
          batchSize: 1,
          onBatch: async () => {
            batches++
            begun = true
            await new Promise<void>((resolve) => {
              finish = resolve
            })
            finished = true
          },
        })
        await bus.publish(topic, numberedMessages(0, 2))
        await until(() => begun)
        const stopped = consumer.stop().then(() => finished)
        finish()
        expect(await stopped).toBe(true)
        expect(batches).toBe(1)
      })

      it('cannot be changed by whoever published or read them before', async () => {
        const value = { n: 1 }
        const { seen } = await listen(topic)
        await bus.publish(topic, [{ key: 1, value }])
        value.n = 2
        await until(() => seen.length === 1)
        expect(seen[0]?.value).toEqual({ n: 1 })
      })
    })

    describe('reports', () => {
      it('wait for a group that comes later', async () => {
        await bus.publish(TOPICS.reports, numberedMessages(0, 3))
        const { seen, values } = await listen(TOPICS.reports)
        await until(() => seen.length === 3)
        expect(values()).toEqual(upTo(3))
      })

      it('go on behind what the group has finished', async () => {
        const first = await listen(TOPICS.reports)
        await bus.publish(TOPICS.reports, numberedMessages(0, 3))
        await until(() => first.seen.length === 3)
        await first.consumer.stop()
        await bus.publish(TOPICS.reports, numberedMessages(3, 2))
        const second = await listen(TOPICS.reports)
        await until(() => second.seen.length === 2)
        expect(second.values()).toEqual([3, 4])
      })

      it('come again to the next consumer when nobody finished them', async () => {
        let refused = 0
        const { consumer } = await listen(TOPICS.reports, {
          onBatch: async () => {
            refused++
            throw new Error('never')
          },
        })
        await bus.publish(TOPICS.reports, numberedMessages(0, 3))
        await until(() => refused > 0)
        await consumer.stop()
        const next = await listen(TOPICS.reports)
        await until(() => next.seen.length === 3)
        expect(next.values()).toEqual(upTo(3))
      })

      it('are taken over when the consumer that has them stops', async () => {
        const [first, second] = [await listen(TOPICS.reports), await listen(TOPICS.reports)]
        await bus.publish(TOPICS.reports, numberedMessages(0, 1))
        await until(() => first.seen.length + second.seen.length === 1)
        const [holder, heir] = first.seen.length === 1 ? [first, second] : [second, first]
        await holder.consumer.stop()
        await bus.publish(TOPICS.reports, numberedMessages(1, 1))
        await until(() => heir.seen.length === 1)
        expect(heir.values()).toEqual([1])
      })

      it('begin behind the checkpoint of a consumer that keeps its own', async () => {
        const first = await listen(TOPICS.reports)
        await bus.publish(TOPICS.reports, numberedMessages(0, 4))
        await until(() => first.seen.length === 4)
        const after = first.seen[1]?.position ?? null
        const partition = first.seen[1]?.partition
        await bus.publish(TOPICS.reports, numberedMessages(4, 1))
        const own = await listen(TOPICS.reports, {
          group: 'own',
          after: async (asked) => (asked === partition ? after : null),
        })
        await until(() => own.values().includes(4))
        // Events that every group has finished may be gone. All delivered events are after the checkpoint.
        expect(own.values().every((n) => n >= 2)).toBe(true)
      })
    })

    describe('events', () => {
      const append = async (stream: string, type = 'setting.changed.v1', data?: unknown) => {
        const event = { ...settingChanged(), type, ...(data === undefined ? {} : { data }) }
        const result = await store.append(stream, 'any', [event])
        if (!result.ok) throw new Error(result.error.kind)
        return result.value.position
      }
      const positionsOf = (seen: readonly Delivery<StoredEvent>[]) => seen.map(({ position }) => position)

      it('are what the store has, at the positions of the store, under the key of their company', async () => {
        const position = await append('settings-1')
        const { seen } = await listen<StoredEvent>(TOPICS.events)
        await until(() => seen.length === 1)
        const [event] = await store.read('settings-1')
        expect(seen).toEqual([{ partition: expect.any(Number), position, key: 1, value: event }])
      })

      it('leave out internal streams', async () => {
        await append('claim-email-1', 'claim.taken.v1', { holder: 'user-1' })
        await append('sequence-users', 'sequence.block-taken.v1', { from: 1, to: 100 })
        await append('command-1', 'command.ids-given.v1', { ids: {} })
        const position = await append('settings-1')
        const { seen } = await listen<StoredEvent>(TOPICS.events)
        await until(() => seen.length > 0)
        expect(positionsOf(seen)).toEqual([position])
      })

      it('begin behind the checkpoint of the consumer, or at the oldest when it has none', async () => {
        const positions = [await append('settings-1'), await append('settings-1'), await append('settings-1')]
        const some = await listen<StoredEvent>(TOPICS.events, { after: async () => positions[0] ?? null })
        const all = await listen<StoredEvent>(TOPICS.events, { group: 'all', after: async () => null })
        await until(() => some.seen.length >= 2 && all.seen.length >= 3)
        expect(positionsOf(some.seen)).toEqual(positions.slice(1))
        expect(positionsOf(all.seen)).toEqual(positions)
      })

      it('begin at "now" for a new group that asks for it, which goes on where it was when it comes again', async () => {
        await append('settings-1')
        const now = { group: 'new', begin: 'now' } as const
        const first = await listen<StoredEvent>(TOPICS.events, now)
        const position = await append('settings-1')
        await until(() => first.seen.length > 0)
        await first.consumer.stop()
        const missed = await append('settings-1')
        const second = await listen<StoredEvent>(TOPICS.events, now)
        await until(() => second.seen.length > 0)
        expect([positionsOf(first.seen), positionsOf(second.seen)]).toEqual([[position], [missed]])
      })

      it('of a broadcast are those from now on', async () => {
        await append('settings-1')
        const { seen } = await listen<StoredEvent>(TOPICS.events, { group: null })
        const position = await append('settings-1')
        await until(() => seen.length > 0)
        expect(positionsOf(seen)).toEqual([position])
      })

      it('are published by appending only', async () => {
        await expect(bus.publish(TOPICS.events, numberedMessages(0, 1))).rejects.toThrow('appending')
      })
    })

    it('stops its consumers when it closes, and publishes no more', async () => {
      const consumers: Consumer[] = []
      for (const topic of Object.values(TOPICS)) consumers.push((await listen(topic)).consumer)
      await bus.close()
      await Promise.all(consumers.map((consumer) => consumer.stop()))
      await expect(bus.publish(TOPICS.ephemeral, numberedMessages(0, 1))).rejects.toThrow('closed')
      await expect(listen(TOPICS.ephemeral)).rejects.toThrow('closed')
    })
  })
}
