import { fileURLToPath } from 'node:url'
import { createCommandApi } from '@guiche/command-api/command-api.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import { createProjector, haltedOf, type Progress } from '@guiche/projector/projector.js'
import { createQueryApi } from '@guiche/query-api/query-api.js'
import { createGateway } from '@guiche/wa-gateway/gateway.js'
import type { Logger } from 'pino'
import { systemClock } from '../clock.js'
import type { Config } from '../config/config.js'
import { createMemoryCounters } from '../counters/memory.js'
import { createAvailability } from '../health/availability.js'
import { createDiskCheck } from '../health/disk.js'
import { createHttpApp } from '../http/app.js'
import { refuseUpgrade } from '../http/refuse-upgrade.js'
import { createDueWork } from '../metrics/due-work.js'
import { createMetrics } from '../metrics/metrics.js'
import { countParked } from '../metrics/parked.js'
import { createViewNames } from '../read-store/views.js'
import { shareAsyncStorage } from '../shared-async-storage.js'
import { createTurns } from '../vault/turns.js'
import type { DataDir } from './engines.js'
import { inOrder, openHost } from './host.js'
import { createPendingQrs } from './pending-qrs.js'
import { createReaders } from './readers.js'
import { rebuildInThread } from './rebuild-thread.js'
import { createSimulatorHost } from './simulator-host.js'
import { readWaServerCa } from './wa-server-ca.js'

const WEB_DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url))

export interface Product {
  /** e.g. http://127.0.0.1:8080 */
  readonly url: string
  close(): Promise<void>
}

/**
 * The composition root of the embedded way: all services in this process, on the engines in DATA_DIR, which it closes
 * at its own end. An error is a sentence for the operator.
 */
export const startProduct = async (
  config: Config,
  logger: Logger,
  version: string,
  opened: DataDir,
): Promise<Result<Product, string>> => {
  // Baileys is loaded later, by the first connection.
  shareAsyncStorage()
  const clock = systemClock
  const waServerCa = await readWaServerCa(config.waServer?.caFile ?? null)
  if (!waServerCa.ok) {
    await opened.close()
    return waServerCa
  }
  const { engines, secretKey } = opened
  const { eventStore, eventBus, readStore, vault, blobs } = engines

  const host = await openHost(config)
  if (!host.ok) {
    await opened.close()
    return host
  }
  const { server, publicUrl } = host.value
  const metrics = createMetrics({ service: 'embedded', version })
  const availability = createAvailability({
    ...{ eventStore, eventBus, readStore, clock, logger },
    views: createViewNames(readStore),
  })
  const patient = availability.patient({ eventStore, readStore })
  const { views, presence, records, tokens, authenticator } = createReaders({ ...patient, secretKey, clock })
  const observer = metrics.projector
  const projector = createProjector({
    eventStore,
    eventBus,
    readStore,
    logger,
    observer,
    beginRebuild: rebuildInThread({ dir: config.dataDir, readStore }),
  })
  const commandApi = await createCommandApi({
    ...patient,
    eventBus,
    vault,
    blobs,
    records,
    authenticator,
    tokens,
    clock,
    counters: createMemoryCounters(),
    turns: createTurns(),
    secretKey,
    logger,
    observer: metrics.commands,
    config: { publicUrl, humanVerification: config.humanVerification, simulator: config.simulator, version },
  })
  const queryApi = createQueryApi({
    config: { publicUrl },
    readStore: patient.readStore,
    views,
    records,
    presence,
    bus: eventBus,
    blobs,
    authenticator,
    tokens,
    clock,
    logger,
    stale: availability.stale,
    observer: metrics.realtime,
  })
  const pendingQrs = createPendingQrs({ eventBus, records })
  const simulator = config.simulator
    ? createSimulatorHost({
        dataDir: config.dataDir,
        publicUrl,
        logger,
        authenticator,
        pendingQrs: pendingQrs.list,
      })
    : null
  const gateway = createGateway({
    eventBus,
    readStore,
    views,
    vault,
    blobs,
    clock,
    logger,
    observer: metrics.gateway,
    config: {
      waServerUrl: config.waServer?.url,
      waServerCa: waServerCa.value,
      maxSessions: config.gatewaySessions,
      sole: true,
    },
    simulator: () => simulator?.address() ?? null,
  })

  metrics.watch({
    sockets: queryApi.sockets,
    sessions: gateway.sessions,
    reports: gateway.waiting,
    dueWork: createDueWork({ readStore, views, clock }),
    parked: () => countParked(vault),
    views: availability.behind,
    halted: async () => haltedOf(await projector.health()),
    engines: availability.engines,
    waiting: availability.waiting,
  })

  // Until the views are there, addresses and the web app answer, and the API asks to come again.
  const whyFull = createDiskCheck({ dir: config.dataDir })
  let serving = false
  let ready = false
  let rebuilding: Progress | null = null
  const app = createHttpApp({
    config: { publicUrl, humanVerification: config.humanVerification.kind, trustProxy: config.trustProxy },
    logger,
    routers: { api: [commandApi.router, queryApi.router] },
    health: async () => {
      const [projection, full] = await Promise.all([projector.health(), whyFull()])
      const views = projection.ok
      const checks = { views, sockets: queryApi.sockets(), ...(full !== null && { disk: full }) }
      return {
        ready: ready && views && full === null && availability.commands(),
        missing: [
          ...(ready ? [] : ['start']),
          ...availability.missing(),
          ...(full === null ? [] : ['disk']),
          ...(views ? [] : ['changes', ...haltedOf(projection)]),
        ],
        checks: rebuilding === null ? checks : { ...checks, rebuilding },
      }
    },
    metrics: { text: metrics.text, token: config.metricsToken },
    serving: () => serving,
    available: availability,
    webDist: WEB_DIST,
    ...(simulator === null ? {} : { simulator: simulator.router }),
  })
  server.on('request', app)
  server.on('upgrade', (request, socket, head) => {
    if (serving && availability.reads()) queryApi.upgrade(request, socket, head)
    else refuseUpgrade(socket, '503 Service Unavailable', 'Retry-After: 2')
  })

  await projector.prepare((progress) => {
    rebuilding = progress
    logger.info({ progress }, 'rebuilding views')
  })
  rebuilding = null
  await projector.start()
  await availability.start()
  await queryApi.start()
  await pendingQrs.start()
  await commandApi.start()
  if (config.admin !== null) {
    const made = await commandApi.ensureAdmin(config.admin)
    if (!made.ok) logger.error({ code: made.error.code }, 'ADMIN_EMAIL and ADMIN_PASSWORD were not taken')
  }
  serving = true
  await gateway.start()
  ready = true

  return ok({
    url: publicUrl,
    close: () =>
      inOrder([
        // first: sockets are told to come back before they are cut
        () => queryApi.stop(),
        () => host.value.close(),
        () => gateway.stop(),
        () => simulator?.close(),
        () => commandApi.stop(),
        () => pendingQrs.stop(),
        () => availability.stop(),
        () => projector.stop(),
        () => opened.close(),
      ]),
  })
}
