import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Branding } from '@guiche/contracts/views/present-settings.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import type { Config } from '@guiche/infra/config/config.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import type { Availability } from '@guiche/infra/health/availability.js'
import type { HealthReport } from '@guiche/infra/http/status.js'
import type { Metrics } from '@guiche/infra/metrics/metrics.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { Handler } from 'express'
import type { Logger } from 'pino'

/** Parts of every service. */
export interface ServiceParts {
  readonly config: Config
  readonly secretKey: Buffer
  readonly logger: Logger
  readonly version: string
  /** the product's address for browsers */
  readonly publicUrl: string
  readonly metrics: Metrics
  readonly eventBus: EventBus
  readonly readStore: ReadStore
  readonly vault: Vault
  readonly blobs: Blobs
}

/** Parts of a service that knows the event store. */
export interface StoreParts extends ServiceParts {
  readonly eventStore: EventStore
  /** partition of the log in which a company's events stand; 0 for all unless given */
  readonly partitionOf?: (companyId: number) => number
}

/** A composed service; it works from `start` to `stop`. */
export interface Service {
  /** for `/api` */
  readonly router?: Handler
  /** for `/ws` */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  readonly available?: Availability
  /** origins of the pages that are embedded in the app */
  readonly frames?: () => Promise<readonly string[]>
  /** the platform's look */
  readonly branding?: () => Promise<Branding>
  readonly health: () => Promise<HealthReport>
  /** Waits for the needed services, then works. Rejects with words for the operator. */
  start(): Promise<void>
  /** Closes long-lived connections before the server stops. */
  endSockets?(): Promise<void>
  stop(): Promise<void>
}
