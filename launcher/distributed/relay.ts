import { ok } from '@guiche/contracts/result.js'
import { systemClock } from '@guiche/infra/clock.js'
import { createRelayLag } from '../relay/lag.js'
import { type Relay, startRelay } from '../relay/relay.js'
import { eventStoreOf, kafkaOf, openTogether, probesOf } from './open.js'
import { endWhenRolledBack, ROLLED_BACK, rollbackFaults } from './rollback.js'
import type { OpenService } from './service.js'

/** Interval of the checks of the end of the store. */
const CHECK_MS = 1000

/** The relay as a service: makes the topics and publishes events to them. Stands by while another relay works. */
export const relayRoot: OpenService = async (context) => {
  const opened = await openTogether(
    { eventStore: eventStoreOf(context), kafka: kafkaOf(context) },
    ({ eventStore }) => rollbackFaults(context, eventStore, null),
  )
  if (!opened.ok) return opened
  const { eventStore } = opened.value.parts
  const { engines, logger } = context
  const { brokers, kafkaPrefix: prefix } = engines
  return ok({
    close: opened.value.close,
    probes: probesOf(opened.value.parts),
    compose: async ({ instance, metrics, signal, onClose, fail }) => {
      const start = (): Promise<Relay> => startRelay({ eventStore, brokers, prefix, name: instance, logger })
      let relay = await start()
      let before = relay.position()
      /** furthest position of any relay of this process */
      const furthest = () => (relay.position() > before ? relay.position() : before)
      const takingOver = (async () => {
        // Another relay has taken over, so this process is on standby.
        let ended = await relay.ended
        for (; ended === 'fenced'; ended = await relay.ended) {
          before = furthest()
          relay = await start()
        }
        if (ended === 'rolled-back') throw new Error(ROLLED_BACK)
      })()
      takingOver.catch(fail)
      void endWhenRolledBack(eventStore, async () => furthest(), { signal, fail })
      const lag = createRelayLag({ eventStore, relay: () => relay, clock: systemClock })
      const checking = setInterval(() => void lag.check(), CHECK_MS)
      checking.unref()
      onClose(() => clearInterval(checking))
      metrics.watch({
        relay: () => ({ behind: lag.behind().relay ?? 0, active: relay.state() === 'active' }),
      })
      return {
        health: async () => ({ ready: relay.state() !== 'ended', checks: { relay: relay.state() } }),
        start: async () => {},
        stop: () => relay.stop(),
      }
    },
  })
}
