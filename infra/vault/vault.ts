/**
 * A fence: the commit is done only if the entry under `key` has this epoch, 1 or more. A removed entry leaves
 * nothing, not even its epoch; so an entry used as a fence is rewritten when its holder changes, and never
 * removed.
 */
export interface Fence {
  readonly key: string
  readonly epoch: number
}

export interface VaultEntry {
  readonly value: Buffer
  /** grows by one with every write of this key, from 1; starts at 1 again after a removal */
  readonly epoch: number
}

export interface VaultWrite {
  readonly key: string
  /** null removes the entry */
  readonly value: Buffer | null
  /** write only if the entry has this epoch; 0 = only if absent; absent = any epoch */
  readonly expected?: number
}

/**
 * Secrets at rest: values are AES-256-GCM under a key from SECRET_KEY, bound to their names. Writes are
 * durable when they resolve.
 */
export interface Vault {
  /** Entries by key, without absent ones. */
  getMany(keys: readonly string[]): Promise<Map<string, VaultEntry>>
  /**
   * All writes or none; `fenced` if the fence or an expected epoch does not match. Takes over a thousand keys
   * at once.
   */
  commit(writes: readonly VaultWrite[], fence?: Fence): Promise<'committed' | 'fenced'>
  /** Keys that begin with the prefix, sorted. */
  list(prefix: string): Promise<string[]>
  removeAll(prefix: string, fence?: Fence): Promise<'committed' | 'fenced'>
  /** Overwrites removed data that a file may still contain. Absent if the engine does so itself. */
  scrub?(): Promise<void>
  close(): Promise<void>
}
