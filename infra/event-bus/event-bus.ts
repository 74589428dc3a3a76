import type { Topic } from '@guiche/contracts/bus/topics.js'

export interface BusMessage {
  /** company id; messages of one key keep their order */
  readonly key: number
  /** JSON value */
  readonly value: unknown
}

/** A message's place in the log from which it was migrated. */
export interface Origin {
  readonly partition: number
  readonly position: string
}

export interface Delivery<T = unknown> {
  readonly partition: number
  /** place in the partition; grows. For `events` the event's own position */
  readonly position: string
  readonly key: number
  readonly value: T
  /** set only for a migrated message, which keeps its identity */
  readonly origin?: Origin
}

export interface ConsumeOptions<T> {
  readonly topic: Topic
  /** each partition goes to one consumer of a group; null = a broadcast: every consumer gets all later messages */
  readonly group: string | null
  /**
   * Start in a partition: the consumer's own checkpoint (exclusive), null = the oldest message. Absent: after the
   * group's last finished message, else as `begin` says.
   */
  readonly after?: (partition: number) => Promise<string | null>
  /** start of a group without finished messages; default `oldest` */
  readonly begin?: 'oldest' | 'now'
  /** messages a batch at most; default 500 */
  readonly batchSize?: number
  /**
   * Called when this consumer gets partitions that another consumer may have had: at each join of the group, before the
   * first following batch. The other consumer has finished its work then. Never called in a single process.
   */
  readonly assigned?: () => void
  /**
   * Gets batches of one partition in order, one at a time a partition. Resolving means that the group has finished
   * the batch. After a rejection the same batch comes again after a back-off (100 ms doubling to 5 s).
   */
  readonly onBatch: (batch: readonly Delivery<T>[]) => Promise<void>
}

export interface Consumer {
  /** Resolves when no batch is running. */
  stop(): Promise<void>
}

/**
 * The distribution log. `events` and `reports` are durable: published means kept. `changes` and `ephemeral` are
 * best effort to the present listeners.
 */
export interface EventBus {
  /** Resolves when the topic has stored the messages (durable topics) or delivered them (others). */
  publish(topic: Topic, messages: readonly BusMessage[]): Promise<void>
  consume<T>(options: ConsumeOptions<T>): Promise<Consumer>
  /** Retention of messages, in milliseconds. Absent if the log is the event store itself. */
  readonly keptMs?: number
  /** Rejects while the log is unreachable. Absent for a log in this process. */
  reach?(): Promise<void>
  /** Number of the group's consumers in all processes. Absent with a single process. */
  members?(topic: Topic, group: string): Promise<number>
  /** Overwrites removed messages that are still readable in a file. Absent if the engine does so itself. */
  scrub?(): Promise<void>
  close(): Promise<void>
}
