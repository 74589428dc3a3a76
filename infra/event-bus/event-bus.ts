import type { Topic } from '@guiche/contracts/topics.js'

export interface BusMessage {
  /** company id; messages of one key keep their order */
  readonly key: number
  /** JSON value */
  readonly value: unknown
}

/** Where a message stood in the log that it was moved from. */
export interface Origin {
  readonly partition: number
  readonly position: string
}

export interface Delivery<T = unknown> {
  readonly partition: number
  /** place in the partition; grows. For `events` it is the event's own position */
  readonly position: string
  readonly key: number
  readonly value: T
  /** only where it was moved here: it is still the same message */
  readonly origin?: Origin
}

export interface ConsumeOptions<T> {
  readonly topic: Topic
  /** each partition goes to one consumer of a group; null = a broadcast: every consumer gets everything from now on */
  readonly group: string | null
  /**
   * Where to begin in a partition: the consumer's own checkpoint (exclusive), null = the oldest there is.
   * Absent: after what this group has finished, else as `begin` says.
   */
  readonly after?: (partition: number) => Promise<string | null>
  /** where a group that has finished nothing yet begins; default `oldest` */
  readonly begin?: 'oldest' | 'now'
  /** messages a batch at most; default 500 */
  readonly batchSize?: number
  /**
   * Partitions come to this consumer that may have been another's until now: called at each join of the group, before the
   * first batch that follows from it. Whatever the other has finished, it finished before. Never called where one process
   * has everything.
   */
  readonly assigned?: () => void
  /**
   * Gets batches of one partition in order, one at a time a partition. When it resolves, the group has finished
   * them; when it rejects, the same batch comes again after a back-off (100 ms doubling to 5 s).
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
  /** Resolves when the topic has kept the messages (durable topics) or handed them on (the others). */
  publish(topic: Topic, messages: readonly BusMessage[]): Promise<void>
  consume<T>(options: ConsumeOptions<T>): Promise<Consumer>
  /** For how long it keeps what it was given, in milliseconds. Absent where the log is the event store itself. */
  readonly keptMs?: number
  /** Rejects while the log cannot be reached. Absent where it cannot be away: in this very process. */
  reach?(): Promise<void>
  /** How many consumers a group has now, in all processes. Absent where there is one process. */
  members?(topic: Topic, group: string): Promise<number>
  /** Overwrites what was removed where it could still be read from a file. Absent where the engine sees to that. */
  scrub?(): Promise<void>
  close(): Promise<void>
}
