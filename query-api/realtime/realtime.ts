import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Change } from '@guiche/contracts/bus/changes.js'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import { CLOSE_CODES } from '@guiche/contracts/realtime/realtime.js'
import type { Consumer } from '@guiche/infra/event-bus/event-bus.js'
import { silentRealtime } from '@guiche/infra/metrics/observers.js'
import { askForPresence } from '@guiche/infra/records/presence.js'
import { within } from '@guiche/infra/within.js'
import { createClients } from './clients.js'
import type { Realtime, RealtimeDeps } from './deps.js'
import { tellOnline } from './directory-frames.js'
import { createLastChanges } from './last-changes.js'
import { createOnChanges } from './on-changes.js'
import { createOnEphemeral } from './on-ephemeral.js'
import { createOnFrame } from './on-frame.js'
import { createOnline } from './online.js'
import { createRefuseBlocked } from './refuse-blocked.js'
import { createSending } from './sending.js'
import { createSockets } from './sockets.js'
import { createTyping } from './typing.js'
import { createViewers } from './viewers.js'
import { createSocketWatch } from './watch.js'

/** Time that clients have at the end to answer the goodbye. */
const CLOSE_ANSWER_MS = 300

export interface RealtimeService {
  /** handler of the HTTP server's `upgrade` event */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  start(): Promise<void>
  /** Closes all sockets (code 1012: come back soon) and stops listening to the bus. */
  stop(): Promise<void>
  /** one round of the watch over the sockets, which otherwise runs every second */
  tick(): Promise<void>
  /** open sockets */
  sockets(): number
}

/** `/ws`: accepts sockets, and sends frames about changed views and ephemeral messages. */
export const createRealtime = (deps: RealtimeDeps): RealtimeService => {
  const { bus, clock, logger } = deps
  const clients = createClients()
  const { observer = silentRealtime } = deps
  const cutOff = (): void => {
    observer.dropped()
    logger.info('a slow reader was cut off')
  }
  const sending = createSending(cutOff, observer.sent)
  const lastChanges = createLastChanges(clock)
  const realtime: Realtime = { ...deps, clients, sending, companies: new Map(), lastChanges }

  const online = createOnline(realtime)
  const viewers = createViewers(clock)
  const typing = createTyping(clock, online.publish)
  const onFrame = createOnFrame(realtime, { online, viewers, typing })
  const sockets = createSockets(realtime, { onFrame, online })
  const tick = (now: number): void => {
    online.tick(now)
    typing.tick(now)
  }
  const blocked = createRefuseBlocked(realtime)
  const watch = createSocketWatch(realtime, { unknown: sockets.unknown, tick, refuseBlocked: blocked.all })
  let consumers: Consumer[] = []

  return {
    upgrade: sockets.upgrade,
    start: async () => {
      consumers = await Promise.all([
        bus.consume<Change>({
          topic: TOPICS.changes,
          group: null,
          onBatch: createOnChanges(realtime, blocked),
        }),
        bus.consume<EphemeralMessage>({
          topic: TOPICS.ephemeral,
          group: null,
          onBatch: createOnEphemeral(realtime, {
            directory: { online: (companyId, userId) => tellOnline(realtime, companyId, userId) },
            viewers,
            sayOnline: online.say,
            answerRoll: online.sayAll,
          }),
        }),
      ])
      lastChanges.begin()
      // asks other instances who is online, and gateways for codes to scan
      await askForPresence(bus)
      watch.start()
    },
    stop: async () => {
      watch.stop()
      await Promise.all(consumers.map((consumer) => consumer.stop()))
      sockets.close()
      const open = [...clients.all].map(({ ws }) => ws)
      for (const ws of open) ws.close(CLOSE_CODES.restart.code, CLOSE_CODES.restart.reason)
      // not `once` of node:events, which would reject on a broken frame during the close
      const closed = Promise.all(open.map((ws) => new Promise((resolve) => ws.once('close', resolve))))
      await within(closed, CLOSE_ANSWER_MS, [])
      for (const ws of open) ws.terminate()
    },
    tick: watch.tick,
    sockets: () => clients.all.size,
  }
}
