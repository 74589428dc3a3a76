import { randomUUID } from 'node:crypto'
import type { Change } from '@guiche/contracts/bus/changes.js'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { kindOf } from '@guiche/contracts/views/due-work.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import type { Clock } from '@guiche/infra/clock.js'
import type { Consumer, EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { GatewayObserver } from '@guiche/infra/metrics/observers.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import type { ViewNames } from '@guiche/infra/read-store/views.js'
import { createUptime } from '@guiche/infra/uptime.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { within } from '@guiche/infra/within.js'
import type { Logger } from './logger.js'
import { createPictures } from './media/pictures.js'
import { createOutbox } from './outbox/outbox.js'
import { createRecords } from './outbox/records.js'
import { createRequestedBy } from './outbox/requested-by.js'
import { createBaileysProvider } from './providers/baileys/provider.js'
import type { Provider, Server } from './providers/provider.js'
import { broadcastMessage, createReporter } from './reports/reporter.js'
import { createRequests } from './requests/requests.js'
import { createBlocklist } from './sessions/blocklist.js'
import { createHistoryReports } from './sessions/history.js'
import { createLeases } from './sessions/lease.js'
import { createManager } from './sessions/manager.js'
import { createNumberCheck } from './sessions/number-check.js'
import type { HeldConnection } from './sessions/session-types.js'
import { TIMINGS, type Timings } from './sessions/timings.js'
import { createWantedHistory } from './sessions/wanted-history.js'

export interface GatewayConfig {
  /** URL of another server than WhatsApp's own, and the PEM certificate that its media hosts are trusted by */
  readonly waServerUrl?: string | undefined
  readonly waServerCa?: string | undefined
  /** path of the system's ffmpeg; without ffmpeg files that need encoding stay unchanged */
  readonly ffmpeg?: string | null
  /** maximum of connections that this process runs */
  readonly maxSessions: number
  /** no other gateway can be alive: leases left by a crash are taken over at once */
  readonly sole?: boolean
  /** for tests */
  readonly timings?: Partial<Timings>
}

export interface GatewayDeps {
  readonly eventBus: EventBus
  readonly readStore: ReadStore
  readonly views: ViewNames
  readonly vault: Vault
  readonly blobs: Blobs
  readonly clock: Clock
  readonly logger: Logger
  /** counts the outbox's work, for the metrics */
  readonly observer?: GatewayObserver
  readonly config: GatewayConfig
  /** address of the simulator, null if off */
  readonly simulator: () => Promise<Server> | null
  /** another implementation than Baileys; for tests */
  readonly provider?: Provider
}

const STOP_MS = 3_000

/** The server of a channel: null for WhatsApp's own, `off` while the simulator is off. */
const serverOf = async (
  { config, simulator }: GatewayDeps,
  channel: ConnectionDoc['channel'],
): Promise<Server | null | 'off'> => {
  if (channel === 'simulator') {
    const found = await simulator()
    if (found === null) return 'off'
    return { url: found.url, ...(found.ca !== undefined && { ca: found.ca }) }
  }
  if (config.waServerUrl === undefined) return null
  return { url: config.waServerUrl, ...(config.waServerCa !== undefined && { ca: config.waServerCa }) }
}

type Code = Extract<EphemeralMessage, { kind: 'qr' }>

const composeGateway = (deps: GatewayDeps) => {
  const { eventBus, readStore, views, vault, blobs, clock, logger, config } = deps
  const timings: Timings = { ...TIMINGS, ...config.timings }
  const sole = config.sole ?? false
  const now = (): number => clock.now().getTime()
  const chance = Math.random
  const records = createRecords(readStore, views)
  const provider = deps.provider ?? createBaileysProvider({ vault, logger })
  const requestedBy = createRequestedBy()
  /** connections that this process owns */
  const held = new Map<number, HeldConnection>()
  const heldOf = (connectionId: number): HeldConnection | undefined => held.get(connectionId)
  /** codes that can be scanned now, to be repeated for new listeners */
  const codes = new Map<number, Code>()
  const reporter = createReporter({
    eventBus,
    logger,
    stallMs: timings.stallMs,
    onStall: () => {
      logger.error({ waiting: reporter.waiting() }, 'reports cannot be written: the sockets are closed')
      manager.suspend().catch(() => undefined)
    },
    onRecover: () => manager.resume(),
  })
  const { report } = reporter
  const historyOf = createWantedHistory(records)
  const history = createHistoryReports({
    report,
    importOf: async (connectionId) => (await historyOf(connectionId)).wish,
    silenceMs: timings.historyMs,
    held: (connectionId) => held.has(connectionId),
    logger,
  })
  const outbox = createOutbox({
    ...{ records, vault, blobs, ffmpeg: config.ffmpeg ?? null },
    held: heldOf,
    paced: ({ channel }) => channel === 'whatsapp' && config.waServerUrl === undefined,
    ...{ report, requestedBy },
    ...(deps.observer === undefined ? {} : { observer: deps.observer }),
    ...{ now, chance, logger },
    pollMs: timings.pollMs,
    delayScale: timings.delayScale,
  })
  const pictures = createPictures({ blobs, report, logger })
  const { leaseMs } = timings
  const manager = createManager({
    ...{ readStore, views, vault, provider, timings, chance, now, logger, historyOf, held },
    leases: createLeases({ vault, clock, newOwner: randomUUID, leaseMs, isFit: reporter.canTell, sole }),
    events: {
      ...{ eventBus, records, report, history, requestedBy, outbox, pictures, held, logger },
      takeBlocklist: createBlocklist({ records, report }),
    },
    serverOf: (channel) => serverOf(deps, channel),
    refusalOf: createNumberCheck({ records, provider }),
    maxSessions: config.maxSessions,
    onStatus: (doc, { status, reason, number, retries }) => {
      const { companyId, connectionId } = doc
      if (status === 'CONNECTED') void history.opened(doc)
      else history.closed(connectionId)
      return report({ kind: 'connection', companyId, connectionId, status, reason, number, retries })
    },
    onCode: ({ companyId, connectionId }, code) => {
      const shown = { kind: 'qr', companyId, connectionId, ...code } as const
      if (code.qrcode === '' && code.pairingCode === '') codes.delete(connectionId)
      else codes.set(connectionId, shown)
      broadcastMessage(deps, shown)
    },
    onChange: outbox.follow,
  })
  const uptime = createUptime(clock)
  const answer = createRequests({
    ...{ held: heldOf, sole, uptime, logger },
    reply: (companyId, requestId, reply) =>
      broadcastMessage(deps, { kind: 'reply', companyId, requestId, reply }),
  })
  return { deps, held, codes, reporter, history, outbox, manager, uptime, answer }
}

type GatewayParts = ReturnType<typeof composeGateway>

const takeChange = ({ outbox, manager }: GatewayParts, change: Change): void => {
  if (change.view === 'due-work' && change.after !== null) outbox.wake(change.companyId, kindOf(change.id))
  if (change.collection !== 'connections') return
  const connectionId = Number(change.id)
  const gone = change.after === null && change.types.includes('connection.deleted.v1')
  // Not awaited: one connection must not delay the others' changes.
  if (gone) manager.remove(change.companyId, connectionId)
  else manager.look(connectionId)
}

const takeEphemeral = ({ deps, codes, answer }: GatewayParts, message: EphemeralMessage): void => {
  if (message.kind === 'roll-call') for (const code of codes.values()) broadcastMessage(deps, code)
  else answer(message)
}

/** The gateway: sessions, outbox, files and requests of the connections that this process owns. */
export const createGateway = (deps: GatewayDeps) => {
  const parts = composeGateway(deps)
  const { uptime, outbox, history, manager, reporter } = parts
  const consumers: Consumer[] = []
  return {
    /** Brings up every session that should be up, then follows the views. */
    start: async (): Promise<void> => {
      uptime.start()
      consumers.push(
        await deps.eventBus.consume<Change>({
          topic: TOPICS.changes,
          group: null,
          onBatch: async (batch) => {
            for (const { value } of batch) takeChange(parts, value)
          },
        }),
        await deps.eventBus.consume<EphemeralMessage>({
          topic: TOPICS.ephemeral,
          group: null,
          onBatch: async (batch) => {
            for (const { value } of batch) takeEphemeral(parts, value)
          },
        }),
      )
      outbox.start()
      await manager.start()
    },
    /** Closes every socket, keeps the credentials, gives leases back. */
    stop: async (): Promise<void> => {
      await uptime.stop()
      await Promise.all(consumers.splice(0).map((consumer) => consumer.stop()))
      // Running work may still finish; a silent server must not delay the stop.
      const idle = outbox.stop()
      await within(idle, STOP_MS, undefined)
      history.stop()
      await manager.stop()
      // Some work may only wait until the bus accepts its report. The next gateway repeats such work.
      await within(idle, STOP_MS, undefined)
      await reporter.stop()
    },
    sessions: () =>
      [...parts.held.values()].map(({ doc: { connectionId, companyId }, session }) => ({
        ...{ connectionId, companyId },
        status: session.said().status,
      })),
    /** reports that the bus has not kept yet */
    waiting: reporter.waiting,
  }
}

export type Gateway = ReturnType<typeof createGateway>
