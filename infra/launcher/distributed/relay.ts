import { ok } from '@guiche/contracts/result.js'
import { systemClock } from '../../clock.js'
import { createLag } from '../../health/lag.js'
import { type Relay, startRelay } from '../../relay/relay.js'
import { eventStoreOf, kafkaOf, openTogether } from './open.js'
import { endWhenPutBack, PUT_BACK, putBack } from './put-back.js'
import type { Root } from './service.js'

/** Between two looks at the end of the store. */
const LOOK_MS = 1000

/** A relay by itself: makes the topics, and carries the events to them while no other relay does. */
export const relayRoot: Root = async (context) => {
  const opened = await openTogether(
    { eventStore: eventStoreOf(context), kafka: kafkaOf(context) },
    ({ eventStore }) => putBack(context, eventStore, null),
  )
  if (!opened.ok) return opened
  const { eventStore } = opened.value.parts
  const { engines, logger } = context
  const { brokers, kafkaPrefix: prefix } = engines
  return ok({
    close: opened.value.close,
    begin: async ({ instance, metrics, signal, onClose, fail }) => {
      const start = (): Promise<Relay> => startRelay({ eventStore, brokers, prefix, name: instance, logger })
      let relay = await start()
      let before = relay.position()
      /** how far any relay of this process has come */
      const furthest = () => (relay.position() > before ? relay.position() : before)
      const following = (async () => {
        // overtaken by another one: from now on this one stands by
        let ended = await relay.ended
        for (; ended === 'fenced'; ended = await relay.ended) {
          before = furthest()
          relay = await start()
        }
        if (ended === 'put-back') throw new Error(PUT_BACK)
      })()
      following.catch(fail)
      void endWhenPutBack(eventStore, async () => furthest(), { signal, fail })
      onClose(() => relay.stop())
      const lag = createLag({
        newest: async () => {
          const newest = await eventStore.lastPublished()
          return newest === null ? null : { partition: 0, position: newest.position }
        },
        readers: ['relay'],
        reached: async () => new Map([['relay', relay.position()]]),
        clock: systemClock,
      })
      const looking = setInterval(() => void lag.look(), LOOK_MS)
      looking.unref()
      onClose(() => clearInterval(looking))
      metrics.watch({
        relay: () => ({ behind: lag.behind().relay ?? 0, active: relay.state() === 'active' }),
      })
      return {
        health: async () => ({ ready: relay.state() !== 'ended', checks: { relay: relay.state() } }),
      }
    },
  })
}
