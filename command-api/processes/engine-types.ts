import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import type { ConsumeOptions, Consumer } from '@guiche/infra/event-bus/event-bus.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import type { CommandObserver } from '@guiche/infra/metrics/observers.js'
import type { Records } from '@guiche/infra/records/records.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { Logger } from 'pino'
import type { CommandApiConfig } from '../deps.js'
import type { Keys } from './backlog.js'
import type { Form, Item } from './item-store.js'
import type { ParkedItems, RunningDeps } from './running.js'

export interface EngineDeps extends RunningDeps {
  readonly vault: Vault
  readonly eventStore: Pick<EventStore, 'head'>
  readonly records: Pick<Records, 'company'>
  readonly blobs: Pick<Blobs, 'info'>
  readonly logger: Logger
  readonly config?: Pick<CommandApiConfig, 'sole'>
  readonly observer?: Pick<CommandObserver, 'parked'>
  /** pauses in milliseconds before an item that failed is tried again; after the last one it is parked */
  readonly retryDelays?: readonly number[]
  /** milliseconds without a sign of life after which entries of another process are taken over */
  readonly foreignMs?: number
}

/** Retries and end of a failing item. */
export interface GivingUp {
  /** pauses in milliseconds before it is tried again */
  readonly retryDelays: readonly number[]
  /** Reports by commands that all tries failed. Rejects while an engine is away. Absent: the item is parked. */
  readonly say?: (reason: string) => Promise<void>
}

/** Options for the bus. `D`: the type of a delivery. */
export type BusOptions<D> = Required<Pick<ConsumeOptions<never>, 'batchSize' | 'assigned'>> & {
  readonly onBatch: Engine<D>['handle']
}

/** Source and handling of items. `D`: the bus's deliveries. */
export interface EngineSpec<T extends Item, D> extends Form<T> {
  consume(handed: BusOptions<D>): Promise<Consumer>
  /** before the first item */
  beforeStart?(): Promise<void>
  /** called when the last running item has ended */
  afterStop?(): Promise<void>
  /** maximum of messages in a batch */
  readonly batchSize: number
  /** the items of a delivery, each handled alone */
  itemsOf(delivery: D): readonly T[]
  keys(item: T): Keys
  /** whether the item yields to all other items, like imported messages */
  later(item: T): boolean
  /** whether the item runs beyond the company's share, because storing it would cost more than running it */
  light?(item: T): boolean
  /** null or absent: the item is parked after the usual retries */
  givingUp?(item: T): GivingUp | null
  /** `more`: the item is unfinished and goes on behind the other companies. Rejects on failure. */
  run(item: T): Promise<'done' | 'more'>
}

export interface Engine<D> {
  /**
   * Handles the items of a batch, or keeps them in the vault. In a full batch a company gets no more than its share.
   * Rejects during an outage, so that the batch is redelivered.
   */
  handle(batch: readonly D[]): Promise<void>
  /** Works on deliveries and on the backlog until `stop`, which resolves when no work is running. */
  start(): Promise<void>
  stop(): Promise<void>
  readonly parks: ParkedItems
}
