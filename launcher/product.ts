import { fileURLToPath } from 'node:url'
import { ok, type Result } from '@guiche/contracts/result.js'
import type { Config } from '@guiche/infra/config/config.js'
import { createMemoryCounters } from '@guiche/infra/counters/memory.js'
import { createDiskCheck } from '@guiche/infra/health/disk.js'
import { createHttpApp } from '@guiche/infra/http/app.js'
import { refuseUpgrade } from '@guiche/infra/http/refuse-upgrade.js'
import { createMetrics } from '@guiche/infra/metrics/metrics.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { shareAsyncStorage } from '@guiche/infra/shared-async-storage.js'
import { within } from '@guiche/infra/within.js'
import type { Logger } from 'pino'
import { runAdmin } from './admin/commands.js'
import { openControl } from './admin/control.js'
import type { DataDir } from './engines.js'
import { httpConfigOf, inOrder, openHost } from './host.js'
import { createPendingQrs } from './pending-qrs.js'
import { rebuildInThread } from './rebuild-thread.js'
import { composeCommandApi } from './roots/command-api.js'
import { composeProjector } from './roots/projector.js'
import { composeQueryApi } from './roots/query-api.js'
import { createReaders } from './roots/readers.js'
import { composeGateway } from './roots/wa-gateway.js'
import { readWaServerCa } from './roots/wa-server-ca.js'
import { createSimulatorHost } from './simulator-host.js'

const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface Product {
  /** e.g. http://127.0.0.1:8080 */
  readonly url: string
  close(): Promise<void>
}

/**
 * The composition root of the embedded mode: all services in this process, on engines in DATA_DIR, which it closes at
 * its end. An error is a sentence for the operator.
 */
export const startProduct = async (
  config: Config,
  logger: Logger,
  version: string,
  opened: DataDir,
): Promise<Result<Product, string>> => {
  // Baileys is loaded later, by the first connection.
  shareAsyncStorage()
  const waServerCa = await readWaServerCa(config.waServer?.caFile ?? null)
  if (!waServerCa.ok) {
    await opened.close()
    return waServerCa
  }
  const { engines, secretKey } = opened
  const { readStore } = engines

  const host = await openHost(config)
  if (!host.ok) {
    await opened.close()
    return host
  }
  const { server, publicUrl } = host.value
  const metrics = createMetrics({ service: 'embedded', version })
  metrics.watch({ machine: opened.machine })
  const stored = { ...{ config, logger, version, publicUrl, metrics, secretKey }, ...engines }
  const projector = composeProjector({
    ...stored,
    beginRebuild: rebuildInThread({ dir: config.dataDir, readStore }),
  })
  const parts = { ...stored, ...createReaders(stored) }
  const { availability, readers } = parts
  const commandApi = await composeCommandApi({
    ...parts,
    counters: createMemoryCounters(),
    exclusively: createSerialQueue(),
    sole: true,
  })
  const queryApi = composeQueryApi(parts)
  const pendingQrs = createPendingQrs({ eventBus: engines.eventBus, records: readers.records })
  const simulator = config.simulator
    ? createSimulatorHost({
        dataDir: config.dataDir,
        publicUrl,
        logger,
        authenticator: readers.authenticator,
        pendingQrs: pendingQrs.list,
      })
    : null
  const gateway = composeGateway({
    ...parts,
    waServerCa: waServerCa.value,
    sole: true,
    simulator: () => simulator?.address() ?? null,
  })

  // Until the views are built, health addresses and web app answer, and the API answers "try again later".
  const whyFull = createDiskCheck({ dir: config.dataDir })
  let serving = false
  let ready = false
  const app = createHttpApp({
    config: httpConfigOf(config, publicUrl),
    observer: metrics.http,
    logger,
    routers: { api: [commandApi.router, queryApi.router] },
    health: async () => {
      const [projection, full] = await Promise.all([
        projector.health(),
        within(whyFull(), 700, 'it does not answer'),
      ])
      const views = projection.ready
      const missing = [
        ...(ready ? [] : ['start']),
        ...availability.missing(),
        ...(full === null ? [] : ['disk']),
        ...projection.missing,
      ]
      return {
        ready: missing.length === 0 && availability.commands(),
        missing,
        checks: {
          ...projection.checks,
          views,
          sockets: queryApi.sockets(),
          ...(full !== null && { disk: full }),
        },
      }
    },
    metrics: { text: metrics.text, token: config.metricsToken },
    serving: () => serving,
    available: availability,
    frames: queryApi.frames,
    branding: queryApi.branding,
    webDist: WEB_DIST,
    ...(simulator === null ? {} : { simulator: simulator.router }),
  })
  server.on('request', app)
  server.on('upgrade', (request, socket, head) => {
    if (serving && availability.reads()) queryApi.upgrade(request, socket, head)
    else refuseUpgrade(socket, '503 Service Unavailable', 'Retry-After: 2')
  })

  await projector.start()
  await availability.start()
  await queryApi.start()
  await pendingQrs.start()
  await commandApi.start()
  const control = await openControl(config.dataDir, (args) => runAdmin(commandApi.operator, args), logger)
  serving = true
  await gateway.start()
  ready = true

  return ok({
    url: publicUrl,
    close: () =>
      inOrder([
        // First: clients are asked to reconnect before their sockets are cut.
        () => queryApi.endSockets(),
        () => host.value.close(),
        () => control.close(),
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
