import { createOpenQueries } from '@guiche/command-api/open-queries.js'
import { err, ok } from '@guiche/contracts/result.js'
import { systemClock as clock } from '@guiche/infra/clock.js'
import { mailsLeave } from '@guiche/infra/config/smtp.js'
import type { Counters } from '@guiche/infra/counters/counters.js'
import { EVENT_PARTITIONS } from '@guiche/infra/event-bus/kafka/topics.js'
import { createExclusively } from '@guiche/infra/lease/run-exclusively.js'
import { followPresence } from '@guiche/infra/records/presence.js'
import { shareAsyncStorage } from '@guiche/infra/shared-async-storage.js'
import { loadBaileys } from '@guiche/wa-gateway/providers/baileys/load.js'
import { Router } from 'express'
import { composeCommandApi } from '../roots/command-api.js'
import { composeProjector } from '../roots/projector.js'
import { composeQueryApi } from '../roots/query-api.js'
import { type ApiParts, createReaders } from '../roots/readers.js'
import type { Service, StoreParts } from '../roots/service.js'
import { composeGateway } from '../roots/wa-gateway.js'
import { readWaServerCa } from '../roots/wa-server-ca.js'
import { createCarriers } from './carriers.js'
import { kafkaOf, mongoOf, openAll, openBus, openTogether, probesOf } from './open.js'
import { relayRoot } from './relay.js'
import { endWhenRolledBack, furthestView } from './rollback.js'
import { eventPartition, type OpenService, type ServiceHost, withMissing } from './service.js'
import { viewsMade } from './wait-for-views.js'

/** A dead gateway is replaced when its leases have expired and another gateway has checked them. */
const TIMINGS = { leaseMs: 6000, sweepMs: 1500 }

type ComposeService<Given> = (
  parts: Given & { readonly counters: Counters },
  host: ServiceHost,
) => Promise<Service>

/** A service that uses the event store; the service ends when the store is rolled back. */
const onStore =
  (compose: ComposeService<StoreParts>): OpenService =>
  async (context) => {
    const opened = await openAll(context)
    if (!opened.ok) return opened
    const { eventStore, mongo } = opened.value.parts
    return ok({
      close: opened.value.close,
      probes: probesOf(opened.value.parts),
      compose: async (host) => {
        void endWhenRolledBack(eventStore, () => furthestView(mongo.readStore, eventStore), host)
        const eventBus = await openBus(context, host.signal, eventStore)
        host.onClose(() => eventBus.close())
        const own = { eventStore, eventBus, partitionOf: eventPartition }
        return compose({ ...context, ...host, ...mongo, ...own }, host)
      },
    })
  }

/** command-api or query-api: both wait for this release's views, which a projector makes. */
const onViews = (compose: ComposeService<ApiParts>): OpenService => {
  const root = onStore(async (parts, host) => {
    await viewsMade(parts.readStore, parts.logger, host.signal)
    const readers = createReaders(parts)
    const { availability } = readers
    await availability.start()
    host.onClose(() => availability.stop())
    const carriers = createCarriers({ ...parts, availability })
    carriers.start()
    host.onClose(carriers.stop)
    host.metrics.watch({ carriers: carriers.all, relay: () => ({ behind: carriers.relayLag() }) })
    const service = await compose({ ...parts, ...readers }, host)
    return { ...service, health: async () => withMissing(await service.health(), carriers.missing()) }
  })
  return async (context) => {
    const opened = await root(context)
    // The service has no probes: its calls wait for the engines.
    return opened.ok ? ok({ ...opened.value, probes: {} }) : opened
  }
}

/** A gateway without event store: it reads the views and sends reports. */
const gatewayRoot: OpenService = async (context) => {
  shareAsyncStorage()
  const waServerCa = await readWaServerCa(context.config.waServer?.caFile ?? null)
  if (!waServerCa.ok) return err([waServerCa.error])
  const opened = await openTogether({ kafka: kafkaOf(context), mongo: mongoOf(context) })
  if (!opened.ok) return opened
  const { close, parts } = opened.value
  return ok({
    close,
    probes: probesOf(parts),
    compose: async (host) => {
      const eventBus = await openBus(context, host.signal)
      host.onClose(() => eventBus.close())
      await viewsMade(parts.mongo.readStore, context.logger, host.signal)
      // Loads the library early, because a take-over would wait for it. The embedded mode loads it on demand.
      await loadBaileys(context.logger)
      return composeGateway({
        ...{ ...context, ...host, ...parts.mongo },
        eventBus: host.engines.writing('event-bus', eventBus, ['publish']),
        waServerCa: waServerCa.value,
        sole: false,
        timings: TIMINGS,
        simulator: () => null,
      })
    },
  })
}

/** The services of the distributed way: their engines, and how they differ from `product.ts`. */
export const SERVICE_ROOTS = {
  'command-api': onViews(async (parts, { signal, onClose }) => {
    const exclusively = createExclusively({ vault: parts.vault })
    const service = await composeCommandApi({ ...parts, exclusively, sole: false, signal })
    // The service has no sockets, so other processes report who is online.
    const following = await followPresence(parts.eventBus, parts.readers.presence)
    onClose(() => following.stop())
    return service
  }),
  projector: onStore(async (parts, { signal, engines }) => {
    const readStore = engines.writing('read-store', parts.readStore, ['commit'])
    const service = composeProjector({
      ...parts,
      readStore,
      partitions: EVENT_PARTITIONS,
      shared: true,
      signal,
    })
    // The service may be waiting for another projector's rebuild.
    signal.addEventListener('abort', () => void service.stop(), { once: true })
    return service
  }),
  'query-api': onViews(async (parts) => {
    const service = composeQueryApi(parts)
    const { config, publicUrl, version, readers, retrying } = parts
    // Every GET comes to this process, including those that command-api answers in embedded mode.
    const openQueries = createOpenQueries({
      ...{ ...parts, ...readers, ...retrying, clock },
      config: { ...config, publicUrl, version, mails: mailsLeave(config) },
    })
    return { ...service, router: Router().use(openQueries, service.router) }
  }),
  'wa-gateway': gatewayRoot,
  relay: relayRoot,
} as const satisfies Readonly<Record<string, OpenService>>
