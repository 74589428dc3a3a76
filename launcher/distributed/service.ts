import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { Result } from '@guiche/contracts/result.js'
import type { EngineAddresses } from '@guiche/infra/config/config.js'
import { partitionOf } from '@guiche/infra/event-bus/kafka/topics.js'
import type { EngineWatch, EngineWatchDeps } from '@guiche/infra/health/engines.js'
import type { HealthReport } from '@guiche/infra/http/status.js'
import type { Service, ServiceParts } from '../roots/service.js'

export interface Context extends Pick<ServiceParts, 'config' | 'secretKey' | 'logger' | 'version'> {
  readonly engines: EngineAddresses
}

/** The process around a service. */
export interface ServiceHost extends Pick<ServiceParts, 'publicUrl' | 'metrics'> {
  /** id of this process, unique among live ones */
  readonly instance: string
  /** aborts when the service is to end */
  readonly signal: AbortSignal
  /** the watch over the engines of `probes` */
  readonly engines: EngineWatch
  /** Registers functions that run at the end, in reverse order. */
  onClose(step: () => unknown): void
  /** A part has ended for good: the process has to end. */
  fail(failure: unknown): void
}

/** A service whose engines are open. */
export interface OpenedService {
  /** engines that the host watches for this service; absent if the service watches them itself */
  readonly probes: EngineWatchDeps['probes']
  /** Waits for needed services, then composes this one. Rejects with a sentence for the operator. */
  compose(host: ServiceHost): Promise<Service>
  /** Closes the engines. */
  close(): Promise<void>
}

/** Opens the engines of a service. An error is a list of sentences for the operator. */
export type OpenService = (context: Context) => Promise<Result<OpenedService, string[]>>

/** Adds missing parts to a service's health report. */
export const withMissing = (report: HealthReport, names: readonly string[]): HealthReport =>
  names.length === 0
    ? report
    : { ...report, ready: false, missing: [...new Set([...(report.missing ?? []), ...names])] }

/** Partition of the log in which a company's events stand. */
export const eventPartition = (companyId: number): number => partitionOf(TOPICS.events, companyId)
