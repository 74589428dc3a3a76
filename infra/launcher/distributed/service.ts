import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Result } from '@guiche/contracts/result.js'
import { TOPICS } from '@guiche/contracts/topics.js'
import type { Router } from 'express'
import type { Logger } from 'pino'
import type { Config, EngineAddresses } from '../../config/config.js'
import { partitionOf } from '../../event-bus/kafka-topics.js'
import type { Availability } from '../../health/availability.js'
import type { HealthReport } from '../../http/status.js'
import type { Metrics } from '../../metrics/metrics.js'

/** What every service is started with. */
export interface Context {
  readonly config: Config
  readonly engines: EngineAddresses
  readonly secretKey: Buffer
  readonly logger: Logger
  readonly version: string
}

/** Where a service runs. */
export interface Place {
  /** as browsers reach the product */
  readonly publicUrl: string
  /** this process, unlike any other that is alive */
  readonly instance: string
  readonly metrics: Metrics
  /** aborts when the service is to end */
  readonly signal: AbortSignal
  /** What is to be closed at the end; the last one given goes first. */
  onClose(step: () => unknown): void
  /** A part of it has ended that nothing brings back. */
  fail(failure: unknown): void
}

/** A service at work. */
export interface Work {
  /** for `/api` */
  readonly router?: Router
  /** for `/ws` */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  readonly available?: Availability
  readonly health: () => Promise<HealthReport>
  /** Ends what keeps connections open, before the server does. */
  readonly endSockets?: () => Promise<void>
}

/** A service whose engines are open. */
export interface Service {
  /** Waits for what it needs of the others, then works. Rejects with words for the operator. */
  begin(place: Place): Promise<Work>
  /** Closes the engines. */
  close(): Promise<void>
}

/** Opens the engines of a service. An error is a list of sentences for the operator. */
export type Root = (context: Context) => Promise<Result<Service, string[]>>

/** Partition of the log in which a company's events stand. */
export const eventPartition = (companyId: number): number => partitionOf(TOPICS.events, companyId)
