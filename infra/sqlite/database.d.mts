export type Parameter = string | number | boolean | null | Uint8Array
/** What comes back: integers and reals as numbers, blobs as Buffer. */
export type Value = string | number | null | Buffer

export interface Statement {
  run(parameters: readonly Parameter[]): { readonly changes: number; readonly lastRowId: number }
  /** rows as arrays, in the order of the columns */
  all(parameters: readonly Parameter[]): Value[][]
  get(parameters: readonly Parameter[]): Value[] | undefined
}

/** `more`: there are more steps; `busy`: a reader is in the way, so it is to be tried again later. */
export type Scrubbed = 'done' | 'more' | 'busy'

/** A connection. Calls are synchronous; whatever writes or takes long belongs into a worker thread. */
export interface Database {
  /** Throws TypeError for anything but plain `?` parameters, given as an array of the right length. */
  prepare(sql: string): Statement
  exec(sql: string): void
  /** Runs `work` between BEGIN and COMMIT; what it throws undoes everything and is thrown on. */
  transaction<T>(work: () => T, mode?: 'IMMEDIATE' | 'EXCLUSIVE' | 'DEFERRED'): T
  /**
   * A step of overwriting what was removed: first the unused parts of pages, then the log, which is moved into the file and
   * emptied.
   */
  scrub(): Scrubbed
  /** One that writes first moves its log into the file, which then is complete. */
  close(): void
}

export interface DatabaseOptions {
  /** refuses writes through this connection */
  readonly readOnly?: boolean
  /** default FULL: a commit is on the disk when it returns */
  readonly synchronous?: 'FULL' | 'NORMAL'
  /** how long a locked database is waited for, in ms; default 5000 */
  readonly busyTimeoutMs?: number
  /** default true; false keeps the rollback journal */
  readonly wal?: boolean
  /** memory for pages, at most; default 2 MB */
  readonly cacheMb?: number
  /**
   * so much of the file is read through the memory of the system: a reader loses its own pages with every commit of
   * the writer. Default 0
   */
  readonly mappedMb?: number
  /** how much the log holds before it is moved into the file; default 4 MB */
  readonly walMb?: number
}

/** Opens a database file, made when it is missing. */
export function openDatabase(file: string, options?: DatabaseOptions): Database
/** Number of `?` outside of quotes and comments; throws on numbered and named parameters. */
export function countParameters(sql: string): number
/** How SQLite would do a query: the steps of its plan, in words. Over a connection of its own. */
export function explain(file: string, sql: string): string[]
