import { randomUUID } from 'node:crypto'
import type { Change } from '@guiche/contracts/changes.js'
import type { EphemeralMessage } from '@guiche/contracts/ephemeral.js'
import { DEFAULT_LANGUAGE, type Language } from '@guiche/contracts/languages.js'
import { TOPICS } from '@guiche/contracts/topics.js'
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
import { type Logger, wordsOf } from './logger.js'
import { createPictures } from './media/pictures.js'
import { createOutbox } from './outbox/outbox.js'
import { createRecords } from './outbox/records.js'
import { answering, createRequestedBy } from './outbox/requested-by.js'
import { createBaileysProvider } from './providers/baileys/provider.js'
import type { Provider, ProviderEvent, Server } from './providers/provider.js'
import { reportOf } from './reports/from-event.js'
import { createReporter } from './reports/reporter.js'
import { createRequests } from './requests/requests.js'
import { createBlocklist } from './sessions/blocklist.js'
import { createHistoryReports } from './sessions/history.js'
import { createLeases } from './sessions/lease.js'
import { createManager } from './sessions/manager.js'
import { createNumberCheck } from './sessions/number-check.js'
import type { StatusReport } from './sessions/session-types.js'
import { TIMINGS, type Timings } from './sessions/timings.js'
import { createWantedHistory } from './sessions/wanted-history.js'

