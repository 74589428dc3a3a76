import type { Admin, Kafka } from 'kafkajs'
import type { Logger } from 'pino'
import type { ConsumeOptions, Delivery } from '../event-bus.js'
import type { createOrigin, EventStoreReader } from './history.js'
import type { PartitionOffset } from './offsets.js'

export const FIRST_BACK_OFF = 100

/** State of a consumer that outlives its Kafka clients. */
export interface ConsumerState<T> {
  readonly kafka: Kafka
  readonly admin: Admin
  readonly options: ConsumeOptions<T> & { readonly batchSize: number }
  /** topic and group as Kafka knows them */
  readonly name: string
  readonly groupId: string
  readonly sessionTimeout: number
  readonly logger: Logger | undefined
  /** source of events that the log no longer has; null = none */
  readonly eventStore: EventStoreReader | null
  readonly origin: ReturnType<typeof createOrigin>
  /** aborts when the consumer is stopped */
  readonly signal: AbortSignal
  /** the log's ends when the consumer was requested */
  readonly ends: ReadonlyMap<number, number>
  /** by partition */
  readonly offsets: Map<number, PartitionOffset>
  /** Retries until success, or until `isOver`; false if given up. */
  retryUntil(isOver: () => boolean, attempt: () => Promise<void>): Promise<boolean>
  /** Kafka has answered, or a batch has ended. */
  markActive(): void
  /** Gives a batch to the consumer's handler; throws once the consumer is stopped. */
  handle(batch: readonly Delivery<T>[]): Promise<void>
  /** Batches are under way. */
  busy: boolean
  /** member id since the last join */
  member: string | null
  /** The group has been joined and each partition's offset is known. */
  joined(): void
}

/** The consumer's offset in a partition; the partition's beginning if unknown. */
export const offsetOf = (
  { offsets }: Pick<ConsumerState<never>, 'offsets'>,
  partition: number,
): PartitionOffset => offsets.get(partition) ?? { next: 0, lastPosition: null }
