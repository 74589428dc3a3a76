import { setTimeout } from 'node:timers/promises'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { isInternalStream } from '@guiche/contracts/streams.js'
import type { ConsumeOptions, Consumer, Delivery, EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import type { Partitions } from '../engine/partition.js'

interface Member {
  readonly options: ConsumeOptions<StoredEvent>
  owned: AbortController
}

/**
 * Delivers the events of a store like a log with partitions. The members of one group share the partitions. A member that joins
 * or leaves, or a test, causes a rebalance. The rebalance does not wait for a running batch, so two members may fold the same
 * events for a moment.
 */
export const createPartitionedBus = (eventStore: EventStore, eventBus: EventBus, partitions: Partitions) => {
  let members: readonly Member[] = []
  let shift = 0
  const loops = new Set<Promise<void>>()

  const follow = async ({ options }: Member, partition: number, signal: AbortSignal): Promise<void> => {
    const retryUntil = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
      for (;;) {
        try {
          if (signal.aborted) return undefined
          return await work()
        } catch {
          await setTimeout(20)
        }
      }
    }
    const after = await retryUntil(async () => (await options.after?.(partition)) ?? '0')
    if (after === undefined) return
    for await (const events of eventStore.subscribeAll({ after, signal, batchSize: 50 })) {
      const batch = events
        .filter(
          ({ stream, companyId }) => !isInternalStream(stream) && partitions.of(companyId) === partition,
        )
        .map(
          (value): Delivery<StoredEvent> => ({
            partition,
            position: value.position,
            key: value.companyId,
            value,
          }),
        )
      if (batch.length > 0) await retryUntil(() => options.onBatch(batch))
      if (signal.aborted) return
    }
  }
  const deal = (): void => {
    for (const member of members) {
      member.owned.abort()
      member.owned = new AbortController()
    }
    for (const partition of partitions.all) {
      const member = members[(partition + shift) % members.length]
      if (member === undefined) continue
      const loop = follow(member, partition, member.owned.signal)
      loops.add(loop)
      void loop.finally(() => loops.delete(loop))
    }
  }

  const consume = async (options: ConsumeOptions<StoredEvent>): Promise<Consumer> => {
    const member: Member = { options, owned: new AbortController() }
    members = [...members, member]
    deal()
    return {
      stop: async () => {
        members = members.filter((one) => one !== member)
        member.owned.abort()
        deal()
      },
    }
  }
  return {
    member: (): EventBus => ({
      ...eventBus,
      consume: ((options: ConsumeOptions<StoredEvent>) =>
        options.topic === TOPICS.events
          ? consume(options)
          : eventBus.consume(options)) as EventBus['consume'],
    }),
    /** Assigns every partition to the next member. */
    rebalance: (): void => {
      shift++
      deal()
    },
    close: async (): Promise<void> => {
      members = []
      deal()
      await Promise.all(loops)
    },
  }
}
