import type { NewEvent, StoredEvent } from '@guiche/contracts/envelope.js'
import type { Result } from '@guiche/contracts/result.js'

/** The expected state of a stream in an append: its last revision, `none` (no such stream yet), or `any`. */
export type ExpectedRevision = number | 'none' | 'any'

export interface AppendedEvents {
  /** revision of the last event written */
  readonly revision: number
  /** position of the last event written */
  readonly position: string
  /** whether the events existed already, so that nothing was written; absent if the store cannot tell */
  readonly repeated?: boolean
}

/**
 * `conflict`: the stream is not at the expected revision (`actual`, or `none`).
 * `removed`: the stream was removed, and accepts no events again.
 * `too-large`: an event is over 256 KB as JSON. `invalid`: data that its schema refuses.
 * `unavailable`: the store cannot be reached or does not answer; the append may have happened or not.
 */
export type AppendError =
  | { readonly kind: 'conflict'; readonly actual: number | 'none' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'too-large'; readonly type: string }
  | { readonly kind: 'invalid'; readonly type: string; readonly message: string }
  | { readonly kind: 'unavailable'; readonly message: string }

export interface ReadOptions {
  /** first revision to give, inclusive; default 0, or the last one when backwards */
  readonly from?: number
  readonly direction?: 'forwards' | 'backwards'
  /** most events; default all */
  readonly limit?: number
}

export interface SubscribeOptions {
  /** events behind this position (exclusive); START for all events */
  readonly after: string
  readonly signal: AbortSignal
  /** events a batch at most; default 500 */
  readonly batchSize?: number
}

/** Delivered events are gone: the store was rolled back to an earlier state while open. */
export class StoreRolledBack extends Error {
  override name = 'StoreRolledBack'
}

/** Append-only streams with one total order. */
export interface EventStore {
  /** Made with the store, new after a restore; stands in every checkpoint. */
  readonly storeId: string
  /**
   * The store's present identity: a new one after a replacement or rollback. Absent if that cannot happen while the
   * store is open.
   */
  identity?(): Promise<string>
  /** Events of one stream in order; empty when there is none. Rejects when the store is unavailable. */
  read(stream: string, options?: ReadOptions): Promise<StoredEvent[]>
  /**
   * Appends all events or none; durable when it answers. A repetition with the same event ids and the same explicit
   * expectation gets the first answer and writes nothing.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<Result<AppendedEvents, AppendError>>
  /**
   * Batches of all events behind a position, live for ever. Ends without throwing when the signal aborts. Throws
   * StoreRolledBack when the last given event is gone.
   */
  subscribeAll(options: SubscribeOptions): AsyncIterable<readonly StoredEvent[]>
  /** Position of the newest event, START when there is none. */
  head(): Promise<string>
  /**
   * The highest position that any event ever had, removed ones too: no honest checkpoint lies beyond. The end goes
   * back only when the store is rolled back to an earlier state.
   */
  end(): Promise<string>
  /** The newest event visible to consumers of the bus; null without one. With a company: of its partition. */
  lastPublished(companyId?: number): Promise<{ readonly position: string; readonly companyId: number } | null>
  /** Whether the stream was removed; false for a stream that never existed. Rejects if the store is unavailable. */
  isRemoved(stream: string): Promise<boolean>
  /**
   * Removes a stream for good, also one that does not exist yet. Afterwards it reads as empty and refuses appends. The
   * positions of its events are not used again.
   */
  remove(stream: string): Promise<void>
  /** Overwrites removed data that could still be read from a file. Absent where the engine does that by itself. */
  scrub?(): Promise<void>
  close(): Promise<void>
}
