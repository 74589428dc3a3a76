import type { Topic } from '@guiche/contracts/bus/topics.js'
import type { BusMessage, ConsumeOptions, Delivery, EventBus } from '@guiche/infra/event-bus/event-bus.js'

type Listener = (batch: readonly Delivery<never>[]) => Promise<void>

/** A bus in memory: every consumer gets every message from now on. `broken` makes publishing fail, `hold` makes it wait. */
export const createMemoryBus = () => {
  const listeners = new Map<Topic, Set<Listener>>()
  const state: { broken: boolean; hold: (messages: readonly BusMessage[]) => unknown } = {
    broken: false,
    hold: () => undefined,
  }
  let position = 0
  const bus: EventBus = {
    publish: async (topic: Topic, messages: readonly BusMessage[]) => {
      if (state.broken) throw new Error('the bus is away')
      await state.hold(messages)
      const batch = messages.map(({ key, value }) => {
        position += 1
        // Copies the value, because on a real bus no objects are shared.
        return { partition: 0, position: String(position), key, value: JSON.parse(JSON.stringify(value)) }
      })
      for (const listener of listeners.get(topic) ?? []) await listener(batch as Delivery<never>[])
    },
    consume: async <T>({ topic, onBatch }: ConsumeOptions<T>) => {
      const known = listeners.get(topic) ?? new Set()
      const listener = onBatch as Listener
      known.add(listener)
      listeners.set(topic, known)
      return {
        stop: async () => {
          known.delete(listener)
        },
      }
    },
    close: async () => undefined,
  }
  return { bus, state }
}
