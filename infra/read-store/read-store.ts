/** The values that a document's field may hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** A document of a view. Each document belongs to one company (0 = platform). */
export interface Doc {
  readonly id: string
  readonly companyId: number
}

export interface CollectionSpec {
  /** e.g. `tickets`; the engine appends the version of the view that owns it */
  readonly name: string
  /** each list of fields becomes one index, in this order; dots reach into objects */
  readonly indexes: readonly (readonly string[])[]
  /** fields for `search`: texts by words and beginnings of words, digits by any part of a number */
  readonly search?: { readonly text: readonly string[]; readonly digits?: readonly string[] }
}

export type Scalar = string | number | boolean | null
/** A value means equality; null matches null or absent. */
export type Condition =
  | Scalar
  | { readonly in: readonly Scalar[] }
  | { readonly lt: Scalar }
  | { readonly lte: Scalar }
  | { readonly gt: Scalar }
  | { readonly gte: Scalar }
  | { readonly from: Scalar; readonly to: Scalar }
  /** an array field that holds this value, or all of these */
  | { readonly has: Scalar | readonly Scalar[] }
/** All fields must match; with a list of alternatives, one of them. */
export type Where = Readonly<Record<string, Condition>>

export interface FindQuery {
  readonly collection: string
  readonly where: Where | readonly Where[]
  /** e.g. [['updatedAt', -1], ['id', -1]]; the last field should make it unique */
  readonly sort: readonly (readonly [field: string, direction: 1 | -1])[]
  readonly limit: number
  /** only values after this text */
  readonly after?: readonly Scalar[]
  /** for numbered pages without a cursor; walks only the index */
  readonly skip?: number
}

export interface Search {
  readonly collection: string
  readonly companyId: number
  /**
   * Text as typed. All words (of very many the longest ones) must be found, each by its beginning. Case and accents do
   * not matter (decision 37). Digits are found anywhere in a number: from four on, in a phone number, or alone.
   */
  readonly text: string
  /** false: digits are looked for in texts alone */
  readonly inNumbers?: boolean
  readonly where?: Where | readonly Where[]
  readonly sort: FindQuery['sort']
  readonly limit: number
  readonly after?: readonly Scalar[]
  readonly skip?: number
}

export interface RepeatedQuery {
  readonly collection: string
  readonly companyId: number
  /** path of the field, whose values are texts or null */
  readonly field: string
  /** fields of which each is null in at least one of the documents */
  readonly lacking: readonly string[]
  /** gives only texts after this text */
  readonly after?: string
  readonly limit: number
}

export interface Checkpoint {
  /** `name@version` of the view, or the name of a process */
  readonly view: string
  readonly partition: number
  readonly storeId: string
  readonly position: string
}

export interface Commit {
  /** each with the position that was loaded (null = none yet): if any differs, nothing is written */
  readonly checkpoints: readonly { readonly expected: string | null; readonly next: Checkpoint }[]
  readonly put: readonly { readonly collection: string; readonly doc: Doc }[]
  readonly remove: readonly { readonly collection: string; readonly id: string }[]
  /** JSON values for the topic `changes`, kept until `takeOutbox` hands them on */
  readonly outbox?: readonly OutboxEntry[]
}

/** A message for the topic `changes`: its company and content. */
export interface OutboxEntry {
  readonly key: number
  readonly value: unknown
}

export interface EnsureOptions {
  readonly toBeFilled?: boolean
  readonly unread?: boolean
}

export type CommitResult = 'committed' | 'conflict'

/** Documents of the views, their checkpoints and the outbox of their changes. */
export interface ReadStore {
  /**
   * Creates missing collections and indexes. Idempotent. `toBeFilled`: much is written before the first search, so the
   * engine may leave the indexes to the next `ensure`. `unread`: nobody reads the store until the next `ensure`, so
   * single writes may take long.
   */
  ensure(collections: readonly CollectionSpec[], options?: EnsureOptions): Promise<void>
  /** Removes a collection with its indexes. */
  drop(collection: string): Promise<void>
  /** Documents by id, absent ones left out; any number of ids, in one round. */
  getMany<D extends Doc>(collection: string, ids: readonly string[]): Promise<Map<string, D>>
  find<D extends Doc>(query: FindQuery): Promise<D[]>
  /** Number of matches, counting no further than `cap`. */
  count(query: { collection: string; where: Where | readonly Where[]; cap: number }): Promise<number>
  search<D extends Doc>(query: Search): Promise<D[]>
  /**
   * Texts that several documents of a company have in a field, in order. An index of company, field and `lacking` is
   * all that is read.
   */
  repeated(query: RepeatedQuery): Promise<string[]>
  /** Ids of every document of a company, in pages, for erasure and rebuild checks. */
  scan<D extends Doc>(
    collection: string,
    options: { companyId?: number; after?: string; limit: number },
  ): Promise<D[]>
  checkpoint(view: string, partition: number): Promise<Checkpoint | null>
  /** Existing checkpoints of these views in these partitions, in any order. */
  checkpoints(views: readonly string[], partitions: readonly number[]): Promise<Checkpoint[]>
  /** Writes documents, checkpoints and outbox together, or nothing. */
  commit(batch: Commit): Promise<CommitResult>
  /** True when all these views have reached `position` in the partition, false after `timeoutMs`. */
  awaitCheckpoint(
    views: readonly string[],
    partition: number,
    position: string,
    timeoutMs: number,
  ): Promise<boolean>
  /**
   * Unpublished outbox entries, oldest first, and a call that removes them. `all` (default): also those of other
   * processes. `own`: this process's, maybe from memory; others' entries may be among them.
   */
  takeOutbox(
    limit: number,
    whose?: 'all' | 'own',
  ): Promise<{ entries: readonly OutboxEntry[]; done(): Promise<void> }>
  /**
   * The version of each view that readers use: the aliases that a rebuild switches. Views without an alias are left
   * out.
   */
  aliases(views: readonly string[]): Promise<ReadonlyMap<string, number>>
  setAlias(view: string, version: number): Promise<void>
  /** Overwrites removed data that a file still contains. Absent if the engine overwrites removed data itself. */
  scrub?(): Promise<void>
  close(): Promise<void>
}
