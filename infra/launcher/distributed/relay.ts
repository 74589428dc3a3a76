import { ok } from '@guiche/contracts/result.js'
import { type Relay, startRelay } from '../../relay/relay.js'
import { eventStoreOf, kafkaOf, openTogether } from './open.js'
import type { Root } from './service.js'

/** A relay by itself: makes the topics, and carries the events to them while no other relay does. */
export const relayRoot: Root = async (context) => {
  const opened = await openTogether({ eventStore: eventStoreOf(context), kafka: kafkaOf(context) })
  if (!opened.ok) return opened
  const { eventStore } = opened.value.parts
  const { engines, logger } = context
  const { brokers, kafkaPrefix: prefix } = engines
  return ok({
    close: opened.value.close,
    begin: async ({ instance, onClose, fail }) => {
      const start = (): Promise<Relay> => startRelay({ eventStore, brokers, prefix, name: instance, logger })
      let relay = await start()
      const following = (async () => {
        // overtaken by another one: from now on this one stands by
        while ((await relay.ended) === 'fenced') relay = await start()
      })()
      following.catch(fail)
      onClose(() => relay.stop())
      return {
        health: async () => ({ ready: relay.state() !== 'ended', checks: { relay: relay.state() } }),
      }
    },
  })
}
