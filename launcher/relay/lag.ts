import type { Clock } from '@guiche/infra/clock.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { createLag, type Lag } from '@guiche/infra/health/lag.js'
import { readCheckpoint } from './checkpoint.js'
import type { Relay } from './relay.js'

/**
 * How far the log is behind the event store, as reader `relay`. A passive relay knows the active one's progress only
 * from checkpoints.
 */
export const createRelayLag = (deps: {
  readonly eventStore: EventStore
  readonly relay: () => Pick<Relay, 'position' | 'state'>
  readonly clock: Clock
}): Lag => {
  const { eventStore, relay, clock } = deps
  const reached = async (): Promise<string> =>
    relay().state() === 'active' ? relay().position() : (await readCheckpoint(eventStore)).position
  return createLag({
    newest: async () => {
      const newest = await eventStore.lastPublished()
      return newest === null ? null : { partition: 0, position: newest.position }
    },
    readers: ['relay'],
    reached: async () => new Map([['relay', await reached()]]),
    clock,
  })
}