export interface GatewayConfig {
  /** URL of another server than WhatsApp's own, and the PEM certificate that its media hosts are trusted by */
  readonly waServerUrl?: string | undefined
  readonly waServerCa?: string | undefined
  /** path of the system's ffmpeg; without ffmpeg files that need encoding stay unchanged */
  readonly ffmpeg?: string | null
  /** connections that this process runs at most */
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

export interface SessionInfo {
  readonly connectionId: number
  readonly companyId: number
  readonly status: string
}

export interface Gateway {
  /** Brings up every session that should be up, then follows the views. */
  start(): Promise<void>
  /** Closes every socket, keeps the credentials, gives leases back. */
  stop(): Promise<void>
  sessions(): readonly SessionInfo[]
  /** reports that the bus has not kept yet */
  waiting(): number
}

const HOUR_SECONDS = 3_600
const STOP_MS = 3_000

/** The gateway: sessions, outbox, files and requests of the connections that this process owns. */
export const createGateway = (deps: GatewayDeps): Gateway => {
  const { eventBus, vault, blobs, clock, logger, config } = deps
  const timings: Timings = { ...TIMINGS, ...config.timings }
  const now = (): number => clock.now().getTime()
  const chance = Math.random
  const records = createRecords(deps.readStore, deps.views)
  const provider = deps.provider ?? createBaileysProvider({ vault, logger })
  const requestedBy = createRequestedBy()
  const consumers: Consumer[] = []
  /** codes that can be scanned now, to be repeated for new listeners */
  const codes = new Map<number, Extract<EphemeralMessage, { kind: 'qr' }>>()

  const serverOf = async (channel: ConnectionDoc['channel']): Promise<Server | null | 'off'> => {
    if (channel === 'simulator') {
      const simulator = await deps.simulator()
      if (simulator === null) return 'off'
      return { url: simulator.url, ...(simulator.ca !== undefined && { ca: simulator.ca }) }
    }
    if (config.waServerUrl === undefined) return null
    return { url: config.waServerUrl, ...(config.waServerCa !== undefined && { ca: config.waServerCa }) }
  }

  const broadcast = async (value: EphemeralMessage): Promise<void> => {
    await eventBus.publish(TOPICS.ephemeral, [{ key: value.companyId, value }]).catch((error: unknown) => {
      logger.debug({ kind: value.kind, error: wordsOf(error) }, 'an ephemeral message was lost')
    })
  }

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

  const wanted = createWantedHistory(records)
  const history = createHistoryReports({
    report: reporter.report,
    importOf: async (connectionId) => (await wanted(connectionId)).wish,
    silenceMs: timings.historyMs,
    held: (connectionId) => manager.held(connectionId) !== undefined,
    logger,
  })

  const takeBlocklist = createBlocklist({ records, report: reporter.report })

  const onStatus = (doc: ConnectionDoc, { status, reason, number, retries }: StatusReport): Promise<void> => {
    const { companyId, connectionId } = doc
    if (status === 'CONNECTED') void history.opened(doc)
    else history.closed(connectionId)
    return reporter.report({ kind: 'connection', companyId, connectionId, status, reason, number, retries })
  }

  /** A call is reported once, so the default language is used while the views are away. Clients show its details. */
  const languageOf = async (companyId: number): Promise<Language> => {
    const company = await records.company(companyId).catch((error: unknown) => {
      logger.warn({ companyId, error: wordsOf(error) }, 'the language of a company could not be read')
      return null
    })
    return company?.language ?? DEFAULT_LANGUAGE
  }

  const onEvent = async (doc: ConnectionDoc, event: ProviderEvent): Promise<void> => {
    const { companyId, connectionId } = doc
    if (event.kind === 'presence') {
      const { pn, lid, presence } = event
      return broadcast({ kind: 'presence', companyId, connectionId, pn, lid, presence })
    }
    if (event.kind === 'blocklist') return takeBlocklist(doc, event.peers)
    if (event.kind === 'old-messages' || event.kind === 'history') return history.take(doc, event)
    const language = event.kind === 'missed-call' ? await languageOf(companyId) : DEFAULT_LANGUAGE
    const report = reportOf(event, { companyId, connectionId, language })
    if (report !== null) {
      const isAnswer = event.kind === 'refused' || (event.kind === 'ack' && event.fromMe)
      const request = isAnswer ? requestedBy.of(connectionId, event.waId) : undefined
      await reporter.report(answering(report, request))
    }
    if (event.kind === 'refused' && event.restricted) {
      await outbox.restrict(connectionId, HOUR_SECONDS)
      // The real duration is requested later, without delaying the events.
      manager
        .held(connectionId)
        ?.session.line()
        ?.restriction()
        .then((seconds) => (seconds === null ? undefined : outbox.restrict(connectionId, seconds)))
        .catch(() => undefined)
    }
    if (event.kind === 'message' && !event.message.fromMe) {
      const line = manager.held(connectionId)?.session.line()
      if (line) {
        pictures.seen(line, { companyId, connectionId }, event.message)
        line.watch(event.message.remoteJid).catch(() => undefined)
      }
    }
  }

  const manager = createManager({
    readStore: deps.readStore,
    views: deps.views,
    vault,
    leases: createLeases({
      vault,
      clock,
      newOwner: randomUUID,
      leaseMs: timings.leaseMs,
      isFit: reporter.canTell,
      sole: config.sole ?? false,
    }),
    provider,
    serverOf,
    historyOf: wanted,
    refusalOf: createNumberCheck({ records, provider }),
    timings,
    maxSessions: config.maxSessions,
    chance,
    now,
    logger,
    onStatus,
    onCode: ({ companyId, connectionId }, code) => {
      const shown = { kind: 'qr', companyId, connectionId, ...code } as const
      if (code.qrcode === '' && code.pairingCode === '') codes.delete(connectionId)
      else codes.set(connectionId, shown)
      broadcast(shown)
    },
    onEvent,
    onChange: (connectionId) => outbox.follow(connectionId),
  })

  const outbox = createOutbox({
    ...{ records, vault, blobs, ffmpeg: config.ffmpeg ?? null },
    held: manager.held,
    paced: ({ channel }) => channel === 'whatsapp' && config.waServerUrl === undefined,
    report: reporter.report,
    requestedBy,
    ...(deps.observer === undefined ? {} : { observer: deps.observer }),
    now,
    chance,
    pollMs: timings.pollMs,
    delayScale: timings.delayScale,
    logger,
  })
  const pictures = createPictures({ blobs, report: reporter.report, logger })

  const uptime = createUptime(clock)
  const answer = createRequests({
    held: manager.held,
    reply: (companyId, requestId, reply) => broadcast({ kind: 'reply', companyId, requestId, reply }),
    sole: config.sole ?? false,
    uptime,
    logger,
  })

  const takeChange = (change: Change): void => {
    if (change.view === 'due-work' && change.after !== null) outbox.wake(change.companyId, kindOf(change.id))
    if (change.collection !== 'connections') return
    const connectionId = Number(change.id)
    const gone = change.after === null && change.types.includes('connection.deleted.v1')
    // Not awaited: one connection must not delay the others' changes.
    if (gone) manager.remove(change.companyId, connectionId)
    else manager.look(connectionId)
  }

  return {
    start: async () => {
      uptime.start()
      consumers.push(
        await eventBus.consume<Change>({
          topic: TOPICS.changes,
          group: null,
          onBatch: async (batch) => {
            for (const { value } of batch) takeChange(value)
          },
        }),
        await eventBus.consume<EphemeralMessage>({
          topic: TOPICS.ephemeral,
          group: null,
          onBatch: async (batch) => {
            for (const { value } of batch) {
              if (value.kind === 'roll-call') for (const code of codes.values()) broadcast(code)
              else answer(value)
            }
          },
        }),
      )
      outbox.start()
      await manager.start()
    },
    stop: async () => {
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
      manager.all().map(({ doc, session }) => ({
        connectionId: doc.connectionId,
        companyId: doc.companyId,
        status: session.said().status,
      })),
    waiting: reporter.waiting,
  }
}
